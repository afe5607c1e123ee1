package dev.barid.benchmarks.scheduler;

/** The scenes by the names that the command line has for them. */
enum SceneName {
  DUE,
  BURST,
  INTAKE,
  KILL,
  STANDBY,
  PARK;

  Scene scene() {
    return switch (this) {
      case DUE -> new DueScene();
      case BURST -> new BurstScene();
      case INTAKE -> new IntakeScene();
      case KILL -> new KillScene();
      case STANDBY -> new StandbyScene();
      case PARK -> new ParkScene();
    };
  }
}
