package dev.barid.faults.process;

import java.util.List;

/** A place for a {@code barid scheduler}. */
public final class SchedulerProcess extends BaridProcess {

  /** Makes the place; nothing runs there yet. */
  public SchedulerProcess(Site site, String name) {
    super(site, name, List.of(), "scheduler");
  }
}
