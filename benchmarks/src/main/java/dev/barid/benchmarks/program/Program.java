package dev.barid.benchmarks.program;

import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Sink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that delivers.
 *
 * @param name as it is shown
 * @param group the consumer group whose offsets say how far it has come
 * @param mainClass what its JVM runs
 * @param arguments after the brokers' and the receiver's address
 * @param environment its settings
 * @param way how it comes to the receiver
 */
public record Program(
    String name,
    String group,
    String mainClass,
    List<String> arguments,
    Map<String, String> environment,
    Sink.Way way) {

  private static final List<String> JVM = List.of("-Xmx512m", "-Dbarid.log.level=WARN");

  /**
   * The bare limit: reads, signs and sends with so many requests in flight, and does nothing else.
   */
  public static Program bareLimit(int inFlight) {
    return new Program(
        "bare limit",
        BareLimit.GROUP,
        BareLimit.class.getName(),
        List.of(Integer.toString(inFlight)),
        Map.of(),
        Sink.Way.ADDRESS);
  }

  /** Barid's dispatcher with a log of attempts ({@code all}, {@code failures} or {@code off}). */
  public static Program barid(String attemptsLog) {
    return new Program(
        "barid, attempts " + attemptsLog,
        "barid.dispatcher",
        "dev.barid.standalone.Barid",
        List.of(),
        Map.of(
            "BARID_ATTEMPTS_LOG", attemptsLog,
            "BARID_EGRESS_ALLOW", "127.0.0.0/8",
            "BARID_HTTP_PORT", "0"),
        Sink.Way.ADDRESS);
  }

  /** The same with one more setting, and a name that says so. */
  public Program with(String suffix, String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Program(name + suffix, group, mainClass, arguments, Map.copyOf(more), way);
  }

  /** The same, but Barid's subscribers are reached another way; and a name that says so. */
  public Program by(Sink.Way other, String suffix) {
    return new Program(name + suffix, group, mainClass, arguments, environment, other);
  }

  /**
   * Starts it.
   *
   * @param servers the brokers
   * @param receiver the address that the bare limit sends to, without a path
   * @param jvmOptions more options, such as those of a profile
   */
  public Child start(Path directory, String servers, String receiver, List<String> jvmOptions) {
    List<String> all = new ArrayList<>();
    if (mainClass.equals(BareLimit.class.getName())) {
      all.addAll(List.of(servers, receiver));
    } else {
      all.addAll(List.of("dispatcher", "--bootstrap-servers", servers));
    }
    all.addAll(arguments);
    List<String> options = new ArrayList<>(JVM);
    options.addAll(jvmOptions);
    return Child.java(fileName(), directory, options, mainClass, all, environment);
  }

  /** Its name for files. */
  public String fileName() {
    return name.replaceAll("[^a-z0-9]+", "-");
  }
}
