package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the marketplace's derived fields follow from what an offer brings: decisions 4, 5 and 8. */
final class MarketplaceDerivations {
  private static final int DRIVER_PARTS = 3;
  private static final int MAX_DRIVER_PART = 999;
  private static final int MAX_DIGITS = 9;

  private MarketplaceDerivations() {}

  /** Multiplies integers; absent when one is, or when the product exceeds 64 bits. */
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

  /** Multiplies numbers; absent when one is, or when the product exceeds a double. */
  static Derivation product(Field left, Field right) {
    return Derivation.reading(
        List.of(left, right),
        offer -> {
          double product = offer.number(left) * offer.number(right);
          return Double.isFinite(product) ? product : null;
        });
  }

  /** Compares a text; false when it is absent. */
  static Derivation isText(Field field, String text) {
    return Derivation.reading(List.of(field), offer -> text.equals(offer.text(field)));
  }

  /** Compares an integer; false when it is absent. */
  static Derivation isInteger(Field field, long value) {
    return Derivation.reading(
        List.of(field), offer -> offer.has(field) && offer.integer(field) == value);
  }

  /** Gives every offer one text. */
  static Derivation constant(String text) {
    return Derivation.reading(List.of(), offer -> text);
  }

  /** Packs a version, as {@link #packed} does. */
  static Derivation packedVersion(Field version) {
    return Derivation.reading(List.of(version), offer -> packed(offer.text(version)));
  }

  /**
   * Returns {@code major * 1000000 + minor * 1000 + patch}; absent when the version is absent, is
   * none, or has parts that don't fit: more than three, or a minor or patch above 999.
   */
  private static @Nullable Long packed(@Nullable String version) {
    if (version == null
        || !Collation.isReadableVersion(Collation.key(FieldType.VERSION, version))) {
      return null;
    }
    String[] parts = version.split("\\.", -1);
    long packed = 0;
    for (int i = 0; i < Math.max(DRIVER_PARTS, parts.length); i++) {
      String part = i < parts.length ? withoutLeadingZeros(parts[i]) : "0";
      boolean fits = part.length() <= MAX_DIGITS;
      if (!fits || (i > 0 && Long.parseLong(part) > MAX_DRIVER_PART)) {
        return null;
      }
      if (i >= DRIVER_PARTS && Long.parseLong(part) > 0) {
        return null;
      }
      packed = i < DRIVER_PARTS ? packed * (MAX_DRIVER_PART + 1) + Long.parseLong(part) : packed;
    }
    return packed;
  }

  private static String withoutLeadingZeros(String digits) {
    int start = 0;
    while (start < digits.length() - 1 && digits.charAt(start) == '0') {
      start++;
    }
    return digits.substring(start);
  }
}
