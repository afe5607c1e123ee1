package dev.barid.faults.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of every process that is started here: runs another one's {@code main}, and ends
 * the process at once when the one that started it is gone, however that ended.
 */
public final class Leash {

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private Leash() {}

  /** Runs {@code args[1]} with the arguments after it, on a leash held by the process args[0]. */
  public static void main(String[] args) throws Throwable {
    holdBy(Long.parseLong(args[0]));
    Method main = Class.forName(args[1]).getMethod("main", String[].class);
    // Also that of a class which is no other package's business.
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  private static void holdBy(long pid) {
    Thread watch =
        new Thread(
            () -> {
              while (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
                LockSupport.parkNanos(LOOK_NANOS);
              }
              Runtime.getRuntime().halt(1);
            },
            "leash");
    watch.setDaemon(true);
    watch.start();
  }
}
