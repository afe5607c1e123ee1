package dev.barid.faults.crash;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Whether a value is what it was when it was last asked for. */
final class Unchanged<T> implements Callable<Boolean> {

  private final Callable<T> value;
  private @Nullable T last;

  Unchanged(Callable<T> value) {
    this.value = value;
  }

  @Override
  public Boolean call() throws Exception {
    T now = value.call();
    boolean same = now.equals(last);
    last = now;
    return same;
  }
}
