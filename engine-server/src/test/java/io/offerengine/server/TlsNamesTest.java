package io.offerengine.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.tls.TlsFiles;
import io.offerengine.server.keys.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests under names that the certificate does not have, as health checks by address send. */
class TlsNamesTest {
  @TempDir private Path folder;

  private static SSLContext trusting(TestPair pair) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("made", pair.certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static String ask(SSLContext context, int port, List<String> sent, String host)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setServerNames(sent.stream().<SNIServerName>map(SNIHostName::new).toList());
      socket.setSSLParameters(parameters);
      String head = "GET /open HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void request_underAnyName_isAnswered() throws Exception {
    TestPair pair = TestPair.make(folder, "EC", "dns:market.example");
    pair.writeCertificate(folder.resolve("certificate.pem"));
    pair.writeKey(folder.resolve("key.pem"));
    TlsFiles files = new TlsFiles(folder.resolve("certificate.pem"), folder.resolve("key.pem"));
    List<Route> routes =
        List.of(Route.open("GET", "/open", request -> Answer.ok("{}".getBytes(UTF_8))));
    try (ApiServer server =
        new ApiServer(routes, key -> Caller.user(1), ServerSettings.defaults().withTls(files))) {
      server.start();
      server.ready();
      SSLContext context = trusting(pair);
      int port = server.port();

      assertThat(ask(context, port, List.of("market.example"), "market.example"))
          .startsWith("HTTP/1.1 200");
      assertThat(ask(context, port, List.of(), "127.0.0.1:" + port)).startsWith("HTTP/1.1 200");
      assertThat(ask(context, port, List.of("other.example"), "other.example"))
          .startsWith("HTTP/1.1 200");
    }
  }
}
