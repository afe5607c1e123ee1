package dev.barid.dlq;

import picocli.CommandLine.Command;

/** {@code barid dlq}: the dead letters. A sub-command of the program, or a program of its own. */
@Command(
    name = "dlq",
    description = "See and handle dead letters: events that could not be delivered.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = {ListCommand.class, ShowCommand.class, RedriveCommand.class})
public final class DlqCommand {}
