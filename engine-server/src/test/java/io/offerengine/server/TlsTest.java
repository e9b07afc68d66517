package io.offerengine.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.tls.Tls;
import io.offerengine.server.http.tls.TlsFiles;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak TLS, and clients of several makers. */
class TlsTest {
  private static final String WARNING = "The earlier TLS certificate stays in force";
  private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir private Path folder;
  private Path certificate;
  private Path key;

  @BeforeEach
  void nameFiles() {
    certificate = folder.resolve("certificate.pem");
    key = folder.resolve("key.pem");
  }

  private TestPair write(String algorithm) throws Exception {
    TestPair pair = TestPair.of(folder, algorithm);
    pair.writeCertificate(certificate);
    pair.writeKey(key);
    return pair;
  }

  private ApiServer start() {
    Route health = Route.open("GET", "/healthz", request -> Answer.ok("{}".getBytes(UTF_8)));
    return RouteServer.start(
        List.of(health), sent -> null, to -> to.tls = new TlsFiles(certificate, key));
  }

  private static SSLContext trusting(TestPair... pairs) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (int i = 0; i < pairs.length; i++) {
      store.setCertificateEntry("c" + i, pairs[i].certificate());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void java_speaksBothVersions(String algorithm) throws Exception {
    SSLContext context = trusting(write(algorithm));
    try (ApiServer service = start()) {
      for (String version : List.of("TLSv1.2", "TLSv1.3")) {
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(new SSLParameters(null, new String[] {version}))
                .build();
        URI health = URI.create("https://127.0.0.1:" + service.port() + "/healthz");
        var answer = client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo(version);
      }
    }
  }

  @Test
  void curl_speaksBothVersions_andPlainHttpIsRefused() throws Exception {
    CommandRun.assumeInstalled("curl");
    write("EC");
    String options = "--tls-certificate " + certificate + " --tls-key " + key;
    try (ServiceProcess service =
        ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", "k"), options)) {
      String url = service.client("k").address() + "/healthz";
      for (String version : List.of("1.2", "1.3")) {
        CommandRun answer =
            program(
                    "curl -sSi --cacert %s --tlsv%s --tls-max %2$s %s"
                        .formatted(certificate, version, url))
                .succeeded();
        assertThat(answer.out()).contains("HTTP/1.1 200");
      }
      CommandRun plain = program("curl -sSi " + url.replace("https:", "http:"));
      assertThat(plain.exitCode()).isNotZero();
      assertThat(plain.out()).doesNotContain("HTTP/1.1 200");
    }
  }

  private static CommandRun program(String line) throws IOException, InterruptedException {
    return CommandRun.ofProgram(line.split(" ", -1));
  }

  @Tag("full")
  @Test
  void openssl_isRefusedBelowVersion12() throws Exception {
    CommandRun.assumeInstalled("openssl");
    write("RSA");
    try (ApiServer service = start()) {
      CommandRun old = openssl(service, "-tls1_1");
      assertThat(old.exitCode()).isNotZero();
      assertThat(old.out()).contains("alert protocol version").doesNotContain("BEGIN CERTIFICATE");
      for (int minor : new int[] {2, 3}) {
        assertThat(openssl(service, "-tls1_" + minor).succeeded().out())
            .contains("TLSv1." + minor, "BEGIN CERTIFICATE");
      }
    }
  }

  private CommandRun openssl(ApiServer service, String version)
      throws IOException, InterruptedException {
    // At its default level, openssl itself would refuse to speak TLS 1.1.
    return program(
        "openssl s_client -cipher DEFAULT@SECLEVEL=0 %s -connect 127.0.0.1:%d -CAfile %s"
            .formatted(version, service.port(), certificate));
  }

  @Tag("full")
  @Test
  void changedFiles_areUsedByNewConnections_andWrongOnesAreNot() throws Exception {
    TestPair first = write("EC");
    TestPair second = TestPair.of(folder, "RSA");
    TestPair third = TestPair.another(folder, "EC");
    SSLContext context = trusting(first, second, third);
    try (CapturedLog log = new CapturedLog(Tls.class);
        ApiServer service = start();
        SSLSocket old = connect(context, service)) {
      assertThat(served(old)).isEqualTo(first.certificate());
      assertAnswers(old);
      second.writeCertificate(certificate);
      second.writeKey(key);
      awaitServed(context, service, second);
      assertAnswers(old);
      long warnings = warnings(log);
      third.writeCertificate(certificate);
      Waiting.until(() -> warnings(log) != warnings);
      try (SSLSocket now = connect(context, service)) {
        assertThat(served(now)).isEqualTo(second.certificate());
        assertAnswers(now);
      }
      Files.delete(key);
      third.writeKey(key);
      awaitServed(context, service, third);
      assertAnswers(old);
      assertThat(log.messages().toString()).doesNotContain("PRIVATE KEY");
    }
  }

  @Test
  void aWrongPair_isLoggedOnce_howeverOftenItIsRead() throws Exception {
    write("EC");
    Tls tls = new Tls(new TlsFiles(certificate, key), Duration.ZERO);
    AtomicReference<Runnable> check = new AtomicReference<>();
    tls.watch(
        new ScheduledExecutorScheduler() {
          @Override
          public Task schedule(Runnable task, long delay, TimeUnit unit) {
            check.set(task);
            return () -> false;
          }
        });
    try (CapturedLog log = new CapturedLog(Tls.class)) {
      check.get().run();
      TestPair.of(folder, "RSA").writeCertificate(certificate);
      for (int i = 0; i < 5; i++) {
        check.get().run();
      }
      assertThat(log.messages()).singleElement(STRING).startsWith(WARNING);
      TestPair whole = write("EC");
      check.get().run();
      assertThat(log.messages()).hasSize(2);
      whole.writeCertificate(key);
      check.get().run();
      assertThat(log.messages()).hasSize(3).last(STRING).startsWith(WARNING);
    }
  }

  private static long warnings(CapturedLog log) {
    return log.messages().stream().filter(line -> line.contains(WARNING)).count();
  }

  private static SSLSocket connect(SSLContext context, ApiServer server) throws IOException {
    return (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
  }

  private static Certificate served(SSLSocket connection) throws IOException {
    return connection.getSession().getPeerCertificates()[0];
  }

  private static void awaitServed(SSLContext context, ApiServer service, TestPair expected) {
    Waiting.until(() -> {
      try (SSLSocket connection = connect(context, service)) {
        return served(connection).equals(expected.certificate());
      }
    });
  }

  private static void assertAnswers(SSLSocket socket) throws IOException {
    RawConnection connection = new RawConnection(socket).send(REQUEST);
    assertThat(connection.readHead())
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("content-length: 2\r\n");
    assertThat(connection.in().readNBytes(2)).asString().isEqualTo("{}");
  }

  /** Health checks come under other names than the certificate has, or under none. */
  @ParameterizedTest
  @CsvSource({"market.example, market.example", ", 127.0.0.1", "other.example, other.example"})
  void request_underAnyName_isAnswered(String sent, String host) throws Exception {
    TestPair pair = TestPair.of(folder, "EC", "dns:market.example");
    pair.writeCertificate(certificate);
    pair.writeKey(key);
    try (ApiServer server = start();
        SSLSocket socket = connect(trusting(pair), server)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setServerNames(sent == null ? List.of() : List.of(new SNIHostName(sent)));
      socket.setSSLParameters(parameters);
      String head = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      assertThat(new RawConnection(socket).send(head).readAll()).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no file | tls-certificate | certificate.pem: no such file",
        "empty certificate | tls-certificate | there is no certificate in PEM",
        "key as certificate | tls-certificate | a certificate is malformed; they must be PEM",
        "broken certificate | tls-certificate | a certificate is malformed; they must be PEM",
        "certificate as key | tls-key | openssl pkcs8 -topk8 -nodes -in OLD -out NEW",
        "broken key | tls-key | the key is malformed, or is not of the kind",
        "other kind | tls-key | the key is malformed, or is not of the kind",
        "other key | tls-key | the key does not belong to the first certificate of",
      })
  void aWrongPair_isRefusedAtTheStart(String damage, String option, String problem)
      throws Exception {
    TestPair pair = write("EC");
    damage(damage, pair);
    String line = "--tls-certificate " + certificate + " --tls-key " + key;
    assertThat(ServeArgumentsTest.refused(Map.of(), line))
        .singleElement(STRING)
        .startsWith("Invalid value for option '--" + option + "'")
        .contains(problem);
  }

  private void damage(String damage, TestPair pair) throws Exception {
    switch (damage) {
      case "no file" -> Files.delete(certificate);
      case "empty certificate" -> Files.writeString(certificate, "");
      case "key as certificate" -> pair.writeKey(certificate);
      case "broken certificate" ->
          Files.writeString(certificate, cut(Files.readString(certificate)));
      case "certificate as key" -> pair.writeCertificate(key);
      case "broken key" -> Files.writeString(key, cut(Files.readString(key)));
      case "other kind" -> TestPair.of(folder, "RSA").writeKey(key);
      default -> TestPair.another(folder, "EC").writeKey(key);
    }
  }

  /** Returns PEM without its second line. */
  private static String cut(String pem) {
    int first = pem.indexOf('\n') + 1;
    return pem.substring(0, first) + pem.substring(pem.indexOf('\n', first) + 1);
  }

  /**
   * A self-signed certificate of this machine and its key, made by the keytool of the JDK.
   *
   * @param certificate the certificate
   * @param key its key
   */
  private record TestPair(X509Certificate certificate, PrivateKey key) {
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
      program(
              "%s/bin/keytool -genkeypair -alias made -keyalg %s -dname CN=localhost -ext san=%s"
                      .formatted(System.getProperty("java.home"), algorithm, names)
                  + " -storetype PKCS12 -storepass "
                  + PASSWORD
                  + " -keystore "
                  + store)
          .succeeded();
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
}
