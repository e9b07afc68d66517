package io.offerengine.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A self-signed certificate of this machine and its key, made by the keytool of the JDK.
 *
 * @param certificate the certificate
 * @param key its key
 */
record TestPair(X509Certificate certificate, PrivateKey key) {
  private static final String PASSWORD = "changeit";

  /** The pairs, which are made once. */
  private static final Map<String, TestPair> MADE = new ConcurrentHashMap<>();

  /**
   * Returns a pair of this machine.
   *
   * @param folder where a temporary file may be made
   * @param algorithm RSA, EC or Ed25519
   */
  static TestPair of(Path folder, String algorithm) {
    return of(folder, algorithm, "ip:127.0.0.1,dns:localhost");
  }

  /** Returns another pair of this machine. */
  static TestPair another(Path folder, String algorithm) {
    return of(folder, algorithm, "dns:localhost,ip:127.0.0.1");
  }

  /** Returns a pair for the names that {@code names} lists in the form of keytool. */
  static TestPair of(Path folder, String algorithm, String names) {
    return MADE.computeIfAbsent(
        algorithm + names,
        missing -> {
          try {
            return make(folder, algorithm, names);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private static TestPair make(Path folder, String algorithm, String names) throws Exception {
    Path store = folder.resolve("made.p12");
    Files.deleteIfExists(store);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "made",
            "-keyalg",
            algorithm,
            "-dname",
            "CN=localhost",
            "-ext",
            "san=" + names,
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            store.toString());
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    assertThat(keytool.waitFor()).isZero();
    return read(store);
  }

  private static TestPair read(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new TestPair(
        (X509Certificate) store.getCertificate("made"),
        (PrivateKey) store.getKey("made", PASSWORD.toCharArray()));
  }

  void writeCertificate(Path file) throws Exception {
    Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
  }

  void writeKey(Path file) throws IOException {
    Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
  }

  private static String pem(String kind, byte[] content) {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
