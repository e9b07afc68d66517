package io.offerengine.json;

import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Random offers: any stored field present or absent, with values at the ends of their types. */
public final class OfferArbitrary {
  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    1,
    -1,
    0.1,
    2.0E-3,
    1.0E7,
    9007199254740994.0,
    1.0E22,
    1.0E23,
    Math.PI,
    Double.MIN_VALUE,
    2.2E-322,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE
  };

  private static final long[] INTEGERS = {
    0, 1, -1, 64, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "RTX 4090",
          "Montana, US",
          "535.86.05",
          "Köln, DE",
          "\u0000\u001f\"\\/\b\f\n\r\t\u007f\u2028",
          "\uFEFF\uFFFF\uD7FF\uE000",
          "𝔾ℙ𝕌 🚀",
          "null");

  private OfferArbitrary() {}

  /** Returns random offers of a schema. */
  public static Arbitrary<Offer> of(Schema schema) {
    return Arbitraries.randomValue(random -> offer(schema, random));
  }

  /** Returns one random offer of a schema. */
  public static Offer offer(Schema schema, Random random) {
    Offer.Builder offer = Offer.builder().set(schema.idField(), integer(random));
    int presence = random.nextInt(101);
    for (Field field : schema.fields()) {
      boolean wanted = field.isStored() && field != schema.idField();
      if (wanted && random.nextInt(100) < presence) {
        set(offer, field, random);
      }
    }
    return offer.build();
  }

  private static void set(Offer.Builder offer, Field field, Random random) {
    switch (field.type()) {
      case INTEGER -> offer.put(field, integer(random));
      case DATE -> offer.put(field, random.nextInt(1_000_000));
      case INSTANT -> offer.put(field, random.nextLong() / 2);
      case NUMBER -> offer.put(field, number(random));
      case BOOLEAN -> offer.put(field, random.nextBoolean());
      case TEXT, VERSION, PLACE -> offer.put(field, text(random));
      case TEXT_LIST -> offer.put(field, List.of("a", "b"));
      case INTEGER_LIST -> offer.put(field, random.longs(random.nextInt(4)).toArray());
      case OBJECT -> throw new AssertionError(field);
    }
  }

  private static long integer(Random random) {
    return random.nextBoolean() ? INTEGERS[random.nextInt(INTEGERS.length)] : random.nextLong();
  }

  /** A number of any bit pattern, or one that is known to be hard to print. */
  public static double number(Random random) {
    double any = Double.longBitsToDouble(random.nextLong());
    return random.nextBoolean() && Double.isFinite(any)
        ? any
        : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder(TEXTS.get(random.nextInt(TEXTS.size())));
    for (int i = random.nextInt(6); i > 0; i--) {
      int c = random.nextInt(Character.MAX_CODE_POINT + 1);
      boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      text.appendCodePoint(isSurrogate ? 'x' : c);
    }
    return text.toString();
  }
}
