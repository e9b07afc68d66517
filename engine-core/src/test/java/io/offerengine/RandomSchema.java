package io.offerengine;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.schema.Tier;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A random schema of fields of any type: given, derived from the first field, or computed from it
 * or from a derived field. Random changes of a schema are in a form that says what each change is.
 */
final class RandomSchema implements NaiveSchema {
  private static final List<FieldType> TYPES =
      Arrays.stream(FieldType.values()).filter(type -> type != FieldType.OBJECT).toList();

  /** Types of 64-bit keys: formulas read them, and offers collapse by them. */
  private static final List<FieldType> KEYED =
      TYPES.stream().filter(FieldType::hasIntegerKeys).toList();

  private static final List<FieldType> DERIVED =
      TYPES.stream().filter(type -> type == FieldType.TEXT || KEYED.contains(type)).toList();
  private static final List<Rule> RULES = List.of(Rule.values());

  /** Texts and lists have the most kinds of conditions. */
  private static final List<FieldType> OFTEN =
      List.of(FieldType.INTEGER_LIST, FieldType.TEXT_LIST, FieldType.TEXT);

  private static final List<Tier> TIERS = List.of(Tier.values());
  private static final Collation LOWER =
      Collation.of("lower", text -> text.toLowerCase(Locale.ROOT));

  /** Finds a country in more places than an exact rule does. */
  private static final Collation UPPER =
      Collation.of("upper", text -> text.toUpperCase(Locale.ROOT));

  private static final double[] NIGHTS = {0, 1, 2, 2.5, 3};

  /** Where values come from. */
  enum Rule {
    GIVEN,
    UNLESS_GIVEN,
    DERIVED,
    COMPUTED;

    boolean isStored() {
      return this == GIVEN || this == UNLESS_GIVEN;
    }
  }

  /**
   * A field.
   *
   * @param key stays the same whatever else changes
   * @param names its name, and the earlier ones
   * @param factor of what is derived or computed
   * @param isLower whether texts ignore case; of a flag, whether absence counts as false
   */
  record Spec(
      int key,
      List<String> names,
      FieldType type,
      Tier tier,
      Rule rule,
      int factor,
      boolean isLower) {
    String name() {
      return names.get(0);
    }

    boolean hasTexts() {
      return type.isText() || type == FieldType.TEXT_LIST;
    }

    private String[] earlierNames() {
      return names.subList(1, names.size()).toArray(String[]::new);
    }

    @Nullable Object derived(@Nullable Object base) {
      if (base == null) {
        return null;
      }
      double value = number(base) * factor;
      return switch (type) {
        case INTEGER -> (Object) (long) value;
        case NUMBER -> value;
        case BOOLEAN -> value > 10;
        case DATE -> (long) value % 1000;
        case INSTANT -> (long) value % 1_000_000;
        case TEXT -> "T" + value;
        default -> throw new IllegalStateException("not derived: " + type);
      };
    }
  }

  private final Spec base;
  private final boolean isClustered;

  /** The field by which offers collapse, if it is one of 64-bit keys: its place among the specs. */
  private final int fold;

  private final List<Spec> specs;
  private final Map<Field, Spec> byField = new HashMap<>();
  private final Parameter<Double> nights;
  private final Schema schema;

  private RandomSchema(Spec base, boolean isClustered, int fold, List<Spec> specs) {
    this.base = base;
    this.isClustered = isClustered;
    this.fold = fold;
    this.specs = specs;
    Schema.Builder building = Schema.builder("Things", "id");
    nights = building.parameter("nights", 1, 0);
    if (isClustered) {
      building.usualValues(nights, 2, 3);
    }
    Field first = field(building, base).add();
    byField.put(first, base);
    for (Spec spec : specs) {
      byField.put(added(building, spec), spec);
    }
    if (isClustered) {
      building.clusterBy(first).defaultOrder(first, Direction.DESC);
    }
    byField.keySet().forEach(field -> addPairs(building, first, field));
    byField.forEach((field, spec) -> {
      if (spec.key() == fold && spec.rule().isStored() && KEYED.contains(spec.type())) {
        building.foldBy(field);
      }
    });
    schema = building.build();
  }

  /** Texts are indexed with the first field, and numbers that may exclude it prune together. */
  private static void addPairs(Schema.Builder building, Field first, Field other) {
    boolean isHot = other.tier() == Tier.HOT || first.tier() == Tier.HOT;
    if (other.type().isText()) {
      building.indexTogether(other, first);
    } else if (isHot && other != first && KEYED.contains(other.type()) && other.formula() == null) {
      building.pruneTogether(other, first);
    }
  }

  private static FieldBuilder<Field> field(Schema.Builder building, Spec spec) {
    FieldBuilder<Field> field =
        building.field(spec.name(), spec.type()).tier(spec.tier()).aliases(spec.earlierNames());
    if (spec.isLower() && spec.hasTexts()) {
      return field.collation(spec.type() == FieldType.PLACE ? UPPER : LOWER);
    }
    boolean isFlag = spec.type() == FieldType.BOOLEAN && spec.rule() == Rule.GIVEN;
    return isFlag && spec.isLower() ? field.absentAsFalse() : field;
  }

