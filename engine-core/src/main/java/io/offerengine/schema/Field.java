package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named attribute of the offers of a {@link Schema}.
 *
 * <ul>
 *   <li>A <em>stored</em> field holds the value that the offer gives.
 *   <li>A <em>derived</em> field is computed from stored fields when the offer is stored.
 *   <li>A <em>computed</em> field is computed from stored fields and the {@link Arguments} of a
 *       search.
 * </ul>
 *
 * <p>A field may be stored and computed: its stored value, a list price for example, is then an
 * input of its formula, and searches filter, order and show the computed value. A field may be
 * stored and derived: if the offer gives a value, nothing is derived.
 *
 * <p>The methods of {@link Schema.Builder} create fields, each of the class of its type: {@link
 * NumberField}, {@link TextField} and so on. These classes have the conditions and orders that fit
 * the type. A field belongs to one schema.
 *
 * <p><b>Threads.</b> Immutable, whatever the class.
 */
public abstract sealed class Field
    permits ScalarField, TextListField, IntegerListField, ObjectField {
  private final Schema.Builder declared;
  private final String name;
  private final FieldType type;
  private final int ordinal;
  private final int slot;
  private final String unit;
  private final Tier tier;
  private final Collation collation;
  private final boolean nullable;
  private final boolean stored;
  private final boolean shown;
  private final boolean extended;
  private final boolean absentAsFalse;
  private final boolean acceptsBooleans;
  private final boolean isSwitch;
  private final boolean printedAsInteger;
  private final @Nullable Derivation derivation;
  private final String derivationText;
  private final @Nullable Formula formula;
  private final List<Member> members;
  private final @Nullable Long foldedValue;

  /**
   * One number of an {@link FieldType#OBJECT} field.
   *
   * @param name its key in the object
   * @param formula its value
   */
  public record Member(String name, Formula formula) {}

  Field(FieldBuilder<?> from, int ordinal, int slot) {
    this.declared = from.schema;
    this.name = from.name;
    this.type = from.type;
    this.ordinal = ordinal;
    this.slot = slot;
    this.unit = from.unit;
    this.tier = from.tier;
    this.collation = from.collation.of(from.type);
    this.nullable = from.nullable;
    this.stored = from.stored;
    this.shown = from.shown;
    this.extended = from.extended;
    this.absentAsFalse = from.absentAsFalse;
    this.acceptsBooleans = from.acceptsBooleans;
    this.isSwitch = from.isSwitch;
    this.printedAsInteger = from.printedAsInteger;
    this.derivation = from.derivation;
    this.derivationText = from.derivationText;
    this.formula = from.formula == null ? null : from.formula.apply(this);
    this.members = List.copyOf(from.members);
    this.foldedValue = from.foldedValue;
  }

  /**
   * Returns the schema that this field belongs to.
   *
   * @throws IllegalStateException if the schema is not built yet
   */
  public final Schema schema() {
    return declared.built();
  }

  /** Returns the name, unique in the schema. */
  public final String name() {
    return name;
  }

  /** Returns the type of the values. */
  public final FieldType type() {
    return type;
  }

  /** Returns the index of this field in {@link Schema#fields()}. */
  public final int ordinal() {
    return ordinal;
  }

  /** Returns the index of this field in {@link Schema#columns()}; -1 if it has no column. */
  public final int slot() {
    return slot;
  }

  /** Returns the unit of the values, {@code MB} for example; empty if there is none. */
  public final String unit() {
    return unit;
  }

  /** Returns the tier, which decides about the indexes of this field. */
  public final Tier tier() {
    return tier;
  }

  /** Returns the rule by which texts compare; it has no meaning for a field without texts. */
  public final Collation collation() {
    return collation;
  }

  /** Returns whether an offer may lack a value. */
  public final boolean isNullable() {
    return nullable;
  }

  /** Returns whether offers give values of this field. */
  public final boolean isStored() {
    return stored;
  }

  /** Returns whether results show this field. */
  public final boolean isShown() {
    return shown;
  }

  /** Returns whether only requests that may use all operators may name this field. */
  public final boolean isExtended() {
    return extended;
  }

  /** Returns whether conditions may name this field. */
  public final boolean isFilterable() {
    return type != FieldType.OBJECT;
  }

  /** Returns whether an order may name this field. */
  public final boolean isSortable() {
    return type.isScalar();
  }

  /** Returns whether an absent value counts as false in conditions and orders. */
  public final boolean isAbsentAsFalse() {
    return absentAsFalse;
  }

  /** Returns whether true and false stand for 1 and 0 in conditions and in offers. */
  public final boolean acceptsBooleans() {
    return acceptsBooleans;
  }

  /** Returns whether the condition {@code eq true} restricts nothing ("show these in addition"). */
  public final boolean isSwitch() {
    return isSwitch;
  }

  /** Returns whether results print the numbers of this field like integers, as far as they are. */
  public final boolean isPrintedAsInteger() {
    return printedAsInteger;
  }

  /** Returns the rule that derives values from other values of the offer; null if there is none. */
  public final @Nullable Derivation derivation() {
    return derivation;
  }

  /** Returns the formula that computes values for a search; null if there is none. */
  public final @Nullable Formula formula() {
    return formula;
  }

  /** Returns the text of the derivation or formula, for documentation; empty for a stored field. */
  public final String definition() {
    return formula == null ? derivationText : formula.text();
  }

  /** Returns the numbers of an object field, in order; empty for a field of another type. */
  public final List<Member> members() {
    return members;
  }

  /** Returns the value that a search shows if it collapses results; null for the stored value. */
  public final @Nullable Long foldedValue() {
    return foldedValue;
  }

  @Override
  public final String toString() {
    return name;
  }
}
