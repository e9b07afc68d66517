package io.offerengine.json.internal.read;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import io.offerengine.schema.Schema.FlagSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What one offer gives beside the values that are stored: values of derived and computed fields,
 * and values under aliases. They say something if the offer lacks what they follow from.
 *
 * <ul>
 *   <li>A value under an alias counts if the offer does not give the field under its own name. In a
 *       change, a null under an alias clears the field.
 *   <li>A derived flag that is true counts for its source ({@link Schema#flagSources}) if the offer
 *       gives no source.
 *   <li>Any other value of a derived or computed field is computed anew, and dropped. If an input
 *       is missing so that nothing can be computed, the value is named as unused.
 * </ul>
 *
 * <p><b>Cost.</b> A bit for each value, and a look at the inputs; formulas only where inputs are
 * missing.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class UnstoredValues implements FieldTarget {
  /** Any time: whether a value can be computed does not depend on it. */
  private static final double SOME_TIME = 0;

  private final Schema schema;
  private final Arguments arguments;
  private final BitSet given = new BitSet();

  /** The fields that were given as null under another name. */
  private final BitSet cleared = new BitSet();

  private final double[] numbers;

  /**
   * The aliases that are derived or computed number fields, too: such a field repeats the aliased
   * one.
   */
  private final List<FieldName> repeating = new ArrayList<>();

  /** The stored fields that each field follows from, by its ordinal. */
  private final Field[][] inputsOf;

  /** What derived and computed fields follow from. */
  private final Field[] inputs;

  private final Map<FieldName, Object> byAlias = new LinkedHashMap<>();

  /** Creates the values of no offer. */
  public UnstoredValues(Schema schema) {
    this.schema = schema;
    this.arguments = Arguments.defaults(schema).atClock(schema, SOME_TIME);
    this.numbers = new double[schema.fields().size()];
    for (FieldName alias : schema.aliases()) {
      schema
          .field(alias.name())
          .filter(field -> !field.isStored() && field.type() == FieldType.NUMBER)
          .ifPresent(field -> repeating.add(alias));
    }
    this.inputsOf = new Field[numbers.length][];
    Set<Field> all = new LinkedHashSet<>();
    for (Field field : schema.fields()) {
      List<Field> own = field.isStored() ? List.of() : storedInputs(field);
      inputsOf[field.ordinal()] = own.toArray(Field[]::new);
      all.addAll(own);
    }
    this.inputs = all.toArray(Field[]::new);
  }

  /** Returns the stored fields that a field follows from; none if it does not say which. */
  private static List<Field> storedInputs(Field field) {
    List<Field> derived = field.derivation() == null ? null : field.derivation().inputs();
    Stream<Field> computed =
        formulas(field)
            .flatMap(formula -> formula.inputs().stream())
            .filter(input -> Double.isNaN(input.absentAs()))
            .map(Formula.Input::field);
    return Stream.concat(computed, derived == null ? Stream.of() : derived.stream())
        .flatMap(input -> input.isStored() ? Stream.of(input) : storedInputs(input).stream())
        .distinct()
        .toList();
  }

  /** Returns the formulas of a computed number, or of the members of an object. */
  private static Stream<Formula> formulas(Field field) {
    Stream<Formula> ofMembers = field.members().stream().map(Field.Member::formula);
    return Stream.concat(Stream.ofNullable(field.formula()), ofMembers);
  }

  /** Forgets what the last offer gave. */
  public void clear() {
    given.clear();
    cleared.clear();
    byAlias.clear();
  }

  /** Receives a value that is no number: it only matters that there is one. */
  void note(Field field) {
    given.set(field.ordinal());
  }

  @Override
  public void set(Field field, long value) {
    set(field, (double) value);
  }

  @Override
  public void set(Field field, double value) {
    note(field);
    numbers[field.ordinal()] = value;
  }

  @Override
  public void set(Field field, boolean value) {
    set(field, value ? 1.0 : 0.0);
  }

  @Override
  public void set(Field field, String value) {
    note(field);
  }

  @Override
  public void set(Field field, long[] values) {
    note(field);
  }

  @Override
  public void set(Field field, List<String> values) {
    note(field);
  }

  @Override
  public void clear(Field field) {
    schema.queryName(field.name()).ifPresent(this::clear);
  }

  /** Receives a null under a name that may be no field's own. */
  void clear(FieldName name) {
    cleared.set(name.field().ordinal());
  }

  /**
   * Receives a value under a name that is no field's own.
   *
   * @param value of the type and in the unit of the field
   */
  void set(FieldName alias, Object value) {
    byAlias.put(alias, value);
  }

  /** Returns whether an offer has nothing but values that are stored. */
  public boolean isEmpty() {
    return given.isEmpty() && cleared.isEmpty() && byAlias.isEmpty();
  }

  /**
   * Adds what these values say to an offer.
   *
   * @param offer has all stored values that were given
   * @param unused receives the names of the values that were dropped though nothing says them
   */
  public Offer complete(Offer.Builder offer, Assembly<?> stored, Consumer<String> unused) {
    addTo(stored, unused);
    for (FlagSource flag : schema.flagSources()) {
      int at = flag.flag().ordinal();
      if (given.get(at) && numbers[at] == 1 && !offer.has(flag.source())) {
        set(stored, flag.source(), flag.value());
      }
    }
    Offer completed = offer.build();
    if (!hasAll(inputs, completed)) {
      nameUnused(field -> canFollow(field, completed), unused);
    }
    return completed;
  }

  /**
   * Adds what these values say to changes. Whether a stored offer has the inputs of a value is not
   * known here: the value is unused if the changes have none of them.
   *
   * @param changes have all stored values that were given
   * @param unused receives the names of the values that were dropped though nothing says them
   */
  public void complete(Assembly<?> changes, Consumer<String> unused) {
    cleared.stream()
        .mapToObj(schema.fields()::get)
        .filter(field -> field.isStored() && !changes.has(field))
        .forEach(changes::clear);
    addTo(changes, unused);
    nameUnused(field -> Arrays.stream(inputsOf[field.ordinal()]).anyMatch(changes::has), unused);
  }

  /** Adds the values under further names of stored fields that were not given by their own. */
  private void addTo(Assembly<?> stored, Consumer<String> unused) {
    for (FieldName alias : repeating) {
      int at = schema.field(alias.name()).orElseThrow().ordinal();
      if (given.get(at) && !stored.has(alias.field())) {
        stored.set(alias.field(), numbers[at]);
      }
      given.clear(at);
    }
    byAlias.forEach((alias, value) -> {
      if (alias.field().isStored() && !stored.has(alias.field())) {
        set(stored, alias.field(), value);
      } else if (alias.field().isStored()) {
        unused.accept(alias.name());
      }
    });
  }

  /**
   * Names the given values of derived and computed fields that are lost: they are not stored, and
   * no stored values say what they were.
   *
   * @param isSaid whether stored values say what the value of a field is
   */
  private void nameUnused(Predicate<Field> isSaid, Consumer<String> unused) {
    for (FieldName alias : byAlias.keySet()) {
      if (!alias.field().isStored() && !isSaid.test(alias.field())) {
        unused.accept(alias.name());
      }
    }
    for (int at = given.nextSetBit(0); at >= 0; at = given.nextSetBit(at + 1)) {
      Field field = schema.fields().get(at);
      if (!isSaid.test(field)) {
        unused.accept(field.name());
      }
    }
  }

  private static boolean hasAll(Field[] fields, Offer offer) {
    for (Field field : fields) {
      if (!offer.has(field)) {
        return false;
      }
    }
    return true;
  }

  private static void set(FieldTarget stored, Field field, Object value) {
    if (value instanceof Long integer) {
      stored.set(field, integer.longValue());
    } else if (value instanceof Double number) {
      stored.set(field, number.doubleValue());
    } else if (value instanceof Boolean flag) {
      stored.set(field, flag.booleanValue());
    } else {
      stored.set(field, (String) value);
    }
  }

  /**
   * Returns whether an offer has all inputs of a field, or a value follows without the missing
   * ones.
   */
  private boolean canFollow(Field field, Offer offer) {
    if (hasAll(inputsOf[field.ordinal()], offer)) {
      return true;
    }
    return field.derivation() == null
        ? formulas(field).noneMatch(each -> Double.isNaN(each.value(offer, arguments)))
        : field.derivation().derive(offer) != null;
  }
}
