package io.offerengine;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random offers of a schema that are hard on an engine: every field may be absent, values come from
 * small pools so that they tie, and the pools hold the ends of every range.
 *
 * <p>One instance draws its null rate, its pools, and how alike the offers of a fold are once, so
 * that sets of offers differ in kind.
 */
public final class RandomOffers {
  private static final String[] TEXTS = {
    "", " ", "_", "RTX 4090", "RTX_4090", "rtx 4090", "RTX 4090 D", "verified",
    "unverified", "nvidia", "é", "\uE000", "\uFFFF", "😀", "𐀀", "\"\\\n",
  };

  /** Letters with more than two cases, and two texts of one hash. */
  private static final String[] ODD_TEXTS = {
    "sea", "Sea", "SEA view", "ß", "SS", "\u0130", "i\u0307", "\u212A", "k", "ſ", "Aa", "BB", "",
  };

  private static final String[] VERSIONS = {
    "535.86.05", "535.86.5", "580.142", "580.142.0", "580", "580.9", "22.04", "22.4",
    "22.10", "0", "0.0", "1.0.0.1", "535.1000.1", "99999999999999999999.1", "535086005", "",
    "beta", "550_beta", "550 beta", "5.", ".5", "1..2",
  };
  private static final String[] PLACES = {
    "Montana, US",
    "Montana,_US",
    "Texas, US",
    ", US",
    "US",
    "us",
    "Montana",
    "Paris, FR",
    "FR",
    "France",
    "X,US",
    "A US",
    "A, USA",
    "",
    "東京, JP",
  };
  private static final double[] NUMBERS = {
    0.0, -0.0, 0.1, 0.25, 0.5, 1, 2, 12.4, 100, 1000, -1, -0.75, 1e-3, 1e9, 1.7e9, 0x1p53
  };
  private static final double[] TINY_NUMBERS = {0.0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE};
  private static final double[] EXTREME_NUMBERS = {
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    2.5e-310,
    1e300,
    -1e300,
    Math.nextUp(1.0),
    Math.nextDown(1.0),
  };
  private static final long[] INTEGERS = {0, 1, 2, 3, 4, 8, 16, -1, 24564, 81559, 1L << 53};
  private static final long[] EXTREME_INTEGERS = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    (1L << 53) + 1,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    1L << 32,
  };

  /** So many different integers are drawn where a function gives the sizes of pools. */
  private static final int MANY_INTEGERS = 5000;

  private final Random random;
  private final NaiveSchema rules;
  private final double nullRate;
  private final double extremeRate;

  private final boolean manyIntegers;

  /** Whether all numbers are next to zero, so that columns of both zeros are narrow. */
  private final boolean tinyNumbers;

  /** How many different values a field may have. */
  private final ToIntFunction<Field> poolSize;

  private final Map<Field, List<Object>> pools = new HashMap<>();

  /** One value of so many differs from those of the same fold; each is drawn for itself if 1. */
  private final int deviation;

  /** By fold and field. */
  private final Map<List<Object>, @Nullable Object> alike = new HashMap<>();

  /** Draws offers of the marketplace. */
  RandomOffers(Random random) {
    this(random, NaiveMarketplace.RULES);
  }

  RandomOffers(Random random, NaiveSchema rules) {
    this.random = random;
    this.rules = rules;
    this.nullRate = new double[] {0, 0.05, 0.3, 0.8}[random.nextInt(4)];
    this.extremeRate = new double[] {0, 0, 0.05, 0.3}[random.nextInt(4)];
    int size = new int[] {1, 3, 8, Integer.MAX_VALUE}[random.nextInt(4)];
    this.poolSize = any -> size;
    this.manyIntegers = false;
    this.deviation = new int[] {1, 1, 4, 60}[random.nextInt(4)];
    this.tinyNumbers = random.nextInt(10) == 0;
  }

  /**
   * Draws offers of the marketplace whose fields have at most so many different values as a
   * function gives.
   */
  public RandomOffers(Random random, ToIntFunction<Field> poolSize) {
    this(random, poolSize, 1);
  }

  /**
   * Draws such offers.
   *
   * @param deviation of so many values of a bundle, one differs from the others
   */
  RandomOffers(Random random, ToIntFunction<Field> poolSize, int deviation) {
    this.random = random;
    this.rules = NaiveMarketplace.RULES;
    this.nullRate = new double[] {0, 0.05, 0.3, 0.6}[random.nextInt(4)];
    this.extremeRate = new double[] {0, 0.01}[random.nextInt(2)];
    this.poolSize = poolSize;
    this.manyIntegers = true;
    this.tinyNumbers = false;
    this.deviation = deviation;
  }

  NaiveSchema rules() {
    return rules;
  }

  /** Returns how many offers to draw: mostly few, now and then enough for sorted indexes. */
  int count() {
    return random.nextInt(25) == 0 ? 600 + random.nextInt(900) : random.nextInt(120);
  }

  /** Returns offers of different identifiers, in random order. */
  List<Offer> offers(int count) {
    Set<Long> ids = new LinkedHashSet<>();
    while (ids.size() < count) {
      ids.add(id(4 * count));
    }
    List<Offer> offers = new ArrayList<>();
    ids.forEach(id -> offers.add(offer(id)));
    return offers;
  }

  /** Returns an identifier: mostly a small one, now and then one at the end of the range. */
  long id(int bound) {
    return random.nextInt(50) == 0
        ? EXTREME_INTEGERS[random.nextInt(EXTREME_INTEGERS.length)]
        : random.nextInt(bound) - bound / 8;
  }

  /** Returns an offer. */
  public Offer offer(long id) {
    Schema schema = rules.schema();
    Offer.Builder builder = Offer.builder(schema).set(schema.idField(), id);
    Field foldField = schema.foldField();
    Object fold = foldField == null ? null : valueOrNull(foldField);
    for (Field field : schema.fields()) {
      if (field.isStored() && field != schema.idField()) {
        UntypedValues.put(builder, field, field == foldField ? fold : ofFold(field, fold));
      }
    }
    return builder.build();
  }

  private @Nullable Object valueOrNull(Field field) {
    return random.nextDouble() >= nullRate ? value(field) : null;
  }

  /** Returns a value for an offer of a fold: mostly the same one, or any. */
  private @Nullable Object ofFold(Field field, @Nullable Object fold) {
    if (fold == null || random.nextInt(deviation) == 0) {
      return valueOrNull(field);
    }
    List<Object> key = List.of(fold, field);
    if (!alike.containsKey(key)) {
      alike.put(key, valueOrNull(field));
    }
    return alike.get(key);
  }

  /** Returns changes to a few fields, some of them made absent. */
  OfferChanges changes() {
    OfferChanges.Builder builder = OfferChanges.builder(rules.schema());
    List<Field> fields = rules.schema().fields();
    for (int i = random.nextInt(6); i > 0; i--) {
      Field field = fields.get(random.nextInt(fields.size()));
      if (!field.isStored() || field == rules.schema().idField()) {
        continue;
      }
      if (random.nextInt(4) == 0) {
        builder.clear(field);
      } else {
        UntypedValues.put(builder, field, value(field));
      }
    }
    return builder.build();
  }

  /** Returns a value that fits a stored field. */
  Object value(Field field) {
    List<Object> pool = pools.computeIfAbsent(field, any -> new ArrayList<>());
    if (pool.size() < poolSize.applyAsInt(field) && (pool.isEmpty() || random.nextBoolean())) {
      pool.add(draw(field));
    }
    return pool.get(random.nextInt(pool.size()));
  }

  private Object draw(Field field) {
    return switch (field.type()) {
      case INTEGER -> integer(field);
      case NUMBER -> number();
      case BOOLEAN -> random.nextBoolean();
      case TEXT -> text() + one(field, " %d");
      case VERSION -> VERSIONS[random.nextInt(VERSIONS.length)] + one(field, ".%d");
      case PLACE -> one(field, "Town %d, ") + PLACES[random.nextInt(PLACES.length)];
      case INTEGER_LIST -> integers();
      case TEXT_LIST ->
          Stream.generate(() -> text() + one(field, " %d")).limit(random.nextInt(4)).toList();
      case DATE -> random.nextInt(8) == 0 ? LocalDate.MIN.toEpochDay() : random.nextInt(14) - 7L;
      case INSTANT -> random.nextInt(40) * 10_000_000_000_000L + random.nextInt(3) - 1;
      case OBJECT -> throw new IllegalArgumentException(field.name());
    };
  }

  private String text() {
    String[] texts = random.nextInt(3) == 0 ? ODD_TEXTS : TEXTS;
    return texts[random.nextInt(texts.length)];
  }

  /** Returns integers, mostly a few small ones, some of them twice. */
  private long[] integers() {
    int size = random.nextInt(4);
    return random.nextInt(4) == 0
        ? random.longs(size).toArray()
        : random.longs(size, -1, 6).toArray();
  }

  /**
   * Returns something that makes texts many, where values are drawn anew for every offer, and
   * nothing elsewhere.
   *
   * @param form the form of a number
   */
  private String one(Field field, String form) {
    boolean many = poolSize.applyAsInt(field) > 100 && random.nextBoolean();
    return many ? form.formatted(random.nextInt(2000)) : "";
  }

  private Object integer(Field field) {
    boolean small = field == MarketplaceSchema.HOSTING_TYPE || field == MarketplaceSchema.HAS_AVX;
    if (!small && random.nextDouble() < extremeRate) {
      return EXTREME_INTEGERS[random.nextInt(EXTREME_INTEGERS.length)];
    }
    if (!small && manyIntegers) {
      return (long) random.nextInt(MANY_INTEGERS) - MANY_INTEGERS / 8;
    }
    if (small || random.nextBoolean()) {
      return (long) random.nextInt(field == rules.schema().foldField() ? 12 : 3);
    }
    return INTEGERS[random.nextInt(INTEGERS.length)];
  }

  private Object number() {
    if (tinyNumbers) {
      return TINY_NUMBERS[random.nextInt(TINY_NUMBERS.length)];
    }
    if (random.nextDouble() < extremeRate) {
      return EXTREME_NUMBERS[random.nextInt(EXTREME_NUMBERS.length)];
    }
    return switch (random.nextInt(4)) {
      case 0 -> NUMBERS[random.nextInt(NUMBERS.length)];
      case 1 -> random.nextInt(1000) / 100.0;
      case 2 -> (double) random.nextInt(10);
      default -> random.nextGaussian() * 10;
    };
  }
}
