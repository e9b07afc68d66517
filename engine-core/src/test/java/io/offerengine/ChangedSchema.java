package io.offerengine;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A random schema, and random changes of it, in a form that says what each change is. */
record ChangedSchema(Spec base, boolean isClustered, List<Spec> specs) {
  private static final List<FieldType> TYPES =
      Arrays.stream(FieldType.values()).filter(type -> type != FieldType.OBJECT).toList();
  private static final List<Rule> RULES = List.of(Rule.values());
  private static final List<Tier> TIERS = List.of(Tier.values());
  private static final Collation LOWER =
      Collation.of("lower", text -> text.toLowerCase(Locale.ROOT));

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

    /** Returns what decides the values that are not given. */
    String text() {
      String collation = isLower && hasTexts() ? "lower " : "";
      return switch (rule) {
        case GIVEN -> collation;
        case UNLESS_GIVEN, DERIVED -> collation + "derived by " + factor;
        case COMPUTED -> collation + "computed by " + factor;
      };
    }

    @Nullable Object derived(@Nullable Object base) {
      if (base == null) {
        return null;
      }
      long value = (long) base * factor;
      return switch (type) {
        case INTEGER -> (Object) value;
        case NUMBER -> (double) value;
        case TEXT -> "T" + value;
        default -> throw new IllegalStateException("not derived: " + type);
      };
    }
  }

  static ChangedSchema random(Random random) {
    List<Spec> specs = new ArrayList<>();
    for (int key = 1; key <= 6; key++) {
      specs.add(spec(key, random));
    }
    Spec base = spec(0, FieldType.INTEGER, Rule.GIVEN, random);
    return new ChangedSchema(base, random.nextBoolean(), specs);
  }

  private static Spec spec(int key, Random random) {
    Rule rule = RULES.get(random.nextInt(RULES.size()));
    FieldType type = TYPES.get(random.nextInt(TYPES.size()));
    if (rule == Rule.COMPUTED) {
      type = FieldType.NUMBER;
    } else if (rule != Rule.GIVEN) {
      type = List.of(FieldType.INTEGER, FieldType.NUMBER, FieldType.TEXT).get(random.nextInt(3));
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
  ChangedSchema changed(Random random) {
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
    return new ChangedSchema(changed(base, false, random), random.nextBoolean(), changed);
  }

  private static Spec changed(Spec spec, boolean mayChangeRule, Random random) {
    List<String> names = new ArrayList<>(spec.names());
    if (random.nextInt(4) == 0) {
      names.add(0, spec.name() + "x");
    }
    Rule rule = spec.rule();
    boolean isDerivable =
        spec.type() == FieldType.INTEGER
            || spec.type() == FieldType.NUMBER
            || spec.type() == FieldType.TEXT;
    if (mayChangeRule && isDerivable && random.nextInt(4) == 0) {
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

  /** Returns the schema. */
  Schema build() {
    Schema.Builder schema = Schema.builder("Things", "id");
    IntegerField number =
        schema
            .integer(base.name())
            .tier(base.tier())
            .aliases(base.names().subList(1, base.names().size()).toArray(String[]::new))
            .add();
    for (Spec spec : specs) {
      FieldBuilder<Field> field = schema.field(spec.name(), spec.type()).tier(spec.tier());
      field.aliases(spec.names().subList(1, spec.names().size()).toArray(String[]::new));
      if (spec.hasTexts() && spec.isLower()) {
        field.collation(LOWER);
      }
      add(spec, number, field);
    }
    return isClustered ? schema.clusterBy(number).build() : schema.build();
  }

  private static void add(Spec spec, IntegerField number, FieldBuilder<Field> field) {
    Derivation derivation =
        Derivation.reading(
            List.of(number), offer -> spec.derived(offer.has(number) ? offer.get(number) : null));
    switch (spec.rule()) {
      case GIVEN -> field.add();
      case UNLESS_GIVEN -> field.derivedUnlessGiven(spec.text(), derivation).add();
      case DERIVED -> field.derived(spec.text(), derivation).add();
      case COMPUTED ->
          field
              .computed(
                  Formula.of(
                      spec.text(), List.of(number), (in, arguments) -> in[0] * spec.factor()))
              .add();
    }
  }

  /** Returns random given values, by key. */
  Map<Integer, Object> values(Random random) {
    Map<Integer, Object> values = new TreeMap<>();
    if (random.nextInt(8) > 0) {
      values.put(base.key(), (long) random.nextInt(20));
    }
    for (Spec spec : specs) {
      if (spec.rule().isStored() && random.nextInt(3) > 0) {
        values.put(spec.key(), value(spec.type(), random));
      }
    }
    return values;
  }

  private static Object value(FieldType type, Random random) {
    int number = random.nextInt(40);
    return switch (type) {
      case INTEGER, DATE, INSTANT -> (long) number;
      case NUMBER -> random.nextBoolean() ? (double) number : random.nextDouble();
      case BOOLEAN -> random.nextBoolean();
      case TEXT -> (random.nextBoolean() ? "T" : "t") + number;
      case VERSION -> number % 7 + "." + number;
      case PLACE -> "Town " + number + (random.nextBoolean() ? ", PT" : ", US");
      case INTEGER_LIST -> new long[] {number % 3, number};
      case TEXT_LIST -> List.of("T" + number % 3, "t" + number);
      case OBJECT -> throw new IllegalStateException("objects have no values");
    };
  }

  /** Returns the values without those that are derived, too. */
  Map<Integer, Object> withoutDerived(Map<Integer, Object> values) {
    Map<Integer, Object> given = new TreeMap<>(values);
    for (Spec spec : specs) {
      Object value = values.get(spec.key());
      if (spec.rule() == Rule.UNLESS_GIVEN && value != null) {
        given.remove(spec.key(), spec.derived(values.get(base.key())));
      }
    }
    return given;
  }

  /** Returns the offer with those values that this schema stores. */
  Offer offer(Schema schema, long id, Map<Integer, Object> values) {
    Offer.Builder offer = Offer.builder(schema).set(schema.idField(), id);
    put(schema, base, values.get(base.key()), offer);
    for (Spec spec : specs) {
      if (spec.rule().isStored()) {
        put(schema, spec, values.get(spec.key()), offer);
      }
    }
    return offer.build();
  }

  private static void put(Schema schema, Spec spec, @Nullable Object value, Offer.Builder offer) {
    UntypedValues.put(offer, schema.field(spec.name()).orElseThrow(), value);
  }

  /** Returns what a restore under this schema reports of files of an earlier one. */
  SchemaChanges since(ChangedSchema earlier) {
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
        if (!origin.text().equals(spec.text())) {
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
}
