package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.Matches;
import io.offerengine.schema.Arguments;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import tools.jackson.core.io.NumberOutput;

/**
 * Joins the cached texts of rows to the bytes of a response.
 *
 * <p>The rows are collected first. For each row, the assembler finds the formulas that read an
 * argument that differs from the arguments of the cached text. It evaluates these formulas and
 * prints their values; all other values come from the cached text. The length of the response is
 * then known, and {@link #writeTo} copies each byte once.
 *
 * <p><b>Layout.</b> For each row, its cached text. For each row and source, the length of the new
 * text in {@code lengths}; 0 if the cached text is used. All new texts follow each other in {@code
 * texts}.
 *
 * <p><b>Threads.</b> Confined to one response.
 */
public final class ResponseAssembler {
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final int[] NO_SLOTS = {};

  /** The bytes before the first row of a response. */
  public static final byte[] OPENING = "{\"offers\":[".getBytes(US_ASCII);

  /** The bytes after the last row of a response. */
  public static final byte[] CLOSING = "]}".getBytes(US_ASCII);

  /** The number of rows that are looked up together: a usual page. */
  private static final int BATCH = 64;

  /** More than the length of any number, and of most keys with their numbers. */
  private static final int SHORT = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS_IN_BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final RowTemplate template;
  private final RowTemplate.Evaluation evaluation;
  private final long[] arguments;
  private final boolean folded;
  private final int sources;

  private final byte[][] rows;

  /** The arguments that differ from those of the cached text, one bit for each, by row. */
  private final int[] differing;

  /** The lengths of the new texts, by row and source. */
  private final byte[] lengths;

  /** The number of sources with a new text, by row. */
  private final int[] replaced;

  /** The last source with a new text, by row. */
  private final int[] onlyReplaced;

  private final int[] starts;
  private byte[] texts;
  private int count;
  private int measured;
  private int textsEnd;
  private int size;
  private int firstSize;

  /**
   * Creates an assembler without rows.
   *
   * @param most the largest number of rows
   */
  ResponseAssembler(RowTemplate template, Arguments arguments, boolean folded, int most) {
    this.template = template;
    this.evaluation = template.evaluation(arguments);
    this.arguments = template.encoded(arguments);
    this.folded = folded;
    this.sources = template.sourceCount();
    this.rows = new byte[most][];
    this.differing = new int[most];
    this.lengths = new byte[most * sources];
    this.replaced = new int[most];
    this.onlyReplaced = new int[most];
    this.starts = new int[sources];
    this.texts = new byte[most * SHORT + (sources + 1) * SHORT];
  }

  /** Adds a row in the layout of {@link RowTemplate}. */
  void add(byte[] row) {
    rows[count++] = row;
  }

  /** Adds the rows of all matches. */
  void addAll(Matches matches, RowRenderer renderer) {
    int before;
    do {
      before = count;
      int end = Math.min(rows.length, count + BATCH);
      count = matches.attached(renderer, count, rows, count, end);
      measure();
    } while (count > before && count < rows.length);
  }

  /** Returns the number of bytes that {@link #writeTo} writes. */
  public int size() {
    measure();
    return size;
  }

  /** Returns the number of bytes of the first row; 0 if there is none. */
  public int firstSize() {
    measure();
    return firstSize;
  }

  /** Evaluates formulas for the rows that were added last, and adds up the lengths. */
  private void measure() {
    // A pass of its own: reads of rows that are in no cache overlap in it.
    for (int i = measured; i < count; i++) {
      differing[i] = template.differing(rows[i], arguments);
    }
    for (; measured < count; measured++) {
      if (differing[measured] != 0 || folded) {
        print(rows[measured], differing[measured]);
      }
      int comma = measured == 0 ? 0 : 1;
      int more = comma + rowLength(measured);
      size = Math.addExact(size, more);
      firstSize = measured == 0 ? more : firstSize;
    }
  }

