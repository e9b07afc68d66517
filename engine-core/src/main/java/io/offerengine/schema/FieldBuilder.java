package io.offerengine.schema;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds one {@link Field}; {@link #add} adds it to the schema.
 *
 * <p>Without further calls, the field is stored, shown, may be absent, and has the tier {@link
 * Tier#WARM}.
 *
 * <pre>{@code
 * Schema.Builder rooms = Schema.builder("hotel rooms", "room");
 * Parameter<Double> nights = rooms.parameter("nights", 1, 1);
 * TextField city = rooms.text("city").aliases("town").add();
 * NumberField price = rooms.number("price").unit("EUR/night").hot().add();
 * IntegerField beds = rooms.integer("beds").add();
 * FlagField family =
 *     rooms.flag("family").derived("beds is at least 4", room -> room.get(beds) >= 4).add();
 * NumberField total =
 *     rooms
 *         .number("total")
 *         .hot()
 *         .computed(
 *             new Formula(
 *                 "price * nights",
 *                 List.of(Formula.Input.increasing(price)),
 *                 List.of(nights),
 *                 (in, arguments) -> in[0] * arguments.value(nights)))
 *         .add();
 * Schema schema = rooms.clusterBy(price).defaultOrder(total, Direction.ASC).build();
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <F> the class of the field
 */
public final class FieldBuilder<F extends Field> {
  final String name;
  final FieldType type;
  String unit = "";
  Tier tier = Tier.WARM;
  final List<String> aliases = new ArrayList<>();
  Collation collation;
  boolean nullable = true;
  boolean stored = true;
  boolean shown = true;
  boolean extended;
  boolean absentAsFalse;
  boolean acceptsBooleans;
  boolean isSwitch;
  boolean printedAsInteger;
  @Nullable Derivation derivation;
  String derivationText = "";
  @Nullable Function<Field, Formula> formula;
  List<Field.Member> members = List.of();
  @Nullable Long foldedValue;
  final Schema.Builder schema;

  FieldBuilder(Schema.Builder schema, String name, FieldType type) {
    this.schema = schema;
    this.name = name;
    this.type = type;
    this.collation = type.isText() ? schema.collation : Collation.EXACT;
  }

  /** Sets the unit of the values, for documentation. */
  public FieldBuilder<F> unit(String unit) {
    this.unit = unit;
    return this;
  }

  /**
   * Chooses the indexes of the field; {@link Tier#WARM} by default. The {@linkplain
   * io.offerengine.schema package's page} states what each tier costs and gives.
   */
  public FieldBuilder<F> tier(Tier tier) {
    this.tier = tier;
    return this;
  }

  /** Chooses the tier {@link Tier#HOT}: most searches filter or order by the field. */
  public FieldBuilder<F> hot() {
    return tier(Tier.HOT);
  }

  /** Chooses the tier {@link Tier#COLD}: hardly any search filters or orders by the field. */
  public FieldBuilder<F> cold() {
    return tier(Tier.COLD);
  }

  /** Adds further names for conditions and orders. */
  public FieldBuilder<F> aliases(String... names) {
    aliases.addAll(List.of(names));
    return this;
  }

  /**
   * Sets the rule by which texts compare. {@link Schema.Builder#collation} sets the default, but
   * for lists of texts.
   */
  public FieldBuilder<F> collation(Collation rule) {
    if (!type.isText() && type != FieldType.TEXT_LIST) {
      throw new IllegalStateException(
          name + ": a collation needs a type of texts, but it is " + type);
    }
    this.collation = rule;
    return this;
  }

  /** Leaves the field out of results; conditions and orders may still name it. */
  public FieldBuilder<F> hidden() {
    this.shown = false;
    return this;
  }

  /**
   * Leaves the field out of results, and lets only requests name it that may use all operators: a
   * question beyond the documented ones.
   */
  public FieldBuilder<F> extended() {
    this.extended = true;
    return hidden();
  }

  /** Requires every offer to give a value: {@link Offer.Builder#build} refuses one without it. */
  public FieldBuilder<F> required() {
    this.nullable = false;
    return this;
  }

  /** Counts an absent value of a boolean field as false, in conditions and orders. */
  public FieldBuilder<F> absentAsFalse() {
    requireType(FieldType.BOOLEAN, "absentAsFalse");
    this.absentAsFalse = true;
    return this;
  }

  /** Reads true as 1 and false as 0, for an integer field. */
  public FieldBuilder<F> acceptsBooleans() {
    requireType(FieldType.INTEGER, "acceptsBooleans");
    this.acceptsBooleans = true;
    return this;
  }

  /**
   * Prints the values of a number field like integers, as far as they are: without an exponent, and
   * without a fraction if they have none. For fields whose readers expect integers.
   */
  public FieldBuilder<F> printedAsInteger() {
    requireType(FieldType.NUMBER, "printedAsInteger");
    this.printedAsInteger = true;
    return this;
  }

  /**
   * Lets the condition {@code eq true} on a boolean field restrict nothing; an absent value counts
   * as false.
   */
  public FieldBuilder<F> asSwitch() {
    requireType(FieldType.BOOLEAN, "asSwitch");
    this.isSwitch = true;
    this.absentAsFalse = true;
    return this;
  }

  /** Sets the value of an integer field that a search shows if it collapses results. */
  public FieldBuilder<F> whenFolded(long value) {
    requireType(FieldType.INTEGER, "whenFolded");
    this.foldedValue = value;
    return this;
  }

  /** Derives the value from other values of the offer; a value that the offer gives is ignored. */
  public FieldBuilder<F> derived(String text, Derivation derivation) {
    this.stored = false;
    return derivedUnlessGiven(text, derivation);
  }

  /** Derives the value from other values of the offer, unless the offer gives a value. */
  public FieldBuilder<F> derivedUnlessGiven(String text, Derivation derivation) {
    this.derivationText = text;
    this.derivation = checked(derivation);
    return this;
  }

  /**
   * Computes the value of a number field for every search; a value that the offer gives is ignored.
   */
  public FieldBuilder<F> computed(Formula formula) {
    computedFromStored(self -> formula);
    this.stored = false;
    return this;
  }

  /**
   * Computes the value of a number field for every search. The value that the offer gives is stored
   * and may be an input of the formula.
   *
   * @param formula creates the formula; its argument is the field, which may be an input
   */
  public FieldBuilder<F> computedFromStored(Function<Field, Formula> formula) {
    requireType(FieldType.NUMBER, "a formula");
    this.formula = formula;
    return this;
  }

  /** Sets the numbers of an object field. */
  public FieldBuilder<F> members(List<Field.Member> members) {
    requireType(FieldType.OBJECT, "members");
    this.members = List.copyOf(members);
    this.stored = false;
    return this;
  }

  /**
   * Adds the field to the schema.
   *
   * @throws IllegalStateException if another field has the name or one of the aliases
   */
  @SuppressWarnings("unchecked") // the method that names the type returns a builder of its class
  public F add() {
    return (F) schema.add(this);
  }

  Field make(int ordinal, int slot) {
    return switch (type) {
      case INTEGER -> new IntegerField(this, ordinal, slot);
      case NUMBER -> new NumberField(this, ordinal, slot);
      case BOOLEAN -> new FlagField(this, ordinal, slot);
      case DATE -> new DateField(this, ordinal, slot);
      case INSTANT -> new InstantField(this, ordinal, slot);
      case TEXT -> new TextField(this, ordinal, slot);
      case VERSION -> new VersionField(this, ordinal, slot);
      case PLACE -> new PlaceField(this, ordinal, slot);
      case INTEGER_LIST -> new IntegerListField(this, ordinal, slot);
      case TEXT_LIST -> new TextListField(this, ordinal, slot);
      case OBJECT -> new ObjectField(this, ordinal, slot);
    };
  }

  /**
   * Returns a derivation whose values fit the field. If the rule fails, the error names the field
   * and the offer; if it gives what does not fit, the error names the field and what it gave.
   */
  private Derivation checked(Derivation rule) {
    Derivation checked =
        offer -> {
          Object derived;
          try {
            derived = key(rule.derive(offer));
          } catch (Exception e) { // Some languages have no checked exceptions.
            throw new IllegalStateException(
                "the derivation of " + name + " failed for the offer " + offer.id() + ": " + e, e);
          }
          return fitting(derived);
        };
    List<Field> inputs = rule.inputs();
    return inputs == null ? checked : Derivation.reading(inputs, checked);
  }

  /** Returns the key that rows store of a date or an instant, and any other value as it is. */
  private @Nullable Object key(@Nullable Object derived) {
    if (type == FieldType.DATE && derived instanceof LocalDate date) {
      return TimeKey.of(date);
    }
    return type == FieldType.INSTANT && derived instanceof Instant instant
        ? (Object) TimeKey.of(instant)
        : derived;
  }

  /** Returns a value if it fits the field; null if it is absent or not finite. */
  private @Nullable Object fitting(@Nullable Object derived) {
    if (derived == null || (derived instanceof Double number && !Double.isFinite(number))) {
      return null;
    }
    boolean fits =
        switch (type) {
          case INTEGER, DATE, INSTANT -> derived instanceof Long;
          case NUMBER -> derived instanceof Double;
          case BOOLEAN -> derived instanceof Boolean;
          case TEXT, VERSION, PLACE -> derived instanceof String;
          case INTEGER_LIST, TEXT_LIST, OBJECT -> false;
        };
    if (!fits) {
      String problem = derived.getClass().getSimpleName() + ", which does not fit the type ";
      throw misfit(problem + type.label());
    }
    if (derived instanceof String text && Collation.loneSurrogate(text) >= 0) {
      throw misfit(Collation.describeLoneSurrogate(text));
    }
    return derived;
  }

  private IllegalStateException misfit(String given) {
    return new IllegalStateException("the derivation of " + name + " gave " + given);
  }

  private void requireType(FieldType expected, String feature) {
    if (type != expected) {
      throw new IllegalStateException(
          name + ": " + feature + " needs the type " + expected + ", but it is " + type);
    }
  }
}
