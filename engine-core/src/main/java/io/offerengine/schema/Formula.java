package io.offerengine.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a computed number follows from stored fields and from a search's {@link Arguments}.
 *
 * <p>An absent input reads as NaN, or as the input's own default; arithmetic then hands NaN on, and
 * a result that is not finite is an absent value. The evaluator works in double, in the order in
 * which the formula is written, because ties between offers depend on it.
 *
 * <p>For every input the formula says which way the result moves when the input grows.
 * Floating-point addition, multiplication and division round monotonically, so the formula at the
 * smallest and largest inputs of a segment bounds its values exactly ({@link #isBounded}).
 *
 * <p>Searches mostly leave parameters at their defaults, but for one that is a choice. A formula
 * that says which parameters it reads has its values under such arguments kept and indexed, if its
 * field is {@link Tier#HOT}.
 *
 * <p><b>Threads.</b> Immutable, if the evaluator is free of state, as it must be.
 *
 * @param text the formula as documentation prints it
 * @param inputs the stored fields that it reads, in the evaluator's order
 * @param parameters all parameters that the evaluator reads; null where that is not known
 * @param evaluator the arithmetic
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
   * Creates a formula that declares nothing but the fields that it reads: its result may rise or
   * fall with each of them, and it may read any parameter.
   *
   * @param fields the stored fields that it reads, in the evaluator's order
   */
  public static Formula of(String text, List<Field> fields, Evaluator evaluator) {
    return new Formula(text, fields.stream().map(Input::unknown).toList(), evaluator);
  }

  /** Which way a result moves when an input grows and all else stays. */
  public enum Monotonicity {
    /** It grows or stays. */
    INCREASING,
    /** It falls or stays. */
    DECREASING,
    /** Nothing is promised. */
    UNKNOWN
  }

  /**
   * A stored field that a formula reads.
   *
   * @param field a stored field of type integer or number
   * @param monotonicity how the result follows it
   * @param absentAs what an absent value counts as; NaN where the evaluator wants to see the
   *     absence
   */
  public record Input(Field field, Monotonicity monotonicity, double absentAs) {
    /** Returns an input by which the result grows, absent as NaN. */
    public static Input increasing(Field field) {
      return new Input(field, Monotonicity.INCREASING, Double.NaN);
    }

    /** Returns an input by which the result falls, absent as NaN. */
    public static Input decreasing(Field field) {
      return new Input(field, Monotonicity.DECREASING, Double.NaN);
    }

    /** Returns an input of which nothing is promised, absent as NaN. */
    public static Input unknown(Field field) {
      return new Input(field, Monotonicity.UNKNOWN, Double.NaN);
    }

    /** Returns this input with an absent value counted as zero. */
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
     * @param inputs one number per input, NaN where absent; not to be kept or changed
     * @param arguments the search's arguments
     * @return the value; NaN or an infinity for an absent one
     */
    double evaluate(double[] inputs, Arguments arguments);
  }

  /**
   * Returns whether the result under some arguments is for certain that under others, whatever the
   * inputs: each parameter that it reads has the same value in both, and none is the clock.
   */
  public boolean agreesUnder(Arguments arguments, Arguments others) {
    if (parameters == null) {
      return false;
    }
    for (int i = 0; i < parameters.size(); i++) {
      Parameter<?> parameter = parameters.get(i);
      if (parameter.isClock() || arguments.value(parameter) != others.value(parameter)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Computes the value that a search sees.
   *
   * @param inputs one number per input, NaN where absent; absent ones are replaced by what they
   *     count as
   * @return the value; NaN for an absent one
   */
  public double value(double[] inputs, Arguments arguments) {
    for (int i = 0; i < inputs.length; i++) {
      if (Double.isNaN(inputs[i])) {
        inputs[i] = this.inputs.get(i).absentAs();
      }
    }
    double value = evaluator.evaluate(inputs, arguments);
    return Double.isFinite(value) ? value : Double.NaN;
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

  /** Returns whether the result at extreme inputs bounds all results between. */
  public boolean isBounded() {
    for (Input input : inputs) {
      if (input.monotonicity() == Monotonicity.UNKNOWN) {
        return false;
      }
    }
    return true;
  }
}
