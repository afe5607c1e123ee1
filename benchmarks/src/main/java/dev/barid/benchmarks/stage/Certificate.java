package dev.barid.benchmarks.stage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A certificate that nobody but us trusts, and its key, on P-256.
 *
 * @param chain the certificate's file, PEM
 * @param key the key's file, PEM
 * @param store both, PKCS#12
 */
record Certificate(Path chain, Path key, Path store) {

  private static final String PASSWORD = "changeit";
  private static final String TYPE = "PKCS12";
  private static final String ALIAS = "sink";
  private static final int PEM_LINE = 64;

  /** Has the JDK's keytool make one for a host name, with its files in the directory. */
  static Certificate make(Path directory, String host) {
    Certificate made =
        new Certificate(
            directory.resolve("cert.pem"),
            directory.resolve("key.pem"),
            directory.resolve("key.p12"));
    try {
      keytool(made.store, host);
      KeyStore keys = KeyStore.getInstance(TYPE);
      try (InputStream in = Files.newInputStream(made.store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      Files.writeString(made.chain, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
      Key key = Objects.requireNonNull(keys.getKey(ALIAS, PASSWORD.toCharArray()));
      Files.writeString(made.key, pem("PRIVATE KEY", key.getEncoded()));
      return made;
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void keytool(Path store, String host) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=dns:" + host,
                "-storetype",
                TYPE,
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + said);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String pem(String what, byte[] encoded) {
    String lines = Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
  }

  /** With these a JVM trusts it, and no other one. */
  List<String> trustOptions() {
    return List.of(
        "-Djavax.net.ssl.trustStore=" + store,
        "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
        "-Djavax.net.ssl.trustStoreType=" + TYPE);
  }
}
