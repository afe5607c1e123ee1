package dev.barid.faults.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a process is started, again and again.
 *
 * @param name such as {@code dispatcher-1}; names its log
 * @param logs the directory of its log, which later starts append to
 * @param mainClass the class whose {@code main} it runs
 * @param jvmOptions options of the JVM, after those of {@link #command}
 * @param arguments what {@code main} gets
 * @param environment variables on top of this process's
 */
public record Launch(
    String name,
    Path logs,
    String mainClass,
    List<String> jvmOptions,
    List<String> arguments,
    Map<String, String> environment) {

  /** With neither options nor variables. */
  public static Launch of(String name, Path logs, Class<?> mainClass, String... arguments) {
    return new Launch(name, logs, mainClass.getName(), List.of(), List.of(arguments), Map.of());
  }

  /** With more options of the JVM. */
  public Launch withJvmOptions(String... options) {
    List<String> all = new ArrayList<>(jvmOptions);
    all.addAll(List.of(options));
    return new Launch(name, logs, mainClass, all, arguments, environment);
  }

  /** Where what it prints and logs goes. */
  public Path log() {
    return logs.resolve(name + ".log");
  }

  /** Small and quick to start, since many share the machine. */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            // Not the one of the tests.
            "-Dlogback.configurationFile=logback.xml"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Leash.class.getName()));
    command.add(Long.toString(ProcessHandle.current().pid()));
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }
}
