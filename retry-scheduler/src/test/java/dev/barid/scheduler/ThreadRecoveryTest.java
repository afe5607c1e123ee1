package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

class ThreadRecoveryTest {

  private final AtomicLong nanos = new AtomicLong();
  private final ThreadRecovery recovery = new ThreadRecovery(nanos::get);

  @Test
  void aDeadThreadIsReplaced() {
    recovery.close();

    assertThat(recovery.handle(new StreamsException("broken")))
        .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
  }

  @Test
  void theWaitDoublesToABoundWhileThreadsKeepDying() {
    assertThat(recovery.waitAfterDeath()).isEqualTo(Duration.ofMillis(200));
    assertThat(recovery.waitAfterDeath()).isEqualTo(Duration.ofMillis(400));
    for (int i = 0; i < 20; i++) {
      recovery.waitAfterDeath();
    }
    assertThat(recovery.waitAfterDeath()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void theWaitIsShortAgainAfterAMinuteWithoutADeath() {
    recovery.waitAfterDeath();
    recovery.waitAfterDeath();

    nanos.addAndGet(Duration.ofSeconds(61).toNanos());

    assertThat(recovery.waitAfterDeath()).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aFullDiskIsToldFromOtherDeathsByWhatTheSystemSaid() {
    StreamsException full =
        new StreamsException(
            "restoring failed", new RocksDBException("While appending: No space left on device"));

    assertThat(ThreadRecovery.noRoomLeft(full))
        .contains("While appending: No space left on device");
    assertThat(ThreadRecovery.noRoomLeft(new StreamsException(new IOException("gone")))).isEmpty();
  }

  @Test
  void theSchedulerStopsWhereAnotherProcessTookItsInstanceId() {
    assertThat(recovery.handle(new StreamsException(new FencedInstanceIdException("taken"))))
        .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
  }

  @Test
  void theSchedulerStopsOnAnError() {
    assertThat(recovery.handle(new OutOfMemoryError()))
        .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
  }
}
