package io.offerengine.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes one {@link Field}; {@link #add} makes it a part of the schema being built.
 *
 * <p>A new description is of a stored, nullable, shown field of tier {@link Tier#WARM}.
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
  boolean absentAsFalse;
  boolean acceptsBooleans;
  boolean isSwitch;
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

  /** Sets the unit of the values. */
  public FieldBuilder unit(String unit) {
    this.unit = unit;
    return this;
  }

  /** Sets how much memory its index may cost. */
  public FieldBuilder tier(Tier tier) {
    this.tier = tier;
    return this;
  }

  /** Adds further names for conditions and order pairs. */
  public FieldBuilder aliases(String... names) {
    aliases.addAll(List.of(names));
    return this;
  }

  /** Sets the rule by which texts compare; {@link Collation#EXACT} by default. */
  public FieldBuilder collation(Collation rule) {
    if (!type.isText()) {
      throw new IllegalStateException(
          name + ": a collation needs a type of texts, but it is " + type);
    }
    this.collation = rule;
    return this;
  }

  /** Keeps it out of what a search shows; conditions and order may still name it. */
  public FieldBuilder hidden() {
    this.shown = false;
    return this;
  }

  /** Requires every offer to bring a value. */
  FieldBuilder required() {
    this.nullable = false;
    return this;
  }

  /** Counts an absent value of a boolean field as false. */
  public FieldBuilder absentAsFalse() {
    requireType(FieldType.BOOLEAN, "absentAsFalse");
    this.absentAsFalse = true;
    return this;
  }

  /** Lets true and false stand for 1 and 0 on an integer field. */
  public FieldBuilder acceptsBooleans() {
    requireType(FieldType.INTEGER, "acceptsBooleans");
    this.acceptsBooleans = true;
    return this;
  }

  /** Makes {@code eq true} on a boolean field restrict nothing; an absent value counts as false. */
  public FieldBuilder asSwitch() {
    requireType(FieldType.BOOLEAN, "asSwitch");
    this.isSwitch = true;
    this.absentAsFalse = true;
    return this;
  }

  /** Shows another value of an integer field in a search that folds. */
  public FieldBuilder whenFolded(long value) {
    requireType(FieldType.INTEGER, "whenFolded");
    this.foldedValue = value;
    return this;
  }

  /** Derives the values from the offer's other values; what an offer brings is ignored. */
  public FieldBuilder derived(String text, Derivation derivation) {
    this.stored = false;
    this.derivationText = text;
    this.derivation = derivation;
    return this;
  }

  /** Derives the values from the offer's other values where the offer brings none of its own. */
  public FieldBuilder derivedUnlessGiven(String text, Derivation derivation) {
    this.derivationText = text;
    this.derivation = derivation;
    return this;
  }

  /** Computes the values of a number field for every search; what an offer brings is ignored. */
  public FieldBuilder computed(Formula formula) {
    this.stored = false;
    return computedFromStored(self -> formula);
  }

  /**
   * Computes the values for every search, and keeps what the offer brings as an input.
   *
   * @param formula makes the formula from the field itself, whose stored values it may read
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
   * Makes the field a part of the schema.
   *
   * @throws IllegalStateException if the schema has its name, or one of its aliases, already
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
