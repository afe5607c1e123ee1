package dev.barid.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Rows as JSON, one object a line; every column is there, null where there is no value. */
public final class JsonRows<R> implements Rows<R> {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final PrintWriter out;
  private final List<Column<R>> columns;

  public JsonRows(PrintWriter out, List<Column<R>> columns) {
    this.out = out;
    this.columns = List.copyOf(columns);
  }

  @Override
  public void add(R row) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (Column<R> column : columns) {
      Object value = column.plain(row);
      fields.put(column.name(), value instanceof Instant time ? time.toString() : value);
    }
    out.print(MAPPER.writeValueAsString(fields));
    out.print('\n');
  }

  @Override
  public void flush() {
    if (out.checkError()) {
      throw new ClosedOutput();
    }
  }

  @Override
  public void close() {
    flush();
  }
}
