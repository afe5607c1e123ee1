package dev.barid.faults.scene;

import dev.barid.core.settings.Settings;
import dev.barid.dispatcher.Dispatcher;
import dev.barid.faults.process.JvmProcess;
import dev.barid.faults.process.Launch;
import dev.barid.testkit.ReceivedRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A dispatcher process whose requests say, in {@code User-Agent}, that they are its own. It has one
 * worker: so each joins its group once, and leaves it once.
 */
public final class NamedDispatcher {

  private static final Pattern READY = Pattern.compile("ready");
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String AGENT = "Barid/";

  private NamedDispatcher() {}

  /** Runs one at the brokers {@code args[0]} under the name {@code args[1]} until it is stopped. */
  public static void main(String[] args) throws InterruptedException {
    Settings settings =
        Settings.of(
            Map.of(
                "bootstrap.servers",
                args[0],
                "egress.allow",
                "127.0.0.0/8",
                "retry.tiers",
                Scene.TIERS,
                "dispatcher.workers",
                "1"));
    Dispatcher dispatcher = new Dispatcher(settings, args[1], args[1], new SimpleMeterRegistry());
    dispatcher.start();
    Runtime.getRuntime().addShutdownHook(new Thread(dispatcher::close));
    CountDownLatch never = new CountDownLatch(1);
    while (!dispatcher.isReady() && !never.await(20, TimeUnit.MILLISECONDS)) {
      // It is reading the registry, or joining.
    }
    System.out.println("ready");
    never.await();
  }

  /** Starts one; returns at once. */
  static JvmProcess start(Path logs, String bootstrapServers, String name) {
    return JvmProcess.start(Launch.of(name, logs, NamedDispatcher.class, bootstrapServers, name));
  }

  /** Waits until it has joined. */
  static void awaitReady(JvmProcess dispatcher) {
    dispatcher.awaitLine(READY, SOON);
  }

  /** Whose request it is. */
  static String of(ReceivedRequest request) {
    return request.header("User-Agent").orElseThrow().substring(AGENT.length());
  }
}
