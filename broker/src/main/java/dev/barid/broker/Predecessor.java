package dev.barid.broker;

import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.ControllerRequestContext;

/**
 * The broker that ran on the same data before. If it was killed, the controller finds it registered
 * as alive, with its leaderships and at its old port, until its session ends.
 *
 * <p>A broker that starts meanwhile takes those leaderships for its own. Its transaction
 * coordinator would at once go on with the transactions that were ending at the kill, send their
 * markers to where nobody listens any more, and give them up as written when the session ends and
 * the partitions have no leader (KAFKA-20734, Kafka 4.4.0). Such a partition, or such a group's
 * offsets, can't be read any further. So the predecessor is unregistered before the broker starts:
 * nobody else can run on data that we hold the lock of.
 */
final class Predecessor {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Predecessor() {}

  /**
   * Returns when no broker is registered and its partitions have no leader; at once on new data.
   *
   * @param controller started, perhaps not yet active
   * @throws BrokerException if the controller doesn't become active, or refuses
   */
  static void dismiss(Controller controller, long timeoutNanos) {
    long deadline = System.nanoTime() + timeoutNanos;
    while (!isDismissed(controller, deadline)) {
      if (System.nanoTime() - deadline > 0) {
        throw new BrokerException(
            "controller isn't active after " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s",
            null);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static boolean isDismissed(Controller controller, long deadline) {
    try {
      controller
          .unregisterBroker(context(), BrokerSettings.NODE_ID)
          .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BrokerIdNotRegisteredException) {
        return true;
      }
      if (e.getCause() instanceof NotControllerException) {
        return false;
      }
      throw new BrokerException("the broker before this one can't be unregistered: " + e, e);
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted while the controller starts", e);
    }
  }

  private static ControllerRequestContext context() {
    return new ControllerRequestContext(
        new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
  }
}
