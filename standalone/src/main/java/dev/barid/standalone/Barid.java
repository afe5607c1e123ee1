package dev.barid.standalone;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The program {@code barid}. */
@Command(
    name = "barid",
    description = "A Kafka-native delivery pipeline for webhooks.",
    mixinStandardHelpOptions = true,
    versionProvider = Barid.Version.class)
public final class Barid {
  private Barid() {}

  /** Runs the command that the arguments name and exits with its status. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Barid()).execute(args));
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        Optional.ofNullable(Barid.class.getPackage().getImplementationVersion())
            .orElse("development")
      };
    }
  }
}
