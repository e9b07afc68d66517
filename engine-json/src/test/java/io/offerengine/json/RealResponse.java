package io.offerengine.json;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A recorded response of the real marketplace, which is no part of the project: its file is named
 * by the environment variable {@link #VARIABLE}, and tests of it are skipped without.
 */
final class RealResponse {
  static final String VARIABLE = "OFFER_ENGINE_REAL_RESPONSE";

  /** The marketplace's clock when it gave the response, in seconds since 1970. */
  static final double NOW = 1784365011.4767718;

  private static final JsonLimits LIMITS =
      new JsonLimits(Integer.MAX_VALUE, 32, 1 << 16, 1000, 1 << 20, 100);

  private RealResponse() {}

  /** Returns the file; skips the test that asks when there is none. */
  static Path file() {
    String file = System.getenv(VARIABLE);
    assumeTrue(file != null, VARIABLE + " does not name the file of a recorded response");
    return Path.of(file);
  }

  /** Returns the recorded offers by identifier, in the recorded order. */
  static Map<Long, Map<String, @Nullable Object>> recorded() throws IOException {
    return offers(Files.readAllBytes(file()));
  }

  /** Returns the offers of a response by identifier, in order. */
  static Map<Long, Map<String, @Nullable Object>> offers(byte[] response) {
    List<?> offers =
        (List<?>) Objects.requireNonNull(JsonBody.read(response, LIMITS).get("offers"));
    return offers.stream()
        .map(RealResponse::asObject)
        .collect(
            Collectors.toMap(
                offer -> Long.valueOf(String.valueOf(offer.get("id"))),
                offer -> offer,
                (first, second) -> {
                  throw new AssertionError("twice: " + first.get("id"));
                },
                LinkedHashMap::new));
  }

  @SuppressWarnings("unchecked")
  static Map<String, @Nullable Object> asObject(@Nullable Object value) {
    return (Map<String, @Nullable Object>) value;
  }
}
