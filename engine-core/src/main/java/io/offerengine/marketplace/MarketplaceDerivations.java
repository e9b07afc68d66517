package io.offerengine.marketplace;

import io.offerengine.schema.Collation;
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
  private static final int MAX_DRIVER_PART = 999;
  private static final long MAX_FIRST_PART = 999_999_999;

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
    return Derivation.reading(List.of(version), offer -> packed(offer.text(version)));
  }

  /**
   * Returns {@code major * 1000000 + minor * 1000 + patch}. If the version is absent or unreadable,
   * has more than three parts, or has a minor or patch above 999, the result is absent.
   */
  private static @Nullable Long packed(@Nullable String version) {
    if (version == null) {
      return null;
    }
    long packed = 0;
    int parts = 0;
    long number = 0;
    int digits = 0;
    for (int i = 0; i <= version.length(); i++) {
      char c = i == version.length() ? '.' : version.charAt(i);
      if (c >= '0' && c <= '9') {
        number = Math.min(10 * number + c - '0', MAX_FIRST_PART + 1);
        digits++;
      } else if (c == '.' && digits > 0 && digits <= Collation.MAX_DIGITS && fits(number, parts)) {
        packed = parts < DRIVER_PARTS ? packed * (MAX_DRIVER_PART + 1) + number : packed;
        parts++;
        number = 0;
        digits = 0;
      } else {
        return null;
      }
    }
    for (; parts < DRIVER_PARTS; parts++) {
      packed *= MAX_DRIVER_PART + 1;
    }
    return packed;
  }

  private static boolean fits(long number, int index) {
    if (index == 0) {
      return number <= MAX_FIRST_PART;
    }
    return number <= (index < DRIVER_PARTS ? MAX_DRIVER_PART : 0);
  }
}
