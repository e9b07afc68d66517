package io.offerengine.marketplace;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The derivations of the marketplace: functions that compute a field of an offer from other fields
 * when the offer is stored.
 */
final class MarketplaceDerivations {
  private static final int DRIVER_PARTS = 3;
  private static final int MAJOR_DIGITS = 9;
  private static final int FURTHER_DIGITS = 3;

  /** A minor version or a patch is less than this. */
  private static final int PART = 1000;

  private MarketplaceDerivations() {}

  /** Multiplies integers; absent if a factor is absent or the product exceeds 64 bits. */
  static Derivation integerProduct(Field left, Field right) {
    return Derivation.reading(
        List.of(left, right),
        offer ->
            offer.has(left) && offer.has(right)
                ? exactProduct(offer.integer(left), offer.integer(right))
                : null);
  }

  private static @Nullable Long exactProduct(long left, long right) {
    boolean fits = Math.multiplyHigh(left, right) == (left * right) >> 63;
    return fits ? left * right : null;
  }

  /** Multiplies numbers; absent if a factor is absent or the product is not finite. */
  static Derivation product(Field left, Field right) {
    return Derivation.reading(
        List.of(left, right),
        offer -> {
          double product = offer.number(left) * offer.number(right);
          return Double.isFinite(product) ? product : null;
        });
  }

  /** Packs a version into an integer: {@code major * 1000000 + minor * 1000 + patch}. */
  static Derivation packedVersion(Field version) {
    return Derivation.reading(
        List.of(version),
        offer -> {
          String text = offer.text(version);
          return text == null ? null : packed(version.collation().key(text));
        });
  }

  /**
   * Returns {@code major * 1000000 + minor * 1000 + patch}. If the version is unreadable, has more
   * than three parts, or has a minor or patch above 999, the result is absent.
   *
   * @param key the key of a version: each part follows its number of digits
   */
  private static @Nullable Long packed(String key) {
    long packed = 0;
    int at = 0;
    for (int part = 0; part < DRIVER_PARTS; part++) {
      int digits = at < key.length() ? key.charAt(at++) : 0;
      if (digits > (part == 0 ? MAJOR_DIGITS : FURTHER_DIGITS)) {
        return null;
      }
      packed = packed * PART + (digits == 0 ? 0 : Long.parseLong(key, at, at + digits, 10));
      at += digits;
    }
    return at < key.length() ? null : packed;
  }
}
