package dev.barid.standalone.role;

import dev.barid.broker.BrokerException;
import dev.barid.cli.CommandFailure;
import dev.barid.scheduler.SchedulerException;
import dev.barid.standalone.http.PortUnavailableException;
import java.io.UncheckedIOException;

/** What a role that doesn't start says, in one line. */
public final class Failures {

  private Failures() {}

  /** The failure as the command line shows it; what isn't meant for people stays as it is. */
  public static RuntimeException shown(RuntimeException failure) {
    boolean meantForPeople =
        failure instanceof BrokerException
            || failure instanceof SchedulerException
            || failure instanceof PortUnavailableException
            || failure instanceof UncheckedIOException
            || failure instanceof IllegalStateException;
    return meantForPeople
        ? CommandFailure.failed(String.valueOf(failure.getMessage()), failure)
        : failure;
  }
}
