package io.offerengine.server.http.address;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's address of requests that proxies forward. */
class ForwardedNodesTest {
  private static final String LONGEST_RUN = "60s";

  private static final TrustedProxies PROXIES =
      new TrustedProxies(
          List.of(
              AddressRange.parse("10.0.0.0/8"),
              AddressRange.parse("192.0.2.7"),
              AddressRange.parse("2001:db8:a::/48")));

  private static String client(String peer, HttpFields headers) {
    InetAddress client = PROXIES.client(AddressRange.address(peer), headers);
    assertThat(client).isNotNull();
    return client.getHostAddress();
  }

  private static HttpFields fields(String name, String lines) {
    HttpFields.Mutable fields = HttpFields.build();
    for (String line : lines.split(" / ", -1)) {
      fields.add(name, line);
    }
    return fields;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "X-Forwarded-For | 198.51.100.1 | 198.51.100.1",
        "X-Forwarded-For | 198.51.100.1:4711 | 198.51.100.1",
        "X-Forwarded-For | 1.1.1.1, 198.51.100.1 | 198.51.100.1",
        "X-Forwarded-For | 1.1.1.1,198.51.100.1 , 10.2.3.4,192.0.2.7 | 198.51.100.1",
        "X-Forwarded-For | 1.1.1.1 / 198.51.100.1 / 10.2.3.4 | 198.51.100.1",
        "X-Forwarded-For | nonsense, 198.51.100.1 | 198.51.100.1",
        "X-Forwarded-For | 2001:db8::1 | 2001:db8:0:0:0:0:0:1",
        "X-Forwarded-For | [2001:db8::1]:80, 2001:db8:a:1::2 | 2001:db8:0:0:0:0:0:1",
        "X-Forwarded-For | ::ffff:198.51.100.1 | 198.51.100.1",
        "X-Forwarded-For | 10.9.9.9 | 10.9.9.9",
        "X-Forwarded-For | 1.1.1.1, nonsense | 10.0.0.1",
        "X-Forwarded-For | 1.1.1.1, nonsense, 10.2.2.2 | 10.2.2.2",
        "X-Forwarded-For | 1.1.1.1, | 10.0.0.1",
        "X-Forwarded-For | 198.51.100.256 | 10.0.0.1",
        "X-Forwarded-For | 198.51.100 | 10.0.0.1",
        "X-Forwarded-For | [198.51.100.1] | 10.0.0.1",
        "X-Forwarded-For | 198.51.100.1:x | 10.0.0.1",
        "X-Forwarded-For | fe80::1%eth0 | 10.0.0.1",
        "Forwarded | for=198.51.100.1 | 198.51.100.1",
        "Forwarded | For=\"198.51.100.1:4711\";proto=https | 198.51.100.1",
        "Forwarded | for=1.1.1.1, by=10.0.0.1;FOR=198.51.100.1 | 198.51.100.1",
        "Forwarded | for=1.1.1.1, for=198.51.100.1, for=10.2.3.4 | 198.51.100.1",
        "Forwarded | for=\"[2001:db8::1]:80\" | 2001:db8:0:0:0:0:0:1",
        "Forwarded | for=\"x, for=1.1.1.1\\\"\", for=198.51.100.1 | 198.51.100.1",
        "Forwarded | nonsense / for=198.51.100.1 | 198.51.100.1",
        "Forwarded | for=unknown | 10.0.0.1",
        "Forwarded | for=_hidden, for=10.2.2.2 | 10.2.2.2",
        "Forwarded | proto=https | 10.0.0.1",
        "Forwarded | for=\"x, for=198.51.100.1 | 10.0.0.1",
        "Forwarded | for=1.1.1.1;for=2.2.2.2 | 10.0.0.1",
        "Forwarded | for=[2001:db8::1] | 10.0.0.1",
        "Forwarded | for=1.1.1.1 for=2.2.2.2 | 10.0.0.1",
        "Forwarded | for | 10.0.0.1",
        "Forwarded | for= | 10.0.0.1",
      })
  void client_ofForwardedAddresses_isTheRightMostUntrustedOne(
      String header, String lines, String client) {
    assertThat(client("10.0.0.1", fields(header, lines))).isEqualTo(client);
  }

  @Test
  void client_ofAnUntrustedPeer_isThePeer() {
    assertThat(client("192.0.2.8", fields("X-Forwarded-For", "1.1.1.1"))).isEqualTo("192.0.2.8");
    assertThat(client("192.0.2.8", fields("Forwarded", "for=1.1.1.1"))).isEqualTo("192.0.2.8");
    assertThat(client("10.0.0.1", HttpFields.EMPTY)).isEqualTo("10.0.0.1");
  }

  @Test
  void client_ofTwoHeadersThatDiffer_isThePeer() {
    HttpFields same =
        HttpFields.build().add("Forwarded", "for=1.1.1.1").add("X-Forwarded-For", "1.1.1.1");
    assertThat(client("10.0.0.1", same)).isEqualTo("1.1.1.1");
    HttpFields other =
        HttpFields.build().add("Forwarded", "for=1.1.1.1").add("X-Forwarded-For", "2.2.2.2");
    assertThat(client("10.0.0.1", other)).isEqualTo("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "10.0.0.1/8",
        "10.0.0.0/33",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0/8",
        "::/129",
        "::1/64",
        "10.0.0.0/8/8",
        "fe80::%1/10",
        "256.0.0.0/8",
        "10.0.0.0/+8",
      })
  void parse_ofNoRange_isRefused(String text) {
    assertThatThrownBy(() -> AddressRange.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  static Stream<byte[]> headers() {
    return Stream.of(
            "for=198.51.100.1;proto=https, for=\"[2001:db8::1]:80\"",
            "for=\"a\\\"b\", by=_x",
            "1.1.1.1, 10.0.0.1:80, [::1]:2",
            ",,;;==\"\"")
        .map(text -> text.getBytes(ISO_8859_1));
  }

  /** Whatever a client sends before the proxy's own element, the proxy's word counts. */
  @MethodSource("headers")
  @FuzzTest(maxDuration = LONGEST_RUN)
  void client_ofAnyHeaders_isTheOneThatTheProxyNames(byte[] sent) {
    String text = new String(sent, ISO_8859_1);
    HttpFields list = HttpFields.build().add("X-Forwarded-For", text + ", 198.51.100.1");
    assertThat(client("10.0.0.1", list)).isEqualTo("198.51.100.1");
    HttpFields lines =
        HttpFields.build().add("Forwarded", text).add("Forwarded", "for=198.51.100.1");
    assertThat(client("10.0.0.1", lines)).isEqualTo("198.51.100.1");
    HttpFields appended = HttpFields.build().add("Forwarded", text + ", for=198.51.100.1");
    assertThat(client("10.0.0.1", appended)).isIn("198.51.100.1", "10.0.0.1");
    assertThat(client("198.51.100.2", appended)).isEqualTo("198.51.100.2");
  }
}
