package dev.barid.dispatcher.worker;

import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.time.Duration;

/**
 * How a worker behaves.
 *
 * @param mostInFlight attempts in flight at once, over all endpoints
 * @param mostUnbegun those of them that wait for this process to begin with them
 * @param laneQueue deliveries that wait in one lane
 * @param mostHeldBytes records held in memory
 * @param commitInterval how long outcomes gather
 * @param drainTimeout how long revoked partitions may drain
 * @param retryBudget how many of the attempts may be retries
 */
public record WorkerOptions(
    int mostInFlight,
    int mostUnbegun,
    int laneQueue,
    long mostHeldBytes,
    Duration commitInterval,
    Duration drainTimeout,
    BudgetLimits retryBudget) {

  /** Enough to keep the event loop busy; few enough that answers don't wait behind requests. */
  private static final int MOST_UNBEGUN = 64;

  /** The options that the settings give. */
  public static WorkerOptions of(Settings settings) {
    return new WorkerOptions(
        settings.value(Keys.MAX_IN_FLIGHT),
        MOST_UNBEGUN,
        settings.value(Keys.LANE_QUEUE),
        settings.value(Keys.WORKER_MEMORY_MIB) * (1L << 20),
        settings.value(Keys.COMMIT_INTERVAL),
        settings.value(Keys.DRAIN_TIMEOUT),
        new BudgetLimits(
            settings.value(Keys.RETRY_BUDGET_SHARE),
            settings.value(Keys.RETRY_BUDGET_WINDOW),
            settings.value(Keys.RETRY_BUDGET_FLOOR)));
  }
}
