package dev.barid.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows as a table. The first rows are held back to find the columns' widths; those that come later
 * keep to them, so that a table without an end needs no memory.
 */
public final class TableRows<R> implements Rows<R> {

  private static final int HELD_BACK = 500;

  private final PrintWriter out;
  private final Terminal terminal;
  private final List<Column<R>> columns;
  private final List<List<String>> held = new ArrayList<>();
  private final Table table;

  public TableRows(PrintWriter out, Terminal terminal, List<Column<R>> columns) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns.stream().filter(column -> column.kind() != Column.Kind.HIDDEN).toList();
    this.table = new Table(this.columns.stream().map(TableRows::heading).toList());
  }

  private static Table.Heading heading(Column<?> column) {
    return new Table.Heading(column.heading(), column.kind());
  }

  @Override
  public void add(R row) {
    held.add(columns.stream().map(column -> Table.clean(column.cell(row))).toList());
    if (table.isLaidOut() || held.size() >= HELD_BACK) {
      print();
    }
  }

  @Override
  public void flush() {
    print();
    if (out.checkError()) {
      throw new ClosedOutput();
    }
  }

  /** A table without rows prints nothing, not even its header. */
  @Override
  public void close() {
    flush();
  }

  private void print() {
    if (held.isEmpty()) {
      return;
    }
    if (!table.isLaidOut()) {
      table.layOut(held, terminal.width());
      out.print(terminal.bold(table.header()));
      out.print('\n');
    }
    for (List<String> cells : held) {
      out.print(table.line(cells));
      out.print('\n');
    }
    held.clear();
  }
}
