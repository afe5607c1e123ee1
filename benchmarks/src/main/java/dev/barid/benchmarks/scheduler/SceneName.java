package dev.barid.benchmarks.scheduler;

/** The scenes by the names that the command line has for them. */
enum SceneName {
  DUE(new DueScene()),
  BURST(new BurstScene()),
  INTAKE(new IntakeScene()),
  KILL(new KillScene()),
  STANDBY(new StandbyScene()),
  PARK(new ParkScene());

  private final Scene scene;

  SceneName(Scene scene) {
    this.scene = scene;
  }

  Scene scene() {
    return scene;
  }
}
