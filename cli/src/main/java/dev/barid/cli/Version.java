package dev.barid.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version as {@code --version} prints it and as {@code User-Agent} carries it. */
public final class Version implements IVersionProvider {

  /** The version of this build; {@code development} outside of a jar. */
  public static String number() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"barid " + number()};
  }
}
