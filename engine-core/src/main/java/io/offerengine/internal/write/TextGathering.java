package io.offerengine.internal.write;

import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the texts of rows of several segments into one column.
 *
 * <p>Each code of a source is looked at once. Texts are hashed only where there are several
 * sources: in one, different codes are different texts.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TextGathering {
  private final RowReferences rows;
  private final Field field;
  private final int[][] codes;
  private final List<Dictionary.Entry> entries = new ArrayList<>();
  private final Object2IntOpenHashMap<String> numberByText = new Object2IntOpenHashMap<>();

  private TextGathering(RowReferences rows, Field field) {
    this.rows = rows;
    this.field = field;
    this.codes = new int[rows.segmentCount()][];
    this.numberByText.defaultReturnValue(TextColumn.ABSENT);
  }

  /** Returns the column of a text field of some rows. */
  static DictionaryColumn gather(RowReferences rows, Field field) {
    return new TextGathering(rows, field).column();
  }

  private DictionaryColumn column() {
    for (int segment = 0; segment < codes.length; segment++) {
      codes[segment] = rows.codes(field, segment);
      number(rows.source(segment).text(field), codes[segment]);
    }
    Dictionary.Entry[] sorted = entries.toArray(new Dictionary.Entry[0]);
    Dictionary dictionary = Dictionary.of(field.type(), sorted);
    int[] codeOfNumber = new int[sorted.length];
    for (int code = 0; code < sorted.length; code++) {
      codeOfNumber[sorted[code].number()] = code;
    }
    int[] values = new int[rows.size()];
    for (int segment = 0; segment < codes.length; segment++) {
      int[] places = rows.places(segment);
      for (int i = 0; i < places.length; i++) {
        int number = codes[segment][i];
        values[places[i]] = number == TextColumn.ABSENT ? TextColumn.ABSENT : codeOfNumber[number];
      }
    }
    return new DictionaryColumn(dictionary, values);
  }

  /** Replaces codes of a source by the numbers of their texts, which are numbered by code. */
  private void number(TextColumn source, int[] read) {
    int[] numbers = new int[source.codeCount()];
    for (int code : read) {
      if (code != TextColumn.ABSENT) {
        numbers[code] = 1;
      }
    }
    for (int code = 0; code < numbers.length; code++) {
      numbers[code] = numbers[code] == 0 ? TextColumn.ABSENT : numberOf(source, code);
    }
    for (int i = 0; i < read.length; i++) {
      read[i] = read[i] == TextColumn.ABSENT ? TextColumn.ABSENT : numbers[read[i]];
    }
  }

  private int numberOf(TextColumn source, int code) {
    String text = source.textOf(code);
    int number = entries.size();
    int earlier = codes.length == 1 ? TextColumn.ABSENT : numberByText.putIfAbsent(text, number);
    if (earlier != TextColumn.ABSENT) {
      return earlier;
    }
    entries.add(new Dictionary.Entry(text, source.keyOf(code), number));
    return number;
  }
}
