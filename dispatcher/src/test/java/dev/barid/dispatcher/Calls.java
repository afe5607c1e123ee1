package dev.barid.dispatcher;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Stands between a worker and its real producers, so that a test can stop or spoil their calls. */
final class Calls {

  static final String BEGIN = "beginTransaction";
  static final String COMMIT = "commitTransaction";

  private static final long PATIENCE_SECONDS = 60;

  /** What is done instead of a call. */
  @FunctionalInterface
  interface Step {
    @Nullable Object call(Callable<@Nullable Object> real) throws Exception;
  }

  /** A call that waits for the test. */
  static final class Halt {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Returns once the call is about to be made. */
    void awaitReached() throws InterruptedException {
      if (!reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the call isn't made");
      }
    }

    /** Lets the call go on. */
    void release() {
      released.countDown();
    }
  }

  private final Map<String, Step> next = new ConcurrentHashMap<>();
  private final Map<String, RuntimeException> failing = new ConcurrentHashMap<>();
  private final List<Halt> halts = new CopyOnWriteArrayList<>();
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

  /** The producer, behind this. */
  @SuppressWarnings("unchecked")
  Producer<byte[], byte[]> on(Producer<byte[], byte[]> real) {
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Calls.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (proxy, method, args) -> {
              Callable<@Nullable Object> call =
                  () -> {
                    try {
                      return method.invoke(real, args);
                    } catch (InvocationTargetException failed) {
                      thrown.add(failed.getCause());
                      throw failed.getCause() instanceof Exception cause ? cause : failed;
                    }
                  };
              RuntimeException failure = failing.get(method.getName());
              if (failure != null) {
                throw failure;
              }
              Step step = next.remove(method.getName());
              return step == null ? call.call() : step.call(call);
            });
  }

  /** Does something else at the next call of that name. */
  void atNext(String method, Step step) {
    next.put(method, step);
  }

  /** The next call of that name waits for the test. */
  Halt haltNext(String method) {
    return haltNext(method, Callable::call);
  }

  /** The next call of that name waits for the test, and then something else is done. */
  Halt haltNext(String method, Step then) {
    Halt halt = new Halt();
    halts.add(halt);
    atNext(
        method,
        real -> {
          halt.reached.countDown();
          halt.released.await();
          return then.call(real);
        });
    return halt;
  }

  /**
   * The next commit is made, and its answer lost; whoever asks again is told, as Kafka's own
   * producer would be.
   */
  void loseTheNextCommitsAnswer() {
    atNext(
        COMMIT,
        real -> {
          real.call();
          atNext(COMMIT, told -> null);
          throw new TimeoutException("the answer is lost");
        });
  }

  /** From now on each call of that name fails like this. */
  void fail(String method, RuntimeException failure) {
    failing.put(method, failure);
  }

  /** Nothing fails any more, and nothing waits. */
  void heal() {
    failing.clear();
    next.clear();
    halts.forEach(Halt::release);
  }

  /** What the real producers have thrown. */
  List<Throwable> thrown() {
    return thrown;
  }
}
