package dev.barid.faults.plan;

import java.time.Duration;

/** One thing that goes wrong. Processes are named as in a {@code Deployment}. */
public sealed interface Fault {

  /** SIGKILL, and a start again after a while. */
  record KillDispatcher(String dispatcher, Duration away) implements Fault {
    @Override
    public String target() {
      return dispatcher;
    }

    @Override
    public Duration usualLength() {
      return away.plusSeconds(8);
    }
  }

  /** SIGKILL, and a start again after a while. */
  record KillScheduler(String scheduler, Duration away) implements Fault {
    @Override
    public String target() {
      return scheduler;
    }

    @Override
    public Duration usualLength() {
      return away.plusSeconds(10);
    }
  }

  /** SIGKILL, and a start again after a while. */
  record KillBroker(int broker, Duration away) implements Fault {
    @Override
    public String target() {
      return "broker-" + broker;
    }

    @Override
    public Duration usualLength() {
      return away.plusSeconds(12);
    }

    @Override
    public boolean takesBroker() {
      return true;
    }
  }

  /** SIGSTOP until its session is over and its work another one's, then SIGCONT: a zombie. */
  record FreezeDispatcher(String dispatcher, Duration length) implements Fault {
    @Override
    public String target() {
      return dispatcher;
    }

    @Override
    public Duration usualLength() {
      return length.plusSeconds(4);
    }
  }

  /** Every dispatcher, scheduler and broker in turn, by SIGTERM, each awaited. */
  record RollingRestart() implements Fault {
    @Override
    public String target() {
      return "everything";
    }

    @Override
    public Duration usualLength() {
      return Duration.ofSeconds(70);
    }

    @Override
    public boolean takesBroker() {
      return true;
    }
  }

  /** SIGKILL for all brokers at once, and their start again after a while. */
  record AllBrokersAway(Duration away) implements Fault {
    @Override
    public String target() {
      return "brokers";
    }

    @Override
    public Duration usualLength() {
      return away.plusSeconds(15);
    }

    @Override
    public boolean takesBroker() {
      return true;
    }
  }

  /** No byte between one process and the brokers, until its session is over, and longer. */
  record CutOff(String process, Duration length) implements Fault {
    @Override
    public String target() {
      return process;
    }

    @Override
    public Duration usualLength() {
      return length.plusSeconds(6);
    }
  }

  /** What it is done to. */
  String target();

  /** How long it takes, recovery included, on a machine that has time for it. */
  Duration usualLength();

  /** Whether the cluster must be whole before, so that it never lacks two brokers by accident. */
  default boolean takesBroker() {
    return false;
  }

  /** Such as {@code KillDispatcher}. */
  default String kind() {
    return getClass().getSimpleName();
  }
}
