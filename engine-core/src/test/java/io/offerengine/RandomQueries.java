package io.offerengine;

import io.offerengine.NaiveQuery.Condition;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Random queries about some offers: every field by every name, every operator that it takes, values
 * that the offers have or just miss, in every spelling that clients use.
 */
final class RandomQueries {
  private static final String[] EQUALITY = {"eq", "neq", "in", "notin"};
  private static final String[] TEXT = {"eq", "neq", "in", "notin", "starts_with", "contains"};
  private static final String[] LISTS = {"has", "has_any", "has_all", "eq", "neq"};
  private static final String[] ORDERED = {"gt", "gte", "lt", "lte", "eq", "neq", "in", "notin"};
  private static final int BROAD = 8;
  private static final int[] LIMITS = {0, 1, 2, 7, 64, 300, 10_000};

  private final Random random;
  private final NaiveSchema rules;
  private final List<Offer> offers;
  private final double clock;
  private final List<String> names = new ArrayList<>();

  /** Fields that are indexed together, or exclude each other. */
  private final List<Schema.FieldPair> pairs = new ArrayList<>();

  /** Asks about offers of the marketplace. */
  RandomQueries(Random random, List<Offer> offers, double clock) {
    this(random, NaiveMarketplace.RULES, offers, clock);
  }

  RandomQueries(Random random, NaiveSchema rules, List<Offer> offers, double clock) {
    this.random = random;
    this.rules = rules;
    this.offers = offers;
    this.clock = clock;
    rules.schema().fields().stream()
        .filter(Field::isFilterable)
        .forEach(field -> names.add(field.name()));
    rules.schema().aliases().forEach(alias -> names.add(alias.name()));
    pairs.addAll(rules.schema().pairs());
    pairs.addAll(rules.schema().prunedPairs());
  }

  NaiveQuery query() {
    NaiveQuery query =
        NaiveQuery.of(rules)
            .limit(LIMITS[random.nextInt(LIMITS.length)])
            .fold(random.nextBoolean());
    query = rules.drawArguments(query, offers.isEmpty() ? null : pick(offers), random);
    for (int i = random.nextInt(4); i > 0; i--) {
      query = query.where(condition(query));
    }
    if (!pairs.isEmpty() && random.nextInt(4) == 0) {
      Schema.FieldPair pair = pick(pairs);
      query = query.where(condition(pair.first().name(), query));
      query = query.where(condition(pair.second().name(), query));
    }
    for (int i = random.nextInt(6); i > 3; i--) {
      query = query.with(group(query));
    }
    return random.nextInt(4) == 0 ? query.inDefaultOrder() : query.orderBy(order(query));
  }

  /** Returns a query in the default order, of up to two conditions that many offers meet. */
  NaiveQuery broad() {
    NaiveQuery query = NaiveQuery.of(rules).inDefaultOrder().fold(random.nextInt(3) > 0);
    query = rules.drawArguments(query, offers.isEmpty() ? null : pick(offers), random);
    for (int i = random.nextInt(3); i > 0; i--) {
      NaiveQuery narrower = query.where(condition(query));
      boolean isBroad = new NaiveMatcher(offers, narrower, clock).count() > offers.size() / BROAD;
      query = isBroad ? narrower : query;
    }
    return query;
  }

