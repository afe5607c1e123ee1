package dev.barid.faults.process;

import java.util.List;

/** A place for a {@code barid scheduler}. */
public final class SchedulerProcess extends BaridProcess {

  /** Makes the place; nothing runs there yet. */
  public SchedulerProcess(Site site, String name) {
    this(site, name, List.of());
  }

  /** A place whose data are on a disk of their own; what is on it is gone with the process. */
  SchedulerProcess(Site site, String name, SmallDisk disk) {
    this(site, name, disk.wrapper(dataDirectory(site, name)));
  }

  private SchedulerProcess(Site site, String name, List<String> wrapper) {
    super(site, name, wrapper, "scheduler");
  }
}
