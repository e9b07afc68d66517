package io.offerengine.internal.write;

import io.offerengine.internal.segment.HostCode;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Arguments.UndeclaredParameterException;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Formula.Monotonicity;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * What one formula declares of its inputs and parameters, ready to be compared with its values.
 *
 * <p>The comparison replaces the inputs of one row by the inputs of another row, one at a time.
 * After each replacement the result must have moved as the {@link Monotonicity} of the input says.
 * If an input with a declared monotonicity is absent, the result must be absent or must not depend
 * on this input: bounds of computed fields are derived from present inputs alone.
 *
 * <p>The comparison is made under the {@linkplain Arguments#usual usual arguments}, and under the
 * minimum and a larger value of each number parameter beside the defaults of the others.
 *
 * <p>If the evaluator throws for a row, the row counts as one without a value: a search that needs
 * the value will throw the same exception.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FormulaDeclaration {
  private static final int FURTHER_INPUTS = 16;

  private final String name;
  private final Formula formula;
  private final List<Arguments> arguments = new ArrayList<>();
  private final boolean declaresMonotonicity;

  /**
   * Creates the declaration of a formula.
   *
   * @param name the field or member that shows the values
   */
  FormulaDeclaration(Schema schema, String name, Formula formula) {
    this.name = name;
    this.formula = formula;
    this.declaresMonotonicity =
        formula.inputs().stream().anyMatch(input -> input.monotonicity() != Monotonicity.UNKNOWN);
    for (Arguments usual : Arguments.usual(schema)) {
      add(usual.atClock(schema, 0));
    }
    Arguments defaults = Arguments.defaults(schema).atClock(schema, 0);
    for (Parameter<?> parameter : schema.parameters()) {
      defaults.withOtherNumbers(parameter).forEach(this::add);
    }
  }

  /** Adds arguments, unless the formula declares that it gives the same values under known ones. */
  private void add(Arguments candidate) {
    if (arguments.stream().noneMatch(known -> formula.agreesUnder(candidate, known))) {
      arguments.add(candidate.readBy(formula));
    }
  }

  /**
   * Compares the formula with its declaration.
   *
   * @throws IllegalStateException if the formula contradicts its declaration
   */
  void check(FormulaSampler.Row from, FormulaSampler.Row to) {
    for (Arguments each : arguments) {
      if (declaresMonotonicity) {
        checkSteps(each, from, to);
      } else {
        value(inputs(to), each, to);
      }
    }
  }

  private void checkSteps(Arguments under, FormulaSampler.Row from, FormulaSampler.Row to) {
    double[] inputs = inputs(from);
    double[] target = inputs(to);
    double before = value(inputs, under, from);
    for (int i = 0; i < inputs.length; i++) {
      double old = inputs[i];
      inputs[i] = target[i];
      double after = value(inputs, under, to);
      Formula.Input moved = formula.inputs().get(i);
      if (contradicts(moved.monotonicity(), old, inputs[i], before, after)) {
        throw new IllegalStateException(
            this
                + (" declares " + moved.field() + " as " + moved.monotonicity())
                + ", but its result moves "
                + ("from " + text(before) + " to " + text(after))
                + (" when " + moved.field() + " moves from ")
                + (text(old) + at(from) + " to " + text(inputs[i]) + at(to))
                + (": " + describe(inputs, under))
                + "; declare it as UNKNOWN, or correct the formula");
      }
      before = after;
    }
  }

  private static boolean contradicts(
      Monotonicity declared, double old, double now, double before, double after) {
    if (declared == Monotonicity.UNKNOWN || Double.isNaN(before) || Double.isNaN(after)) {
      return false;
    }
    if (now == old || Double.isNaN(old) || Double.isNaN(now)) {
      return before != after;
    }
    boolean mayRise = declared == Monotonicity.INCREASING == now > old;
    return mayRise ? after < before : after > before;
  }

  private double[] inputs(FormulaSampler.Row row) {
    double[] inputs = new double[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      Formula.Input input = formula.inputs().get(i);
      double value = row.values()[input.field().slot()];
      inputs[i] = Double.isNaN(value) ? input.absentAs() : value;
    }
    return inputs;
  }

  /** Returns the result; NaN if it is absent or if the evaluator fails. */
  private double value(double[] inputs, Arguments under, FormulaSampler.Row row) {
    try {
      return formula.value(inputs, under);
    } catch (UndeclaredParameterException e) {
      throw new IllegalStateException(this + where(inputs, under, row) + ": " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof ArrayIndexOutOfBoundsException && readsBeyond(inputs, under)) {
        throw new IllegalStateException(
            this + " reads an input that it does not declare" + where(inputs, under, row), e);
      }
      return Double.NaN;
    } catch (Throwable e) {
      if (e instanceof OutOfMemoryError) {
        throw e;
      }
      return Double.NaN;
    }
  }

  /**
   * Returns whether the evaluator succeeds if it is given more inputs than the formula declares.
   */
  private boolean readsBeyond(double[] inputs, Arguments under) {
    try {
      formula.evaluator().evaluate(Arrays.copyOf(inputs, inputs.length + FURTHER_INPUTS), under);
      return true;
    } catch (Throwable e) {
      if (HostCode.isErrorOfJvm(e)) {
        throw e;
      }
      return false;
    }
  }

  private String where(double[] inputs, Arguments under, FormulaSampler.Row row) {
    return at(row) + ", " + describe(inputs, under);
  }

  private String describe(double[] inputs, Arguments under) {
    StringJoiner texts = new StringJoiner(", ", "[", "] with [" + under + "]");
    for (int i = 0; i < inputs.length; i++) {
      texts.add(formula.inputs().get(i).field() + "=" + text(inputs[i]));
    }
    return texts.toString();
  }

  private static String at(FormulaSampler.Row row) {
    return " (offer " + row.id() + ")";
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "absent" : Double.toString(value);
  }

  @Override
  public String toString() {
    return "the formula of " + name + " ('" + formula.text() + "')";
  }
}
