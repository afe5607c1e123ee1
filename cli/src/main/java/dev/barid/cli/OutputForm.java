package dev.barid.cli;

/** How rows are printed. */
public enum OutputForm {
  /** Columns for people, cut to the terminal's width. */
  TABLE,
  /** One JSON object a line, for programs. */
  JSON
}
