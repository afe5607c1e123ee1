package dev.barid.dispatcher.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

/** TLS listeners with a certificate that the JDK's own tool makes. */
final class SelfSigned {
  private static final String PASSWORD = "changeit";

  private SelfSigned() {}

  private static Path store(Path dir) {
    return dir.resolve("key.p12");
  }

  private static KeyStore keys(Path dir) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store(dir))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  /** What a client must trust to pass a listener of that directory. */
  static X509Certificate certificate(Path dir) throws Exception {
    return (X509Certificate) keys(dir).getCertificate("test");
  }

  /** A listener whose certificate is for {@code name}, such as {@code dns:hooks.example}. */
  static ServerSocket listener(Path dir, String name) throws Exception {
    make(dir, name);
    return listenerOf(dir);
  }

  /** Makes a certificate for a name. */
  static void make(Path dir, String name) throws Exception {
    Path file = store(dir);
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "SAN=" + name,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(output).isZero();
  }

  /** Writes the certificate that was made, and its key, as servers of others read them. */
  static void writePem(Path dir, Path chain, Path key) throws Exception {
    KeyStore keys = keys(dir);
    Files.writeString(chain, pem("CERTIFICATE", keys.getCertificate("test").getEncoded()));
    byte[] secret = keys.getKey("test", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(key, pem("PRIVATE KEY", secret));
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /**
   * A listener with the certificate that was made; of the protocols it takes the client's first.
   */
  static ServerSocket listenerOf(Path dir, String... protocols) throws Exception {
    KeyStore keys = keys(dir);
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    SSLServerSocket listener =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    SSLParameters parameters = listener.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    listener.setSSLParameters(parameters);
    return listener;
  }
}
