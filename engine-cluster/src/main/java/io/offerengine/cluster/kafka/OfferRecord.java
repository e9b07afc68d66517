package io.offerengine.cluster.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.cluster.Position;
import java.util.Arrays;
import java.util.UUID;

/**
 * The keys of the records in the topic of the offers: the identifier of an offer, or {@code
 * position} for the last batch and the number of all changes up to it.
 */
final class OfferRecord {
  private static final byte[] POSITION = "position".getBytes(US_ASCII);

  private OfferRecord() {}

  /** The end of a log. */
  record End(Position position, long total) {}

  static byte[] key(long id) {
    return Long.toString(id).getBytes(US_ASCII);
  }

  static byte[] positionKey() {
    return POSITION.clone();
  }

  static boolean isPosition(byte[] key) {
    return Arrays.equals(key, POSITION);
  }

  static long id(byte[] key) {
    return Long.parseLong(new String(key, US_ASCII));
  }

  static byte[] write(End end) {
    Position position = end.position();
    return (position.seq() + " " + position.batch() + " " + end.total()).getBytes(US_ASCII);
  }

  static End read(byte[] value) {
    String[] parts = new String(value, US_ASCII).split(" ", -1);
    Position position = new Position(Long.parseLong(parts[0]), UUID.fromString(parts[1]));
    return new End(position, Long.parseLong(parts[2]));
  }
}
