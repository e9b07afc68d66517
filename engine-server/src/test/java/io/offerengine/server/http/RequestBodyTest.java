package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whole bodies that arrive at once, in parts or in chunks. */
class RequestBodyTest {
  private static final int LIMIT = TestServer.BODY_LIMIT;

  private static String head(String headers) {
    return "POST /echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer test-key\r\n" + headers;
  }

  private static String body(int length, Random random) {
    StringBuilder body = new StringBuilder();
    while (body.length() < length) {
      body.append((char) ('a' + random.nextInt(26)));
    }
    return body.toString();
  }

  private static String withLength(String headers, String body) {
    return head(headers + "Content-Length: " + body.length() + "\r\n\r\n") + body;
  }

  /** Sends a body in chunks of random lengths, with or without trailers. */
  private static String chunked(String headers, String body, Random random) {
    StringBuilder request = new StringBuilder(head(headers));
    request.append("Transfer-Encoding: chunked\r\n\r\n");
    int from = 0;
    while (from < body.length()) {
      int length = 1 + random.nextInt(body.length() - from);
      request.append(Integer.toHexString(length)).append("\r\n");
      request.append(body, from, from + length).append("\r\n");
      from += length;
    }
    return request.append(random.nextBoolean() ? "0\r\n\r\n" : "0\r\nX: a\r\n\r\n").toString();
  }

  private static int length(Random random) {
    int[] lengths = {0, 1, LIMIT - 1, LIMIT, LIMIT + 1, 30_000, random.nextInt(2 * LIMIT)};
    return lengths[random.nextInt(lengths.length)];
  }

  private static void requireAnswers(String what, String received, List<String> bodies) {
    String[] answers = received.split("HTTP/1\\.1 ", -1);
    assertThat(answers).as(what).hasSize(1 + bodies.size());
    for (int i = 0; i < bodies.size(); i++) {
      String body = bodies.get(i);
      if (body.length() > LIMIT) {
        assertThat(answers[1 + i]).as(what).startsWith("413 ").contains("payload_too_large");
      } else {
        assertThat(answers[1 + i]).as(what).startsWith("200 ").endsWith("\r\n\r\n" + body);
      }
    }
  }

  @Test
  void bodies_onOneConnectionHoweverTheyArrive_areAnsweredInOrder() throws IOException {
    long first = Seeds.first();
    try (TestServer server = TestServer.start()) {
      for (long seed = first; seed < first + 100; seed++) {
        answersInOrder(server, seed);
      }
    }
  }

  private static void answersInOrder(TestServer server, long seed) throws IOException {
    Random random = new Random(seed);
    List<String> bodies = new ArrayList<>();
    StringBuilder requests = new StringBuilder();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String headers = i == count - 1 ? "Connection: close\r\n" : "";
      String body = body(length(random), random);
      bodies.add(body);
      requests.append(
          random.nextBoolean() ? withLength(headers, body) : chunked(headers, body, random));
    }
    try (RawConnection connection = new RawConnection(server.port())) {
      int from = 0;
      while (from < requests.length()) {
        int to = Math.min(requests.length(), from + 1 + random.nextInt(20_000));
        connection.send(requests.substring(from, to));
        from = to;
      }
      requireAnswers("seed=" + seed, connection.readAll(), bodies);
    }
  }
}
