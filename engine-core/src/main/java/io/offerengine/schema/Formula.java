package io.offerengine.schema;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The rule that computes the value of a computed field from stored fields and from the {@link
 * Arguments} of a search. The value is a number. {@link FieldBuilder} shows one.
 *
 * <p>The evaluator reads an absent input as NaN, or as the input's default. It reads a boolean as 1
 * or 0, a date as the number of days since 1970-01-01, and an instant as nanoseconds since 1970; a
 * clock has seconds. A result that is NaN or infinite is an absent value.
 *
 * <p>A formula may declare for each input whether its result rises or falls with the input. If it
 * does so for every input, the engine bounds the values of a segment by the least and greatest
 * inputs ({@link #isBounded}). The bounds are exact, because addition, multiplication and division
 * of doubles round monotonically. If a formula declares its parameters and its field is {@link
 * Tier#HOT}, the engine also stores and indexes its values under {@linkplain Arguments#usual usual
 * arguments}.
 *
 * <p>When offers are stored, the engine compares the declarations with values: see {@link Checks}.
 * A formula that declares nothing ({@link #of}) is always correct, but slower.
 *
 * <p><b>Threads.</b> Immutable. Several threads may call the evaluator at once; it must have no
 * state.
 *
 * @param text the formula, for documentation
 * @param inputs the stored or derived fields that the evaluator reads, in the order of its first
 *     argument
 * @param parameters all parameters that the evaluator reads; null if it may read any
 * @param evaluator computes the result
 */
public record Formula(
    String text, List<Input> inputs, @Nullable List<Parameter<?>> parameters, Evaluator evaluator) {
  /** Copies the lists. */
  public Formula {
    inputs = List.copyOf(inputs);
    parameters = parameters == null ? null : List.copyOf(parameters);
  }

  /** Creates a formula that may read any parameter. */
  public Formula(String text, List<Input> inputs, Evaluator evaluator) {
    this(text, inputs, null, evaluator);
  }

  /**
   * Creates a formula that declares only the fields that it reads. Its result may rise or fall with
   * each field, and it may read any parameter.
   *
   * @param fields the stored or derived fields that the evaluator reads, in the order of its first
   *     argument
   */
  public static Formula of(String text, List<? extends Field> fields, Evaluator evaluator) {
    return new Formula(text, fields.stream().map(Input::unknown).toList(), evaluator);
  }

  /** How a result changes if one input grows and the others stay. */
  public enum Monotonicity {
    /** The result grows or stays. */
    INCREASING,
    /** The result falls or stays. */
    DECREASING,
    /** The result may grow or fall. */
    UNKNOWN
  }

  /**
   * A field that a formula reads.
   *
   * @param field a stored or derived field of integers, numbers, booleans, dates or instants
   * @param monotonicity how the result changes if this input grows
   * @param absentAs the number that stands for an absent value; NaN lets the evaluator see the
   *     absence
   */
  public record Input(Field field, Monotonicity monotonicity, double absentAs) {
    /** Returns an input with which the result grows; an absent value reads as NaN. */
    public static Input increasing(Field field) {
      return new Input(field, Monotonicity.INCREASING, Double.NaN);
    }

    /** Returns an input with which the result falls; an absent value reads as NaN. */
    public static Input decreasing(Field field) {
      return new Input(field, Monotonicity.DECREASING, Double.NaN);
    }

    /** Returns an input with which the result may grow or fall; an absent value reads as NaN. */
    public static Input unknown(Field field) {
      return new Input(field, Monotonicity.UNKNOWN, Double.NaN);
    }

    /** Returns this input with an absent value read as zero. */
    public Input orZero() {
      return new Input(field, monotonicity, 0.0);
    }
  }

  /** The arithmetic of a formula. */
  @FunctionalInterface
  public interface Evaluator {
    /**
     * Computes the value.
     *
     * @param inputs one number per input, NaN if absent; the evaluator must not change or retain it
     * @param arguments the search's arguments
     * @return the value; NaN or an infinity for an absent one
     */
    double evaluate(double[] inputs, Arguments arguments);
  }

  /**
   * Returns whether the formula certainly gives the same result under two arguments, whatever the
   * inputs: every declared parameter has the same value in both. A clock that was not set has none.
   */
  public boolean agreesUnder(Arguments arguments, Arguments others) {
    if (parameters == null) {
      return false;
    }
    for (int i = 0; i < parameters.size(); i++) {
      Parameter<?> parameter = parameters.get(i);
      if (arguments.value(parameter) != others.value(parameter)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Computes the value of the field.
   *
   * @param inputs one number per input, NaN if absent; this method overwrites NaN by {@link
   *     Input#absentAs}
   * @return the value; NaN for an absent one
   */
  public double value(double[] inputs, Arguments arguments) {
    for (int i = 0; i < inputs.length; i++) {
      if (Double.isNaN(inputs[i])) {
        inputs[i] = this.inputs.get(i).absentAs();
      }
    }
    double value;
    try {
      value = evaluator.evaluate(inputs, arguments);
    } catch (Arguments.UndeclaredParameterException e) {
      throw e;
    } catch (Exception e) { // Some languages have no checked exceptions.
      throw new IllegalStateException(
          "the formula \"" + text + "\" failed for " + inWords(inputs) + ": " + e, e);
    }
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /**
   * Computes the value of the field for one offer, from stored and derived values, in O(inputs) and
   * what their derivations cost.
   *
   * @return the value; NaN for an absent one
   * @throws IllegalArgumentException if an input is no field of the offer's schema
   * @throws IllegalStateException if the formula or the derivation of an input fails
   */
  public double value(Offer offer, Arguments arguments) {
    double[] values = new double[inputs.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = offer.input(inputs.get(i).field());
    }
    return value(values, arguments);
  }

  /** Returns the inputs as {@code price=4.0, nights=2.0}. */
  private String inWords(double[] values) {
    StringJoiner words = new StringJoiner(", ");
    for (int i = 0; i < values.length; i++) {
      words.add(inputs.get(i).field() + "=" + values[i]);
    }
    return words.toString();
  }

  /** Returns the declared parameters, one bit each by ordinal; all bits if any may be read. */
  long declaredParameters() {
    if (parameters == null) {
      return -1;
    }
    long declared = 0;
    for (Parameter<?> parameter : parameters) {
      declared |= 1L << parameter.ordinal();
    }
    return declared;
  }

  /** Returns whether every input declares a direction, so that extreme inputs bound all results. */
  public boolean isBounded() {
    for (Input input : inputs) {
      if (input.monotonicity() == Monotonicity.UNKNOWN) {
        return false;
      }
    }
    return true;
  }

  /**
   * Which of the offers that an engine stores are used to compare formulas with their declarations.
   *
   * <p>Before an offer is stored, the engine evaluates every {@link Formula} of the schema for the
   * offer and for the one that was compared before it. If a formula reads a parameter or an input
   * that it does not declare, or if its result falls where it is declared to rise, storing fails
   * with an IllegalStateException that names the field, both offers and the values. Without this
   * comparison, a wrong declaration would silently lead to missing results.
   */
  public enum Checks {
    /**
     * The first 128 offers and every 128th offer after them: the default. It takes less than a
     * hundredth of the time of a load.
     */
    SAMPLED,
    /** Every offer: for tests of a schema. */
    EVERY_ROW;

    private static final int STRIDE = 128;

    /**
     * Returns whether an offer is compared.
     *
     * @param number how many offers were stored before it
     */
    public boolean include(long number) {
      return this == EVERY_ROW || number < STRIDE || number % STRIDE == 0;
    }
  }
}
