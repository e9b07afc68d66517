package io.offerengine.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients can not fill the log of a service with malformed requests. */
class MalformedHostTest {
  @TempDir private Path directory;

  private static String answer(URI service, String host) throws IOException {
    try (Socket socket = new Socket(service.getHost(), service.getPort())) {
      socket.setSoTimeout(60_000);
      String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  @Test
  void malformedHosts_areRefusedWithoutALineInTheLog() throws IOException {
    Path log = directory.resolve("log");
    String key = "a-key-of-the-test";
    try (ServiceProcess service =
        ServiceProcess.startLogging(log, Map.of("OFFER_ENGINE_API_KEY", key))) {
      URI address = URI.create(service.client(key).address());
      List<String> before = Files.readAllLines(log);
      for (String host : List.of("a b", "[::1", "host:port", "host:99999", "@@", "a/b", ":80")) {
        for (int each = 0; each < 10; each++) {
          assertThat(answer(address, host)).as(host).startsWith("HTTP/1.1 400 ");
        }
      }
      assertThat(Files.readAllLines(log)).isEqualTo(before);
    }
  }
}
