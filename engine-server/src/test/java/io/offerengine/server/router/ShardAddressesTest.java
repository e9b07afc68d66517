package io.offerengine.server.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses of shards are accepted. */
class ShardAddressesTest {
  @Test
  void addresses_areNormalised() {
    ShardAddresses addresses =
        ShardAddresses.parse(List.of("http://A:8080/, HTTPS://b", "http://[::1]:9"));
    assertThat(addresses.shards())
        .containsExactly(
            List.of(URI.create("http://a:8080"), URI.create("https://b")),
            List.of(URI.create("http://[::1]:9")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a:8080",
        "ftp://a",
        "http://",
        "http://a/path",
        "http://a?x=1",
        "http://u@a",
        "http://a b",
        "http://a,",
        "http://a_b"
      })
  void malformedAddresses_areRefused(String shard) {
    assertThatThrownBy(() -> ShardAddresses.parse(List.of(shard)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("http://HOST:PORT");
  }

  @Test
  void noShard_isRefused() {
    assertThatThrownBy(() -> ShardAddresses.parse(List.of()))
        .hasMessageContaining("there is no shard");
  }

  @Test
  void repeatedAddress_isRefused() {
    assertThatThrownBy(() -> ShardAddresses.parse(List.of("http://a:1", "http://A:1/")))
        .hasMessageContaining("http://a:1 is named twice");
  }
}
