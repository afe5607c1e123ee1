package dev.barid.cli;

/**
 * A command that runs until it is told to end, and so logs what it does. All other commands log
 * nothing unless they are given {@code --verbose}: what they have to say goes to stdout, and their
 * failure to one line on stderr.
 */
public interface Service {}
