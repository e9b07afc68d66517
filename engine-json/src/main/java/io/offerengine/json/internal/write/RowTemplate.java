package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * The layout of a cached row: the JSON text of the row, and the data to decide which of its values
 * are still correct for another search.
 *
 * <p>A slot is a value in the text that can change between searches: the value of a formula, or a
 * field that shows another value if the search collapses bundles. A row never changes, so a formula
 * can only change with the arguments of the search. The row therefore stores the arguments of its
 * text, and for each formula the arguments that the formula read. If these are equal in another
 * search, the formula returns the same value.
 *
 * <p>A source is the origin of the text in a slot: a formula, or a field that collapsing replaces.
 * Several slots may have the same source.
 *
 * <p><b>Layout.</b> One array for each row; numbers are little-endian:
 *
 * <pre>
 * inputs of the formulas                      8 bytes each
 * arguments; which of them were given         8 bytes each; 8 bytes
 * starts of the slots in the array            4 bytes each
 * lengths of the slots                        1 byte each
 * arguments that each formula read            1 byte each, one bit for each argument;
 *                                             zeros up to a multiple of 8
 * the text, from brace to brace
 * </pre>
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RowTemplate {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** One bit in each byte. */
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  /** The distinct formulas of the fields. */
  private final List<Formula> formulas = new ArrayList<>();

  /** The distinct stored fields that the formulas read. */
  private final List<Field> inputs = new ArrayList<>();

  /** The indexes of a formula's inputs in {@link #inputs}, by the index of the formula. */
  private final int[][] inputsOf;

  private final List<Part> parts = new ArrayList<>();
  private final byte[] closing;
  private final int[] sources;
  private final int[] slots;
  private final int[][] slotsOf;

  /** The texts of collapsed fields, by the index of the source minus the number of formulas. */
  private final List<byte[]> foldedTexts = new ArrayList<>();

  private final List<Parameter<?>> parameters;
  private final int argumentsAt;
  private final int slotsAt;
  private final int lengthsAt;
  private final int readsAt;
  private final int textAt;

  /**
   * One value in the text.
   *
   * @param prefix the punctuation and the key before the value
   * @param field the field of the value
   * @param formula the formula of the field or member; null for a stored value
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Part(byte[] prefix, Field field, @Nullable Formula formula) {
    /** Returns whether the value can change between searches. */
    boolean isSlot() {
      return formula != null || field.foldedValue() != null;
    }
  }

  /**
   * Creates the layout of rows with some fields.
   *
   * @param fields the shown fields, in the order of the text; at least one
   */
  RowTemplate(Schema schema, List<Field> fields) {
    String before = "{";
    for (Field field : fields) {
      before = add(field, before);
    }
    for (Part part : parts) {
      Formula formula = part.formula();
      if (formula != null && !formulas.contains(formula)) {
        formulas.add(formula);
      }
    }
    this.inputsOf = formulas.stream().map(this::indexesOfInputs).toArray(int[][]::new);
    this.closing = (before.startsWith("}") ? "}}" : "}").getBytes(UTF_8);
    List<Part> shown = parts.stream().filter(Part::isSlot).toList();
    this.sources = shown.stream().mapToInt(this::sourceOf).toArray();
    this.parameters = schema.parameters();
    this.argumentsAt = Long.BYTES * inputs.size();
    this.slotsAt = argumentsAt + Long.BYTES * (parameters.size() + 1);
    this.lengthsAt = slotsAt + Integer.BYTES * sources.length;
    this.readsAt = lengthsAt + sources.length;
    this.textAt = readsAt + (formulas.size() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    this.slots = IntStream.range(0, sources.length).toArray();
    this.slotsOf = new int[sourceCount()][];
    for (int source = 0; source < slotsOf.length; source++) {
      int each = source;
      slotsOf[source] = Arrays.stream(slots).filter(at -> sources[at] == each).toArray();
    }
  }

  /** Adds the parts of a field; returns the punctuation before the next field. */
  private String add(Field field, String before) {
    String key = before + keyOf(field.name());
    if (field.members().isEmpty()) {
      parts.add(new Part(key.getBytes(UTF_8), field, field.formula()));
      return ",";
    }
    String opened = key + "{";
    for (Field.Member member : field.members()) {
      String prefix = opened + keyOf(member.name());
      parts.add(new Part(prefix.getBytes(UTF_8), field, member.formula()));
      opened = ",";
    }
    return "},";
  }

  private static String keyOf(String name) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(name)) + "\":";
  }

  private int[] indexesOfInputs(Formula formula) {
    return formula.inputs().stream().map(Formula.Input::field).mapToInt(this::indexOf).toArray();
  }

  private int indexOf(Field input) {
    if (!inputs.contains(input)) {
      inputs.add(input);
    }
    return inputs.indexOf(input);
  }

  private int sourceOf(Part slot) {
    if (slot.formula() != null) {
      return formulas.indexOf(slot.formula());
    }
    foldedTexts.add(String.valueOf(slot.field().foldedValue()).getBytes(UTF_8));
    return formulas.size() + foldedTexts.size() - 1;
  }

  /** Returns the number of formulas. */
  int formulaCount() {
    return formulas.size();
  }

  /** Returns the stored fields that the formulas read. */
  List<Field> inputs() {
    return inputs;
  }

  /** Returns an evaluation of the formulas under some arguments. */
  Evaluation evaluation(Arguments arguments) {
    return new Evaluation(arguments);
  }

  /**
   * Evaluates the formulas for one row after the other.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  final class Evaluation {
    private final Arguments arguments;

    /** By formula: room for the values of its inputs. */
    private final double[][] room = new double[inputsOf.length][];

    private Evaluation(Arguments arguments) {
      this.arguments = arguments;
      Arrays.setAll(room, i -> new double[inputsOf[i].length]);
    }

    /**
     * Returns the value of a formula for a row; NaN if the value is absent.
     *
     * @param row a row with its stored numbers set
     */
    double value(int formula, byte[] row) {
      int[] numbers = inputsOf[formula];
      double[] values = room[formula];
      for (int i = 0; i < values.length; i++) {
        values[i] = stored(row, numbers[i]);
      }
      return formulas.get(formula).value(values, arguments);
    }
  }

  /** Returns all values in the order of the text. */
  List<Part> parts() {
    return parts;
  }

  /** Returns the punctuation after the last value. */
  byte[] closing() {
    return closing;
  }

  /** Returns all slots; the caller must not change the array. */
  int[] slots() {
    return slots;
  }

  /** Returns the slots of a source; the caller must not change the array. */
  int[] slotsOf(int source) {
    return slotsOf[source];
  }

  /** Returns the number of sources: formulas first, then collapsed fields. */
  int sourceCount() {
    return formulas.size() + foldedTexts.size();
  }

  /** Returns the source of a slot. */
  int source(int slot) {
    return sources[slot];
  }

  /** Returns the text of a collapsed field, by source. */
  byte[] foldedText(int source) {
    return foldedTexts.get(source - formulas.size());
  }

  /** Returns the index of the text in the array. */
  int textAt() {
    return textAt;
  }

  /** Returns an input of the formulas; NaN if it is absent. */
  static double stored(byte[] row, int input) {
    return Double.longBitsToDouble((long) LONGS.get(row, Long.BYTES * input));
  }

  static void setStored(byte[] row, int input, double value) {
    LONGS.set(row, Long.BYTES * input, Double.doubleToRawLongBits(value));
  }

  /** Returns arguments in the form in which rows store them. */
  long[] encoded(Arguments arguments) {
    long[] encoded = new long[parameters.size() + 1];
    for (Parameter<?> parameter : parameters) {
      encoded[parameter.ordinal()] = Double.doubleToRawLongBits(arguments.value(parameter));
      if (arguments.isGiven(parameter)) {
        encoded[parameters.size()] |= 1L << parameter.ordinal();
      }
    }
    return encoded;
  }

  void setArguments(byte[] row, long[] encoded) {
    for (int i = 0; i < encoded.length; i++) {
      LONGS.set(row, argumentsAt + Long.BYTES * i, encoded[i]);
    }
  }

  /** Returns the arguments that differ from those of a row's text, one bit for each. */
  int differing(byte[] row, long[] encoded) {
    int last = encoded.length - 1;
    long different = encoded[last] ^ (long) LONGS.get(row, argumentsAt + Long.BYTES * last);
    for (int i = 0; i < last; i++) {
      long change = encoded[i] ^ (long) LONGS.get(row, argumentsAt + Long.BYTES * i);
      // The sign of this word is set unless the change is zero. A branch would depend on the row.
      different |= (change | -change) >>> 63 << i;
    }
    return oneByte(different);
  }

  /**
   * Returns the arguments that eight formulas read, one byte for each formula, restricted to {@code
   * some}.
   *
   * @param first the index of the first of the eight formulas, a multiple of eight
   * @param some arguments, one bit for each
   */
  long reads(byte[] row, int first, int some) {
    return (long) LONGS.get(row, readsAt + first) & some * EACH_BYTE;
  }

  void setReads(byte[] row, int formula, long arguments) {
    row[readsAt + formula] = (byte) oneByte(arguments);
  }

  /** Returns a set of arguments in one byte; the arguments after the seventh share a bit. */
  private static int oneByte(long arguments) {
    return (int) (arguments & 0x7F) | (arguments >>> 7 == 0 ? 0 : 0x80);
  }

  int slotStart(byte[] row, int slot) {
    return (int) INTS.get(row, slotsAt + Integer.BYTES * slot);
  }

  int slotLength(byte[] row, int slot) {
    return row[lengthsAt + slot];
  }

  void setSlot(byte[] row, int slot, int at, int length) {
    INTS.set(row, slotsAt + Integer.BYTES * slot, at);
    row[lengthsAt + slot] = (byte) length;
  }
}
