package dev.barid.benchmarks.scheduler;

/** One thing that the scheduler is put through. */
sealed interface Scene
    permits DueScene, BurstScene, IntakeScene, KillScene, StandbyScene, ParkScene {

  /** Plays it on a stage that is empty. */
  void play(Stage stage, Findings findings);
}
