package dev.barid.faults.process;

import java.util.List;

/** A place for a {@code barid dispatcher}. */
public final class DispatcherProcess extends BaridProcess {

  /** Makes the place; nothing runs there yet. */
  public DispatcherProcess(Site site, String name) {
    super(site, name, List.of(), "dispatcher");
  }
}