  private Field added(Schema.Builder building, Spec spec) {
    FieldBuilder<Field> field = field(building, spec);
    Field first = building.added(base.name()).orElseThrow();
    Derivation derivation =
        Derivation.reading(List.of(first), offer -> inJava(spec, spec.derived(offer.value(first))));
    return switch (spec.rule()) {
      case GIVEN -> field.add();
      case UNLESS_GIVEN -> field.derivedUnlessGiven(text(spec), derivation).add();
      case DERIVED -> field.derived(text(spec), derivation).add();
      case COMPUTED -> field.computed(formula(building, spec)).add();
    };
  }

  private static @Nullable Object inJava(Spec spec, @Nullable Object value) {
    boolean isTime = spec.type() == FieldType.DATE || spec.type() == FieldType.INSTANT;
    return isTime && value != null ? TimeKey.toTime(spec.type(), (Long) value) : value;
  }

  private Formula formula(Schema.Builder building, Spec spec) {
    Field input = building.added(input(spec).name()).orElseThrow();
    boolean promises = spec.factor() != 2;
    return new Formula(
        text(spec),
        List.of(promises ? Formula.Input.increasing(input) : Formula.Input.unknown(input)),
        List.of(nights),
        (in, arguments) -> in[0] * spec.factor() * arguments.value(nights));
  }

  /** Returns what a computed field is computed from. */
  private Spec input(Spec computed) {
    Spec input = base;
    for (Spec spec : specs) {
      boolean isNumber = spec.rule() == Rule.DERIVED && KEYED.contains(spec.type());
      input = isNumber && spec.key() < computed.key() ? spec : input;
    }
    return input;
  }

  /** Returns what decides the values of a field that are not given. */
  private String text(Spec spec) {
    String collation = spec.isLower() && spec.hasTexts() ? "lower " : "";
    return switch (spec.rule()) {
      case GIVEN -> collation;
      case UNLESS_GIVEN, DERIVED -> collation + "derived by " + spec.factor();
      case COMPUTED -> "computed by " + spec.factor() + " of " + input(spec).key();
    };
  }