  /** Returns the length of a row without its comma, once its new texts are printed. */
  private int rowLength(int index) {
    byte[] row = rows[index];
    int length = row.length - template.textAt();
    for (int slot : slots(index)) {
      int printed = lengths[index * sources + template.source(slot)];
      length += printed > 0 ? printed - template.slotLength(row, slot) : 0;
    }
    return length;
  }

  /** Prints the values that may differ from the cached text of a row. */
  private void print(byte[] row, int changed) {
    int needed = textsEnd + (sources + 1) * SHORT;
    if (needed > texts.length) {
      texts = Arrays.copyOf(texts, 2 * needed);
    }
    int formulas = template.formulaCount();
    for (int first = 0; first < formulas; first += Long.BYTES) {
      for (long reads = template.reads(row, first, changed); reads != 0; ) {
        int inWord = Long.numberOfTrailingZeros(reads) / Byte.SIZE;
        reads &= ~(0xFFL << (inWord * Byte.SIZE));
        int source = first + inWord;
        int start = textsEnd;
        textsEnd = print(evaluation.value(source, row));
        note(source, textsEnd - start);
      }
    }
    for (int source = formulas; folded && source < sources; source++) {
      byte[] text = template.foldedText(source);
      textsEnd = copy(text);
      note(source, text.length);
    }
  }

  private void note(int source, int length) {
    lengths[measured * sources + source] = (byte) length;
    replaced[measured]++;
    onlyReplaced[measured] = source;
  }

  /** Returns the slots of a row that may have a new text, in ascending order. */
  private int[] slots(int index) {
    return switch (replaced[index]) {
      case 0 -> NO_SLOTS;
      case 1 -> template.slotsOf(onlyReplaced[index]);
      default -> template.slots();
    };
  }

  private int print(double value) {
    return Double.isNaN(value) ? copy(NULL) : NumberOutput.outputDouble(value, texts, textsEnd);
  }

  private int copy(byte[] text) {
    System.arraycopy(text, 0, texts, textsEnd, text.length);
    return textsEnd + text.length;
  }

  /**
   * Writes the rows, with a comma before each but the first. They may be written more than once.
   *
   * @param out has room for {@link #size} bytes; bytes behind these, up to the limit, may be
   *     overwritten
   */
  public void writeTo(ByteBuffer out) {
    if (size() > out.remaining()) {
      throw new BufferOverflowException();
    }
    int textAt = 0;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put((byte) ',');
      }
      textAt = write(i, textAt, out);
    }
  }

  /** Writes a row; its new texts begin at {@code textAt}. Returns the end of these texts. */
  private int write(int index, int textAt, ByteBuffer out) {
    byte[] row = rows[index];
    int end = textAt;
    if (replaced[index] > 0) {
      for (int source = 0; source < sources; source++) {
        starts[source] = end;
        end += lengths[index * sources + source];
      }
    }
    int from = template.textAt();
    for (int slot : slots(index)) {
      int source = template.source(slot);
      int length = lengths[index * sources + source];
      if (length > 0) {
        int at = template.slotStart(row, slot);
        appendShort(row, from, at - from, out);
        appendShort(texts, starts[source], length, out);
        from = at + template.slotLength(row, slot);
      }
    }
    out.put(row, from, row.length - from);
    return end;
  }

  /**
   * Writes some bytes. If both arrays have room, {@link #SHORT} bytes are copied at once, and the
   * surplus is overwritten later.
   */
  private static void appendShort(byte[] source, int from, int length, ByteBuffer out) {
    int at = out.position();
    boolean hasRoom = from + SHORT <= source.length && at + SHORT <= out.limit();
    if (length > SHORT || !hasRoom) {
      out.put(source, from, length);
      return;
    }
    for (int i = 0; i < SHORT; i += Long.BYTES) {
      LONGS_IN_BUFFER.set(out, at + i, (long) LONGS.get(source, from + i));
    }
    out.position(at + length);
  }
}
