package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a {@link Schema}: its name, its type, and where its values come from.
 *
 * <p>A value comes from the offer (<em>stored</em>), from the offer's other values when it is
 * stored (<em>derived</em>), or from stored values and a search's arguments (<em>computed</em>). A
 * field may be stored and computed: the stored value is then an input, the list price for example,
 * and what a search filters, orders and shows is the computed one. A field may be stored and
 * derived: the stored value then wins when it is present.
 *
 * <p>Fields are made by {@link Schema.Builder} and belong to one schema.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Field {
  private final String name;
  private final FieldType type;
  private final int ordinal;
  private final int slot;
  private final String unit;
  private final Tier tier;
  private final List<String> aliases;
  private final Collation collation;
  private final boolean nullable;
  private final boolean stored;
  private final boolean shown;
  private final boolean sortable;
  private final boolean absentAsFalse;
  private final boolean acceptsBooleans;
  private final boolean isSwitch;
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

  Field(FieldBuilder from, int ordinal, int slot) {
    this.name = from.name;
    this.type = from.type;
    this.ordinal = ordinal;
    this.slot = slot;
    this.unit = from.unit;
    this.tier = from.tier;
    this.aliases = List.copyOf(from.aliases);
    this.collation = from.type == FieldType.VERSION ? from.collation.ofVersions() : from.collation;
    this.nullable = from.nullable;
    this.stored = from.stored;
    this.shown = from.shown;
    this.sortable = from.type.isScalar();
    this.absentAsFalse = from.absentAsFalse;
    this.acceptsBooleans = from.acceptsBooleans;
    this.isSwitch = from.isSwitch;
    this.derivation = from.derivation;
    this.derivationText = from.derivationText;
    this.formula = from.formula == null ? null : from.formula.apply(this);
    this.members = List.copyOf(from.members);
    this.foldedValue = from.foldedValue;
  }

  /** Returns the name, unique in the schema. */
  public String name() {
    return name;
  }

  /** Returns the type of its values. */
  public FieldType type() {
    return type;
  }

  /** Returns its index in {@link Schema#fields()}. */
  public int ordinal() {
    return ordinal;
  }

  /** Returns its index among the columns, or -1 when no column is kept for it. */
  public int slot() {
    return slot;
  }

  /** Returns the unit of its values, {@code MB} for example; empty when there is none. */
  public String unit() {
    return unit;
  }

  /** Returns how much memory its index may cost. */
  public Tier tier() {
    return tier;
  }

  /** Returns the further names by which conditions and order pairs may call it. */
  public List<String> aliases() {
    return aliases;
  }

  /** Returns the rule by which its texts compare; without a meaning for a field without texts. */
  public Collation collation() {
    return collation;
  }

  /** Returns whether an offer may lack a value. */
  public boolean isNullable() {
    return nullable;
  }

  /** Returns whether offers bring values of it. */
  public boolean isStored() {
    return stored;
  }

  /** Returns whether it is a part of what a search shows of an offer. */
  public boolean isShown() {
    return shown;
  }

  /** Returns whether conditions may name it. */
  public boolean isFilterable() {
    return type.isScalar();
  }

  /** Returns whether order pairs may name it. */
  public boolean isSortable() {
    return sortable;
  }

  /** Returns whether an absent value counts as false in conditions and in order. */
  public boolean isAbsentAsFalse() {
    return absentAsFalse;
  }

  /** Returns whether true and false stand for 1 and 0 in conditions and in offers. */
  public boolean acceptsBooleans() {
    return acceptsBooleans;
  }

  /** Returns whether {@code eq true} on it restricts nothing ("show these in addition"). */
  public boolean isSwitch() {
    return isSwitch;
  }

  /** Returns how it is derived from an offer's other values; null when it is not. */
  public @Nullable Derivation derivation() {
    return derivation;
  }

  /** Returns how it is computed for a search; null when it is not. */
  public @Nullable Formula formula() {
    return formula;
  }

  /**
   * Returns the derivation or formula as documentation prints it; empty for a plain stored field.
   */
  public String definition() {
    return formula == null ? derivationText : formula.text();
  }

  /** Returns the numbers of an object field, in order; empty for every other type. */
  public List<Member> members() {
    return members;
  }

  /** Returns the value that is shown instead when a search folds; null when it shows its own. */
  public @Nullable Long foldedValue() {
    return foldedValue;
  }

  @Override
  public String toString() {
    return name;
  }
}
