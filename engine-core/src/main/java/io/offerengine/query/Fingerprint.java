package io.offerengine.query;

import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number that tells one query's cursors from another's: 64 bits of a digest of what it asks.
 */
final class Fingerprint {
  private Fingerprint() {}

  /** Returns the fingerprint of all but the limit, the page and the deadline. */
  static long of(Query query) {
    StringBuilder text = new StringBuilder(query.schema().name());
    text.append(query.order()).append(query.fold());
    for (Parameter<?> parameter : query.schema().parameters()) {
      boolean unset = parameter.isClock() && !query.arguments().isGiven(parameter);
      text.append(parameter).append(unset ? "" : query.arguments().value(parameter));
    }
    Map<String, ValueSet> sorted = new TreeMap<>();
    for (Map.Entry<Field, ValueSet> entry : query.valueSets().entrySet()) {
      sorted.put(entry.getKey().name(), entry.getValue());
    }
    text.append(sorted);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
