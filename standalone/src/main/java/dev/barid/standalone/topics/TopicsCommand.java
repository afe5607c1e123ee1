package dev.barid.standalone.topics;

import picocli.CommandLine.Command;

/** The commands for topics. */
@Command(
    name = "topics",
    description = "Creates and checks Barid's topics.",
    mixinStandardHelpOptions = true,
    subcommands = {TopicsCreateCommand.class, TopicsDescribeCommand.class})
public final class TopicsCommand {}
