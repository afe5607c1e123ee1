package dev.barid.dispatcher.worker;

/** Asks the registry's reader to read up to the registry's end as of now. */
@FunctionalInterface
public interface RegistryCatchUp {

  /**
   * Answered by {@link Mail.RegistryCaughtUp} with the same token, after every change before that
   * end was told. Never blocks.
   */
  void request(long token);
}
