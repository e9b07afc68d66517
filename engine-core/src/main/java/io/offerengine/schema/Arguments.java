package io.offerengine.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The values of a schema's {@linkplain Parameter parameters} for one search.
 *
 * <p>A parameter that was not given has its default. A clock that was not given has no value until
 * {@link #atClock} sets its value, once per search.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Arguments {
  /** Doubles of at least this magnitude are printed with an exponent. */
  private static final double FIRST_EXPONENT = 1e15;

  private final List<Parameter<?>> parameters;
  private final double[] values;
  private final long given;
  private final @Nullable Reads reads;

  /** The only formula that may read these arguments; null for any reader. */
  private final @Nullable Formula reader;

  /** A bit per ordinal of a parameter: set if reading the parameter needs no note and no check. */
  private final long free;

  /**
   * Records which parameters a formula reads. The value of a formula depends on these parameters
   * and on its inputs alone.
   *
   * <p><b>Threads.</b> Confined to one thread, together with the arguments of {@link #noting}.
   */
  public static final class Reads {
    private long parameters;

    /** Creates an empty record. */
    public Reads() {}

    /** Returns the parameters that were read since the last call, one bit per ordinal. */
    public long take() {
      long taken = parameters;
      parameters = 0;
      return taken;
    }
  }

  private Arguments(
      List<Parameter<?>> parameters,
      double[] values,
      long given,
      @Nullable Reads reads,
      @Nullable Formula reader) {
    this.parameters = parameters;
    this.values = values;
    this.given = given;
    this.reads = reads;
    this.reader = reader;
    this.free = reads != null ? 0 : reader == null ? -1 : reader.declaredParameters();
  }

  /** Returns the defaults of every parameter of a schema. */
  public static Arguments defaults(Schema schema) {
    return schema.defaultArguments();
  }

  static Arguments ofDefaults(List<Parameter<?>> parameters) {
    double[] values = new double[parameters.size()];
    for (Parameter<?> parameter : parameters) {
      values[parameter.ordinal()] = parameter.isClock() ? Double.NaN : parameter.defaultValue();
    }
    return new Arguments(parameters, values, 0, null, null);
  }

  /**
   * Returns the arguments that most searches bring: first the defaults, then the defaults with each
   * other constant of one enum parameter.
   */
  public static List<Arguments> usual(Schema schema) {
    List<Arguments> usual = new ArrayList<>();
    Arguments defaults = defaults(schema);
    usual.add(defaults);
    for (Parameter<?> parameter : schema.parameters()) {
      for (int choice = 0; choice < parameter.choices().size(); choice++) {
        if (choice != parameter.defaultValue()) {
          usual.add(defaults.withEncoded(parameter, choice));
        }
      }
    }
    return usual;
  }

  /**
   * Returns these arguments with other values of a number parameter: its minimum, if it has one,
   * and a larger value than its default. Empty for other parameters.
   */
  public List<Arguments> withOtherNumbers(Parameter<?> parameter) {
    List<Arguments> others = new ArrayList<>();
    if (parameter.choices().isEmpty() && !parameter.isClock()) {
      double low = Math.max(parameter.minimum(), -1 - Math.abs(parameter.defaultValue()));
      double high = 1 + 2 * Math.abs(parameter.defaultValue());
      for (double other : new double[] {low, high}) {
        if (other != parameter.defaultValue()) {
          others.add(withEncoded(parameter, other));
        }
      }
    }
    return others;
  }

  /** Returns the defaults with each {@linkplain Schema.Builder#usualValues usual value} in turn. */
  public static List<Arguments> usualNumbers(Schema schema) {
    List<Arguments> usual = new ArrayList<>();
    for (Parameter<?> parameter : schema.parameters()) {
      for (double value : schema.usualValues.getOrDefault(parameter, new double[0])) {
        usual.add(defaults(schema).withEncoded(parameter, value));
      }
    }
    return usual;
  }

  /** Returns these arguments with a value of one parameter. */
  public <T> Arguments with(Parameter<T> parameter, T value) {
    return withEncoded(parameter, parameter.encode(value));
  }

  private Arguments withEncoded(Parameter<?> parameter, double value) {
    double[] changed = values.clone();
    changed[parameter.ordinal()] = value;
    return changed(changed, given | 1L << parameter.ordinal());
  }

  /**
   * Returns these arguments with every clock that has no value yet set to a time.
   *
   * @param seconds seconds since 1970-01-01T00:00:00Z
   */
  public Arguments atClock(Schema schema, double seconds) {
    double @Nullable [] changed = null;
    for (Parameter<?> parameter : schema.parameters()) {
      if (parameter.isClock() && Double.isNaN(value(parameter))) {
        changed = changed == null ? values.clone() : changed;
        changed[parameter.ordinal()] = seconds;
      }
    }
    return changed == null ? this : changed(changed, given);
  }

  /** Returns the clocks that have no value yet, one bit per ordinal. */
  public long openClocks() {
    long open = 0;
    for (int i = 0; i < values.length; i++) {
      // No other parameter has this value.
      open |= Double.isNaN(values[i]) ? 1L << i : 0;
    }
    return open;
  }

  private Arguments changed(double[] changed, long nowGiven) {
    return new Arguments(parameters, changed, nowGiven, reads, reader);
  }

  /** Returns the same arguments; they record in {@code noted} which parameters are read. */
  public Arguments noting(Reads noted) {
    return new Arguments(parameters, values, given, noted, reader);
  }

  /**
   * Returns the same arguments for the evaluation of one formula. If the formula reads a parameter
   * that it does not declare, these arguments throw {@link UndeclaredParameterException}.
   */
  public Arguments readBy(Formula formula) {
    return new Arguments(parameters, values, given, reads, formula);
  }

  /** Returns the encoded value; NaN for a clock that was neither given nor set. */
  public double value(Parameter<?> parameter) {
    note(parameter);
    return values[parameter.ordinal()];
  }

  /** Returns whether the value was given; false if it is the default. */
  public boolean isGiven(Parameter<?> parameter) {
    note(parameter);
    return (given >>> parameter.ordinal() & 1) != 0;
  }

  /** Returns whether the value of an enum parameter is a given constant. */
  public <E extends Enum<E>> boolean is(Parameter<E> parameter, E constant) {
    note(parameter);
    return values[parameter.ordinal()] == parameter.encode(constant);
  }

  private void note(Parameter<?> parameter) {
    if ((free >>> parameter.ordinal() & 1) == 0) {
      noteOrRefuse(parameter);
    }
  }

  private void noteOrRefuse(Parameter<?> parameter) {
    long read = 1L << parameter.ordinal();
    if (reader != null && (reader.declaredParameters() & read) == 0) {
      throw new UndeclaredParameterException(reader, parameter);
    }
    if (reads != null) {
      reads.parameters |= read;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Arguments that
        && given == that.given
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Long.hashCode(given);
  }

  /**
   * Returns the value of a parameter as explanations print it: the name of an enum's constant, a
   * number without a trailing zero, or {@code clock} for a clock without a value.
   */
  public String text(Parameter<?> parameter) {
    double value = values[parameter.ordinal()];
    if (parameter.isClock() && Double.isNaN(value)) {
      return "clock";
    }
    List<?> choices = parameter.choices();
    return choices.isEmpty() ? text(value) : ((Enum<?>) choices.get((int) value)).name();
  }

  private static String text(double number) {
    if (number == Math.rint(number) && Math.abs(number) < FIRST_EXPONENT) {
      return Long.toString((long) number);
    }
    boolean plain = Math.abs(number) < FIRST_EXPONENT && Math.abs(number) > 1 / FIRST_EXPONENT;
    return plain ? BigDecimal.valueOf(number).toPlainString() : Double.toString(number);
  }

  /**
   * Returns every parameter with its value, in the order of the schema: {@code type=BID,
   * allocated_storage=8 (default), now=clock}. Equal arguments of one schema have equal texts.
   */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ");
    for (Parameter<?> parameter : parameters) {
      boolean isGiven = (given >>> parameter.ordinal() & 1) != 0;
      String source = parameter.isClock() ? " (clock)" : " (default)";
      boolean isUnset = parameter.isClock() && Double.isNaN(values[parameter.ordinal()]);
      text.add(parameter + "=" + text(parameter) + (isGiven || isUnset ? "" : source));
    }
    return text.toString();
  }

  /**
   * A formula that reads a parameter that it does not declare.
   *
   * <p>Without this exception, a search could receive values that were computed under another value
   * of the parameter.
   */
  public static final class UndeclaredParameterException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    UndeclaredParameterException(Formula formula, Parameter<?> parameter) {
      super(
          "the formula '"
              + formula.text()
              + "' reads the parameter "
              + parameter
              + ", but declares that it reads no other than "
              + formula.parameters());
    }
  }
}