  private static double number(Object value) {
    return value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).doubleValue();
  }

  static RandomSchema random(Random random) {
    List<Spec> specs = new ArrayList<>();
    for (int key = 1; key <= 6; key++) {
      specs.add(spec(key, random));
    }
    for (FieldType type : OFTEN) {
      specs.add(spec(specs.size() + 1, type, Rule.GIVEN, random));
    }
    FieldType first = KEYED.get(random.nextInt(KEYED.size()));
    Spec base = spec(0, first, Rule.GIVEN, random);
    return new RandomSchema(base, random.nextBoolean(), random.nextInt(8), specs);
  }

  private static Spec spec(int key, Random random) {
    Rule rule = RULES.get(random.nextInt(RULES.size()));
    FieldType type = TYPES.get(random.nextInt(TYPES.size()));
    if (rule == Rule.COMPUTED) {
      type = FieldType.NUMBER;
    } else if (rule != Rule.GIVEN) {
      type = DERIVED.get(random.nextInt(DERIVED.size()));
    }
    return spec(key, type, rule, random);
  }

  private static Spec spec(int key, FieldType type, Rule rule, Random random) {
    Tier tier = tier(random);
    return new Spec(
        key, List.of("f" + key), type, tier, rule, 1 + random.nextInt(3), random.nextBoolean());
  }

  private static Tier tier(Random random) {
    return TIERS.get(random.nextInt(TIERS.size()));
  }

  /** Returns a schema that differs from this one. */
  RandomSchema changed(Random random) {
    List<Spec> changed = new ArrayList<>();
    for (Spec spec : specs) {
      if (random.nextInt(6) > 0) {
        changed.add(changed(spec, true, random));
      }
    }
    int next = specs.stream().mapToInt(Spec::key).max().orElse(0) + 1;
    for (int added = random.nextInt(3); added > 0; added--) {
      changed.add(spec(next++, random));
    }
    return new RandomSchema(
        changed(base, false, random), random.nextBoolean(), random.nextInt(8), changed);
  }

  private static Spec changed(Spec spec, boolean mayChangeRule, Random random) {
    List<String> names = new ArrayList<>(spec.names());
    if (random.nextInt(4) == 0) {
      names.add(0, spec.name() + "x");
    }
    Rule rule = spec.rule();
    if (mayChangeRule && DERIVED.contains(spec.type()) && random.nextInt(4) == 0) {
      rule = RULES.get(random.nextInt(spec.type() == FieldType.NUMBER ? 4 : 3));
    }
    return new Spec(
        spec.key(),
        names,
        spec.type(),
        random.nextInt(4) == 0 ? tier(random) : spec.tier(),
        rule,
        random.nextInt(3) == 0 ? 1 + random.nextInt(3) : spec.factor(),
        random.nextInt(5) == 0 ? random.nextBoolean() : spec.isLower());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable Object value(NaiveOffer offer, Field field) {
    Spec spec = byField.get(field);
    if (spec == null) {
      return offer.id();
    }
    Object given = spec.rule().isStored() ? offer.offer().value(field) : null;
    if (given != null || spec.rule() == Rule.GIVEN) {
      return given;
    }
    if (spec.rule() != Rule.COMPUTED) {
      Object derived = spec.derived(offer.value(base.name()));
      return derived instanceof Double number ? finite(number) : derived;
    }
    Object input = offer.value(input(spec).name());
    double value =
        input == null
            ? Double.NaN
            : number(input) * spec.factor() * offer.query().argument(nights, 1.0);
    return finite(value);
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  @Override
  public String key(Field field, String text) {
    if (!byField.get(field).isLower()) {
      return text;
    }
    return field.type() == FieldType.PLACE
        ? text.toUpperCase(Locale.ROOT)
        : text.toLowerCase(Locale.ROOT);
  }

  @Override
  public Field source(Field flag) {
    Spec spec = byField.get(flag);
    boolean isDerived =
        spec != null && (spec.rule() == Rule.UNLESS_GIVEN || spec.rule() == Rule.DERIVED);
    return isDerived && spec.type() == FieldType.BOOLEAN
        ? schema.field(base.name()).orElseThrow()
        : flag;
  }

  @Override
  public Offer kept(Offer offer) {
    Object first = offer.value(schema.field(base.name()).orElseThrow());
    Offer.Builder kept = offer.toBuilder();
    byField.forEach((field, spec) -> {
      Object given = spec.rule() == Rule.UNLESS_GIVEN ? offer.value(field) : null;
      if (given != null && given.equals(spec.derived(first))) {
        kept.clear(field);
      }
    });
    return kept.build();
  }

  @Override
  public NaiveQuery drawArguments(NaiveQuery query, @Nullable Offer some, Random random) {
    double drawn = NIGHTS[random.nextInt(NIGHTS.length)];
    return random.nextBoolean() ? query : query.with(nights, drawn);
  }

  /** Returns what an offer brings, by key. */
  Map<Integer, Object> values(Offer offer) {
    Map<Integer, Object> values = new TreeMap<>();
    byField.forEach((field, spec) -> {
      Object value = spec.rule().isStored() ? offer.value(field) : null;
      if (value != null) {
        values.put(spec.key(), value);
      }
    });
    return values;
  }

  /** Returns the values that this schema stores, without those that are derived, too. */
  Map<Integer, Object> stored(Map<Integer, Object> values) {
    Map<Integer, Object> given = new TreeMap<>(values);
    for (Spec spec : specs) {
      Object value = values.get(spec.key());
      if (!spec.rule().isStored()) {
        given.remove(spec.key());
      } else if (spec.rule() == Rule.UNLESS_GIVEN && value != null) {
        given.remove(spec.key(), spec.derived(values.get(base.key())));
      }
    }
    return given;
  }

  /** Returns the offer with those values that this schema stores. */
  Offer offer(long id, Map<Integer, Object> values) {
    Offer.Builder offer = Offer.builder(schema).set(schema.idField(), id);
    byField.forEach((field, spec) -> {
      if (spec.rule().isStored()) {
        UntypedValues.put(offer, field, values.get(spec.key()));
      }
    });
    return offer.build();
  }

  /** Returns what a restore under this schema reports of files of an earlier one. */
  SchemaChanges since(RandomSchema earlier) {
    List<String> added = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    List<SchemaChanges.Retiered> retiered = new ArrayList<>();
    List<String> recomputed = new ArrayList<>();
    Map<String, String> renamed = new TreeMap<>();
    Map<Integer, Spec> before = earlier.byKey();
    Map<Integer, Spec> now = byKey();
    before.forEach((key, spec) -> {
      if (!now.containsKey(key) || (spec.rule().isStored() && !now.get(key).rule().isStored())) {
        removed.add(spec.name());
      }
    });
    now.forEach((key, spec) -> {
      Spec origin = before.get(key);
      if (origin == null || (spec.rule().isStored() && !origin.rule().isStored())) {
        added.add(spec.name());
      }
      if (origin != null) {
        if (!origin.name().equals(spec.name())) {
          renamed.put(origin.name(), spec.name());
        }
        if (origin.tier() != spec.tier()) {
          retiered.add(new SchemaChanges.Retiered(spec.name(), origin.tier(), spec.tier()));
        }
        if (!earlier.text(origin).equals(text(spec))) {
          recomputed.add(spec.name());
        }
      }
    });
    return new SchemaChanges(added, removed, renamed, retiered, recomputed, Map.of());
  }

  private Map<Integer, Spec> byKey() {
    Map<Integer, Spec> byKey = new TreeMap<>();
    byKey.put(base.key(), base);
    specs.forEach(spec -> byKey.put(spec.key(), spec));
    return byKey;
  }

  @Override
  public String toString() {
    return base + " " + specs + (isClustered ? " clustered" : "") + " fold " + fold;
  }
}
