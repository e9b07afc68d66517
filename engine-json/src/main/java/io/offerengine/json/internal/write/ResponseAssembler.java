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

/**
 * Rows of one response that are gathered before they are written: so their length is known, and
 * what is written needs neither to grow nor to be copied again.
 *
 * <p>Computed values are computed for some rows at a time. Where a value has what it reads from the
 * same arguments as the one that the row's text shows, the text is taken as it is; elsewhere the
 * new text is put in its slot.
 *
 * <p><b>Layout.</b> For each row its kept text, and for each source of its slots a length, 0 where
 * the kept text stays; behind each other the texts that are not kept.
 *
 * <p><b>Threads.</b> Confined to one response.
 */
public final class ResponseAssembler {
  private static final int ROOM = ShortestDouble.ROOM;
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final int[] NO_SLOTS = {};

  /** What precedes the first row of a response. */
  public static final byte[] OPENING = "{\"offers\":[".getBytes(US_ASCII);

  /** What follows the last row of a response. */
  public static final byte[] CLOSING = "]}".getBytes(US_ASCII);

  /** So many rows are looked up together, and fill a usual page. */
  static final int BATCH = 64;

  /** As long as most keys with a number beside them. */
  private static final int SHORT = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS_IN_BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final RowTemplate template;
  private final ComputedNumbers.Evaluation evaluation;
  private final long[] arguments;
  private final boolean folded;
  private final int sources;

  private final byte[][] rows;

  /** By row: the arguments that are not those of its text, one bit each. */
  private final int[] differing;

  /** By row and source. */
  private final byte[] lengths;

  /** By row: how many sources have texts that are not kept, and if it is one, which. */
  private final int[] replaced;

  private final int[] onlyReplaced;
  private final int[] starts;
  private byte[] texts;
  private int count;
  private int measured;
  private int textsEnd;
  private int size;
  private boolean isFirst = true;

  /**
   * Gathers none at first.
   *
   * @param most how many rows are gathered at once
   */
  ResponseAssembler(RowTemplate template, Arguments arguments, boolean folded, int most) {
    this.template = template;
    this.evaluation = template.numbers().evaluation(arguments);
    this.arguments = template.encoded(arguments);
    this.folded = folded;
    this.sources = template.sourceCount();
    this.rows = new byte[most][];
    this.differing = new int[most];
    this.lengths = new byte[most * sources];
    this.replaced = new int[most];
    this.onlyReplaced = new int[most];
    this.starts = new int[sources];
    this.texts = new byte[most * ROOM + (sources + 1) * ROOM];
  }

  /** Returns whether as many are gathered as may be at once. */
  boolean isFull() {
    return count == rows.length;
  }

  /** Adds a row, as {@link RowTemplate} keeps it. */
  void add(byte[] row) {
    rows[count++] = row;
  }

  /** Adds the next results, as many as there is room for. */
  void addAll(Matches matches, RowRenderer texts) {
    int before;
    do {
      before = count;
      int end = Math.min(rows.length, count + BATCH);
      count = matches.nextAttached(texts, rows, count, end);
      measure();
    } while (count > before && !isFull());
  }

  /** Returns how many bytes {@link #writeTo} writes. */
  public int size() {
    measure();
    return size;
  }

  /** Computes what is new in the rows added last. */
  private void measure() {
    // A pass of its own: reads of rows that are in no cache overlap in it.
    for (int i = measured; i < count; i++) {
      differing[i] = template.differing(rows[i], arguments);
    }
    for (; measured < count; measured++) {
      byte[] row = rows[measured];
      int comma = isFirst && measured == 0 ? 0 : 1;
      int more = comma + row.length - template.textAt();
      if (differing[measured] != 0 || folded) {
        print(row, differing[measured]);
        for (int slot : slots(measured)) {
          int length = lengths[measured * sources + template.source(slot)];
          more += length > 0 ? length - template.slotLength(row, slot) : 0;
        }
      }
      size = Math.addExact(size, more);
    }
  }

  /** Prints the values that a row's text may not show. */
  private void print(byte[] row, int changed) {
    int needed = textsEnd + (sources + 1) * ROOM;
    if (needed > texts.length) {
      texts = Arrays.copyOf(texts, 2 * needed);
    }
    int formulas = template.numbers().size();
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

  /** Returns the slots of which some may have texts that are not kept, ascending. */
  private int[] slots(int index) {
    return switch (replaced[index]) {
      case 0 -> NO_SLOTS;
      case 1 -> template.slotsOf(onlyReplaced[index]);
      default -> template.slots();
    };
  }

  private int print(double value) {
    return Double.isNaN(value) ? copy(NULL) : ShortestDouble.write(value, texts, textsEnd);
  }

  private int copy(byte[] text) {
    System.arraycopy(text, 0, texts, textsEnd, text.length);
    return textsEnd + text.length;
  }

  /**
   * Writes the rows, each after a comma but the first of all.
   *
   * @param out with room for {@link #size} bytes; what lies behind these may be overwritten
   */
  public void writeTo(ByteBuffer out) {
    if (size() > out.remaining()) {
      throw new BufferOverflowException();
    }
    int textAt = 0;
    for (int i = 0; i < count; i++) {
      if (i > 0 || !isFirst) {
        out.put((byte) ',');
      }
      textAt = write(i, textAt, out);
    }
  }

  /** Forgets the rows; those added from now on come after them. */
  void clear() {
    isFirst &= count == 0;
    Arrays.fill(lengths, 0, count * sources, (byte) 0);
    Arrays.fill(replaced, 0, count, 0);
    count = 0;
    measured = 0;
    textsEnd = 0;
    size = 0;
  }

  /** Writes a row whose texts that are not kept begin at a slot; returns where they end. */
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
   * Writes a few bytes. They are copied {@link #SHORT} at once where they are followed by as many
   * on both sides, and what is too much is overwritten later.
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
