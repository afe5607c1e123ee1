package dev.barid.standalone.role;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT. The first one asks for an orderly end, which has less than 10 seconds; the
 * second ends the process at once.
 *
 * <p>The JVM's own shutdown hooks can't tell a second signal from the first, hence {@code
 * sun.misc.Signal}; it is reached by reflection since the compiler warns of its name. Where it is
 * missing, a shutdown hook stands in, and there is no second signal.
 */
public final class StopSignal {

  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);
  private static final int EXIT_BASE = 128;
  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;
  private static final long END_WITHIN_MS = 9_500;

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger received = new AtomicInteger();

  private StopSignal() {}

  /** Takes over the process's signals. */
  public static StopSignal install() {
    StopSignal signal = new StopSignal();
    try {
      signal.handle("TERM", EXIT_BASE + SIGTERM);
      signal.handle("INT", EXIT_BASE + SIGINT);
    } catch (ReflectiveOperationException | RuntimeException unsupported) {
      log.debug("no signal handlers: {}", unsupported.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(signal::onShutdown, "barid-shutdown"));
    }
    return signal;
  }

  /** Whether the process has been asked to end. */
  public boolean isStopping() {
    return stop.getCount() == 0;
  }

  /** Waits until the process is asked to end. */
  public void await() {
    try {
      stop.await();
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for a while.
   *
   * @return whether the process has been asked to end
   */
  public boolean await(Duration wait) {
    try {
      return stop.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Asks for an orderly end, as the first signal does. */
  public void stop() {
    stop.countDown();
  }

  /** Says that everything is closed, so that nothing more has to be waited for. */
  public void ended() {
    ended.countDown();
  }

  private void onSignal(int exitStatus) {
    if (received.incrementAndGet() > 1) {
      Runtime.getRuntime().halt(exitStatus);
    }
    Thread deadline = new Thread(this::onDeadline, "barid-deadline");
    deadline.setDaemon(true);
    deadline.start();
    stop();
  }

  /** What isn't committed by then repeats, as after a crash; hanging would help nobody. */
  private void onDeadline() {
    try {
      if (!ended.await(END_WITHIN_MS, TimeUnit.MILLISECONDS)) {
        log.error("not ended within {} ms: ending at once", END_WITHIN_MS);
        Runtime.getRuntime().halt(1);
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private void onShutdown() {
    stop();
    try {
      if (!ended.await(END_WITHIN_MS, TimeUnit.MILLISECONDS)) {
        log.error("not ended within {} ms", END_WITHIN_MS);
      }
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(String name, int exitStatus) throws ReflectiveOperationException {
    Class<?> signalClass = Class.forName("sun.misc.Signal");
    Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
    InvocationHandler calls =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                onSignal(exitStatus);
                yield null;
              }
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "signal handler of " + name;
            };
    Object handler =
        Proxy.newProxyInstance(
            StopSignal.class.getClassLoader(), new Class<?>[] {handlerClass}, calls);
    signalClass
        .getMethod("handle", signalClass, handlerClass)
        .invoke(null, signalClass.getConstructor(String.class).newInstance(name), handler);
  }
}