  /** Returns alternatives; now and then they repeat a condition, so that they can be merged. */
  private NaiveQuery.Group group(NaiveQuery query) {
    List<List<Condition>> alternatives = new ArrayList<>();
    List<Condition> drawn = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(8) == 0 ? 16 : 4); i >= 0; i--) {
      List<Condition> conditions = new ArrayList<>();
      for (int j = random.nextInt(3); j >= 0; j--) {
        boolean repeats = !drawn.isEmpty() && random.nextInt(3) == 0;
        conditions.add(repeats ? pick(drawn) : condition(query));
      }
      drawn.addAll(conditions);
      alternatives.add(conditions);
    }
    return new NaiveQuery.Group(random.nextInt(3) == 0, alternatives);
  }

  private NaiveQuery.Key[] order(NaiveQuery query) {
    List<NaiveQuery.Key> keys = new ArrayList<>();
    Set<Field> fields = new HashSet<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      String name = pick(names);
      if (query.field(name).isSortable() && fields.add(query.field(name))) {
        keys.add(new NaiveQuery.Key(name, random.nextBoolean()));
      }
    }
    return keys.toArray(NaiveQuery.Key[]::new);
  }

  /** Returns a condition on any field, about a value that some offer has or just misses. */
  Condition condition(NaiveQuery query) {
    return condition(pick(names), query);
  }

  private Condition condition(String name, NaiveQuery query) {
    Field field = query.field(name);
    if (field.isSwitch()) {
      return new Condition(name, random.nextBoolean() ? "eq" : "neq", flag(random.nextBoolean()));
    }
    FieldType type = field.type();
    String operator = pick(List.of(operators(type)));
    if (List.of("in", "notin", "has_any", "has_all").contains(operator)) {
      List<Object> values = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        values.add(inUnitOf(name, operand(field, query)));
      }
      return new Condition(name, operator, values);
    }
    if (operator.equals("starts_with") || operator.equals("contains")) {
      return new Condition(name, operator, part((String) operand(field, query)));
    }
    boolean asksForAbsence = operator.endsWith("eq") && (type.isList() || random.nextInt(8) == 0);
    Object value = asksForAbsence ? null : inUnitOf(name, operand(field, query));
    return new Condition(name, operator, value);
  }

  /** Returns a value in the unit of a name: those in GB have a thousandth of the field's MB. */
  private static Object inUnitOf(String name, Object value) {
    return name.endsWith("_GB") ? new BigDecimal(value.toString()).scaleByPowerOfTen(-3) : value;
  }

  private static String[] operators(FieldType type) {
    return switch (type) {
      case TEXT -> TEXT;
      case INTEGER_LIST, TEXT_LIST -> LISTS;
      default -> type.isOrdered() ? ORDERED : EQUALITY;
    };
  }

  /** Returns a part of a text: from its start, or from anywhere; never half a code point. */
  private String part(String text) {
    int[] codePoints = text.codePoints().toArray();
    int from = random.nextBoolean() ? 0 : random.nextInt(codePoints.length + 1);
    int length = random.nextInt(codePoints.length - from + 1);
    String part = new String(codePoints, from, length);
    return random.nextInt(3) == 0 ? part.toUpperCase(Locale.ROOT) : part;
  }

  private @Nullable Object someValue(Field field, NaiveQuery query) {
    return offers.isEmpty() ? null : new NaiveOffer(pick(offers), query, clock).value(field);
  }

  /** Returns a value that some offer has or just misses, in one of its spellings. */
  private Object operand(Field field, NaiveQuery query) {
    Object value = someValue(field, query);
    return switch (field.type()) {
      case INTEGER -> integer(value == null ? 1L : (Long) value, field);
      case NUMBER -> number(value == null ? random.nextGaussian() : (Double) value);
      case BOOLEAN -> flag(value == null ? random.nextBoolean() : (Boolean) value);
      case TEXT -> text(value == null ? "RTX 4090" : (String) value);
      case VERSION -> version(value == null ? "580" : (String) value);
      case PLACE -> place(value == null ? "US" : (String) value);
      case DATE, INSTANT -> time(value == null ? 0 : (Long) value, field.type());
      case INTEGER_LIST -> {
        long[] list = value == null ? new long[0] : (long[]) value;
        long some = list.length == 0 ? random.nextInt(6) : list[random.nextInt(list.length)];
        yield integer(some, field);
      }
      case TEXT_LIST -> {
        List<?> list = value == null ? List.of() : (List<?>) value;
        yield text(list.isEmpty() ? "sea" : (String) pick(list));
      }
      case OBJECT -> throw new IllegalArgumentException(field.name());
    };
  }

  /** Returns a date or an instant, as such or as a text. */
  private Object time(long key, FieldType type) {
    Object time = TimeKey.toTime(type, random.nextInt(4) == 0 ? key + 1 : key);
    return random.nextBoolean() ? time : time.toString();
  }

  private Object integer(long value, Field field) {
    if (field.acceptsBooleans() && random.nextBoolean()) {
      return pick(List.<Object>of(true, false, "true", "False"));
    }
    return switch (random.nextInt(10)) {
      case 0 -> value + 1;
      case 1 -> value - 1;
      case 2 -> (double) value;
      case 3 -> value + 0.5;
      case 4 -> Long.toString(value);
      case 5 -> value + ".0";
      case 6 -> new BigDecimal(value + ".25");
      case 7 -> BigInteger.valueOf(value);
      case 8 ->
          NumberLiteral.parse(pick(List.of("1e19", "-1e30", value + "e0", "1e-400"))).orElseThrow();
      default -> value;
    };
  }

  private Object number(double value) {
    return switch (random.nextInt(9)) {
      case 0 -> Math.max(-Double.MAX_VALUE, Math.nextDown(value));
      case 1 -> Math.min(Double.MAX_VALUE, Math.nextUp(value));
      case 2 -> Double.toString(value);
      case 3 -> new BigDecimal(value);
      case 4 -> new BigDecimal(value).add(new BigDecimal("1e-30"));
      case 5 -> (long) value;
      case 6 -> Float.isFinite((float) value) ? (float) value : -value;
      case 7 -> NumberLiteral.parse(Double.toString(value)).orElseThrow();
      default -> value;
    };
  }

  private Object flag(boolean value) {
    return value
        ? pick(List.<Object>of(true, "true", "True", 1, 1.0))
        : pick(List.<Object>of(false, "false", "False", 0, 0.0));
  }

  private Object text(String value) {
    return switch (random.nextInt(5)) {
      case 0 -> value.replace(' ', '_');
      case 1 -> value.replace('_', ' ');
      case 2 -> value + "x";
      case 3 -> value.toUpperCase(Locale.ROOT);
      default -> value;
    };
  }

  private Object place(String value) {
    boolean coded = value.length() > 2 && random.nextBoolean();
    return text(coded ? value.substring(value.length() - 2) : value);
  }

  private Object version(String value) {
    String readable = NaiveMatcher.versionParts(value) == null ? "535.86" : value;
    return switch (random.nextInt(7)) {
      case 0 -> readable + ".0";
      case 1 -> "0" + readable;
      case 2 -> readable + ".1";
      case 3 -> readable.substring(0, (readable + ".").indexOf('.'));
      case 4 -> pick(List.<Object>of(535086005L, "580142000", 1_000_000, "999999", 580));
      case 5 -> pick(List.<Object>of(22.04, NumberLiteral.parse("22.10").orElseThrow(), 580.142));
      default -> readable;
    };
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
