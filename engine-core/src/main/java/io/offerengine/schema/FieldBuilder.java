package io.offerengine.schema;

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
 * Parameter<Double> nights = rooms.number("nights", 1, 1);
 * Field city = rooms.field("city", FieldType.TEXT).aliases("town").add();
 * Field price = rooms.field("price", FieldType.NUMBER).unit("EUR/night").tier(Tier.HOT).add();
 * Field beds = rooms.field("beds", FieldType.INTEGER).add();
 * Field family =
 *     rooms
 *         .field("family", FieldType.BOOLEAN)
 *         .derived("beds is at least 4", room -> room.number(beds) >= 4)
 *         .add();
 * Field total =
 *     rooms
 *         .field("total", FieldType.NUMBER)
 *         .tier(Tier.HOT)
 *         .computed(
 *             new Formula(
 *                 "price * nights",
 *                 List.of(Formula.Input.increasing(price)),
 *                 List.of(nights),
 *                 (in, arguments) -> in[0] * arguments.value(nights)))
 *         .add();
 * Schema schema = rooms.clusterBy(price).defaultOrder(total, false).build();
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class FieldBuilder {
  final String name;
  final FieldType type;
  String unit = "";
  Tier tier = Tier.WARM;
  final List<String> aliases = new ArrayList<>();
  Collation collation = Collation.EXACT;
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
  private final Schema.Builder schema;

  FieldBuilder(Schema.Builder schema, String name, FieldType type) {
    this.schema = schema;
    this.name = name;
    this.type = type;
  }

  /** Sets the unit of the values, for documentation. */
  public FieldBuilder unit(String unit) {
    this.unit = unit;
    return this;
  }

  /**
   * Chooses the indexes of the field; {@link Tier#WARM} by default. The {@linkplain
   * io.offerengine.schema package's page} states what each tier costs and gives.
   */
  public FieldBuilder tier(Tier tier) {
    this.tier = tier;
    return this;
  }

  /** Adds further names for conditions and orders. */
  public FieldBuilder aliases(String... names) {
    aliases.addAll(List.of(names));
    return this;
  }

  /** Sets the rule by which texts compare; {@link Collation#EXACT} by default. */
  public FieldBuilder collation(Collation rule) {
    if (!type.isText() && type != FieldType.TEXT_LIST) {
      throw new IllegalStateException(
          name + ": a collation needs a type of texts, but it is " + type);
    }
    this.collation = rule;
    return this;
  }

  /** Leaves the field out of results; conditions and orders may still name it. */
  public FieldBuilder hidden() {
    this.shown = false;
    return this;
  }

  /**
   * Leaves the field out of results, and lets only requests name it that may use all operators: a
   * question beyond the documented ones.
   */
  public FieldBuilder extended() {
    this.extended = true;
    return hidden();
  }

  /** Requires every offer to give a value. */
  FieldBuilder required() {
    this.nullable = false;
    return this;
  }

  /** Counts an absent value of a boolean field as false, in conditions and orders. */
  public FieldBuilder absentAsFalse() {
    requireType(FieldType.BOOLEAN, "absentAsFalse");
    this.absentAsFalse = true;
    return this;
  }

  /** Reads true as 1 and false as 0, for an integer field. */
  public FieldBuilder acceptsBooleans() {
    requireType(FieldType.INTEGER, "acceptsBooleans");
    this.acceptsBooleans = true;
    return this;
  }

  /**
   * Prints the values of a number field like integers, as far as they are: without an exponent, and
   * without a fraction if they have none. For fields whose readers expect integers.
   */
  public FieldBuilder printedAsInteger() {
    requireType(FieldType.NUMBER, "printedAsInteger");
    this.printedAsInteger = true;
    return this;
  }

  /**
   * Lets the condition {@code eq true} on a boolean field restrict nothing; an absent value counts
   * as false.
   */
  public FieldBuilder asSwitch() {
    requireType(FieldType.BOOLEAN, "asSwitch");
    this.isSwitch = true;
    this.absentAsFalse = true;
    return this;
  }

  /** Sets the value of an integer field that a search shows if it collapses results. */
  public FieldBuilder whenFolded(long value) {
    requireType(FieldType.INTEGER, "whenFolded");
    this.foldedValue = value;
    return this;
  }

  /** Derives the value from other values of the offer; a value that the offer gives is ignored. */
  public FieldBuilder derived(String text, Derivation derivation) {
    this.stored = false;
    this.derivationText = text;
    this.derivation = derivation;
    return this;
  }

  /** Derives the value from other values of the offer, unless the offer gives a value. */
  public FieldBuilder derivedUnlessGiven(String text, Derivation derivation) {
    this.derivationText = text;
    this.derivation = derivation;
    return this;
  }

  /**
   * Computes the value of a number field for every search; a value that the offer gives is ignored.
   */
  public FieldBuilder computed(Formula formula) {
    this.stored = false;
    return computedFromStored(self -> formula);
  }

  /**
   * Computes the value of a number field for every search. The value that the offer gives is stored
   * and may be an input of the formula.
   *
   * @param formula creates the formula; its argument is the field, which may be an input
   */
  public FieldBuilder computedFromStored(Function<Field, Formula> formula) {
    requireType(FieldType.NUMBER, "a formula");
    this.formula = formula;
    return this;
  }

  /** Sets the numbers of an object field. */
  public FieldBuilder members(List<Field.Member> members) {
    requireType(FieldType.OBJECT, "members");
    this.stored = false;
    this.members = List.copyOf(members);
    return this;
  }

  /**
   * Adds the field to the schema.
   *
   * @throws IllegalStateException if another field has the name or one of the aliases
   */
  public Field add() {
    return schema.add(this);
  }

  private void requireType(FieldType expected, String feature) {
    if (type != expected) {
      throw new IllegalStateException(
          name + ": " + feature + " needs the type " + expected + ", but it is " + type);
    }
  }
}
