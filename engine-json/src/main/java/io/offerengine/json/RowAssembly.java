package io.offerengine.json;

import io.offerengine.schema.Arguments;

/**
 * Puts kept texts of rows and the computed values of one response together.
 *
 * <p><b>Threads.</b> Confined to one response.
 */
final class RowAssembly {
  private static final int ROOM = ShortestDouble.ROOM;
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final RowLayout layout;
  private final ComputedNumbers.Evaluation evaluation;
  private final long[] arguments;
  private final boolean folded;

  /** By source of the texts at places: how long its text is, or 0 where the kept text stays. */
  private final int[] lengths;

  /** By source: its text, {@link #ROOM} bytes each. */
  private final byte[] texts;

  private boolean isFirst = true;

  RowAssembly(RowLayout layout, Arguments arguments, boolean folded) {
    this.layout = layout;
    this.evaluation = layout.numbers().evaluation(arguments);
    this.arguments = layout.encoded(arguments);
    this.folded = folded;
    this.lengths = new int[layout.sourceCount()];
    this.texts = new byte[ROOM * lengths.length];
    for (int source = layout.numbers().size(); folded && source < lengths.length; source++) {
      byte[] text = layout.foldedText(source);
      lengths[source] = text.length;
      System.arraycopy(text, 0, texts, ROOM * source, text.length);
    }
  }

  /** Writes a row, after a comma unless it is the first. */
  void write(byte[] row, JsonBytes out) {
    // More than is used: short texts are copied with what follows them.
    out.reserve(1 + row.length + ROOM * (layout.placeCount() + 1));
    if (!isFirst) {
      out.append(',');
    }
    isFirst = false;
    int from = layout.textAt();
    int differing = layout.differing(row, arguments);
    if (differing != 0 || folded) {
      compute(row, differing);
      for (int place = 0; place < layout.placeCount(); place++) {
        int source = layout.source(place);
        if (lengths[source] > 0) {
          int at = layout.placeAt(row, place);
          out.appendShort(row, from, at - from);
          out.appendShort(texts, ROOM * source, lengths[source]);
          from = at + layout.placeLength(row, place);
        }
      }
    }
    out.append(row, from, row.length - from);
  }

  /** Computes and prints the values that the row's text may not show. */
  private void compute(byte[] row, int differing) {
    for (int i = 0; i < layout.numbers().size(); i++) {
      boolean isShown = (layout.reads(row, i) & differing) == 0;
      lengths[i] = isShown ? 0 : print(evaluation.value(i, row), ROOM * i);
    }
  }

  private int print(double value, int at) {
    if (Double.isNaN(value)) {
      System.arraycopy(NULL, 0, texts, at, NULL.length);
      return NULL.length;
    }
    return ShortestDouble.write(value, texts, at) - at;
  }
}
