package dev.barid.standalone.registry;

import picocli.CommandLine.Command;

/** The commands for the registry. */
@Command(
    name = "subscriber",
    description = "Reads and writes the registry of subscribers.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SubscriberPutCommand.class,
      SubscriberGetCommand.class,
      SubscriberListCommand.class,
      SubscriberDeleteCommand.class,
      SubscriberPauseCommand.class,
      SubscriberResumeCommand.class,
      SubscriberRotateSecretCommand.class
    })
public final class SubscriberCommand {}
