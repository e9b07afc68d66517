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

/**
 * How the text of a row is kept between responses, and which slots in it are not the same in all of
 * them.
 *
 * <p>A slot shows the value of a formula, or a field whose value a search that folds replaces. A
 * formula's value follows from the row and from those of a search's arguments that it reads. Both
 * are kept: the arguments for which the text was made, and which of them each formula read then.
 * Where these are the same in another search, the formula would read the same and come to the same.
 *
 * <p><b>Layout.</b> One array a row, numbers with the lowest byte first:
 *
 * <pre>
 * stored numbers that formulas read              8 bytes each
 * the arguments, and a bit each if it was given  8 bytes each, 8 bytes
 * beginnings of the slots in the array          4 bytes each
 * lengths of the slots                          1 byte each
 * arguments that each formula read               1 byte each, one bit an argument; then zeros up
 *                                                to a multiple of 8
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

  private final ComputedNumbers numbers;
  private final List<Part> parts = new ArrayList<>();
  private final byte[] closing;
  private final int[] sources;
  private final int[] slots;
  private final int[][] slotsOf;

  /** By source behind those that are formulas. */
  private final List<byte[]> foldedTexts = new ArrayList<>();

  private final List<Parameter<?>> parameters;
  private final int argumentsAt;
  private final int slotsAt;
  private final int lengthsAt;
  private final int readsAt;
  private final int textAt;

  /** One value in the text. */
  static final class Part {
    private final byte[] prefix;
    private final Field field;
    private final @Nullable Formula formula;

    Part(String prefix, Field field, @Nullable Formula formula) {
      this.prefix = prefix.getBytes(UTF_8);
      this.field = field;
      this.formula = formula;
    }

    /** Returns what stands before it: punctuation and its key. */
    byte[] prefix() {
      return prefix;
    }

    /** Returns the field that it is of. */
    Field field() {
      return field;
    }

    /** Returns what computes it, the field's own formula or a member's; null for a stored one. */
    @Nullable Formula formula() {
      return formula;
    }

    /** Returns whether it is a slot. */
    boolean isSlot() {
      return formula != null || field.foldedValue() != null;
    }
  }

  RowTemplate(Schema schema) {
    this.numbers = new ComputedNumbers(schema);
    String before = "{";
    for (Field field : schema.shownFields()) {
      before = add(field, before);
    }
    this.closing = (before.startsWith("}") ? "}}" : "}").getBytes(UTF_8);
    List<Part> shown = parts.stream().filter(Part::isSlot).toList();
    this.sources = shown.stream().mapToInt(this::sourceOf).toArray();
    this.parameters = schema.parameters();
    this.argumentsAt = Long.BYTES * numbers.inputs().size();
    this.slotsAt = argumentsAt + Long.BYTES * (parameters.size() + 1);
    this.lengthsAt = slotsAt + Integer.BYTES * sources.length;
    this.readsAt = lengthsAt + sources.length;
    this.textAt = readsAt + (numbers.size() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    this.slots = IntStream.range(0, sources.length).toArray();
    this.slotsOf = new int[sourceCount()][];
    for (int source = 0; source < slotsOf.length; source++) {
      int each = source;
      slotsOf[source] = Arrays.stream(slots).filter(at -> sources[at] == each).toArray();
    }
  }

  /** Adds a field's parts; returns what stands before the next field. */
  private String add(Field field, String before) {
    String key = before + keyOf(field.name());
    if (field.members().isEmpty()) {
      parts.add(new Part(key, field, field.formula()));
      return ",";
    }
    String opened = key + "{";
    for (Field.Member member : field.members()) {
      String prefix = opened + keyOf(member.name());
      parts.add(new Part(prefix, field, member.formula()));
      opened = ",";
    }
    return "},";
  }

  private static String keyOf(String name) {
    return new String(JsonBytes.ofText(name), UTF_8) + ":";
  }

  private int sourceOf(Part slot) {
    if (slot.formula() != null) {
      return numbers.indexOf(slot.formula());
    }
    foldedTexts.add(String.valueOf(slot.field().foldedValue()).getBytes(UTF_8));
    return numbers.size() + foldedTexts.size() - 1;
  }

  /** Returns the formulas behind the slots. */
  ComputedNumbers numbers() {
    return numbers;
  }

  /** Returns all values, in order. */
  List<Part> parts() {
    return parts;
  }

  /** Returns what stands after the last value. */
  byte[] closing() {
    return closing;
  }

  /** Returns all slots, not to be changed. */
  int[] slots() {
    return slots;
  }

  /** Returns the slots whose texts come from a source, not to be changed. */
  int[] slotsOf(int source) {
    return slotsOf[source];
  }

  /** Returns the number of sources of the texts at slots: formulas first, then folded fields. */
  int sourceCount() {
    return numbers.size() + foldedTexts.size();
  }

  /** Returns where the text at a slot comes from. */
  int source(int slot) {
    return sources[slot];
  }

  /** Returns what a search that folds shows of a source that is no formula. */
  byte[] foldedText(int source) {
    return foldedTexts.get(source - numbers.size());
  }

  /** Returns where the text begins. */
  int textAt() {
    return textAt;
  }

  /** Returns a stored number, NaN when absent. */
  static double stored(byte[] row, int input) {
    return Double.longBitsToDouble((long) LONGS.get(row, Long.BYTES * input));
  }

  static void setStored(byte[] row, int input, double value) {
    LONGS.set(row, Long.BYTES * input, Double.doubleToRawLongBits(value));
  }

  /** Returns arguments as rows keep them. */
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

  /** Returns the arguments that are not those of a row's text, as one byte of bits. */
  int differing(byte[] row, long[] encoded) {
    int last = encoded.length - 1;
    long different = encoded[last] ^ (long) LONGS.get(row, argumentsAt + Long.BYTES * last);
    for (int i = 0; i < last; i++) {
      long change = encoded[i] ^ (long) LONGS.get(row, argumentsAt + Long.BYTES * i);
      // Its sign tells whether it is zero: no branch that depends on the row.
      different |= (change | -change) >>> 63 << i;
    }
    return oneByte(different);
  }

  /**
   * Returns which of some arguments eight formulas read when a row's text was made, a byte each.
   *
   * @param first the first of the formulas, a multiple of eight
   * @param some as one byte of bits
   */
  long reads(byte[] row, int first, int some) {
    return (long) LONGS.get(row, readsAt + first) & some * EACH_BYTE;
  }

  void setReads(byte[] row, int formula, long arguments) {
    row[readsAt + formula] = (byte) oneByte(arguments);
  }

  /** Arguments beyond the seventh share a bit. */
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
