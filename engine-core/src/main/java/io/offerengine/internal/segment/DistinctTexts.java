package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Collects the distinct texts of live rows. */
public final class DistinctTexts {
  private DistinctTexts() {}

  /** Returns the distinct texts of a field as they are stored, by code point. */
  public static List<String> of(EngineVersion root, Field field) {
    TreeSet<String> distinct = new TreeSet<>(Collation::compare);
    for (SegmentView view : root.views()) {
      TextColumn column = view.segment().text(field);
      addLiveTexts(view, column, distinct);
    }
    return List.copyOf(distinct);
  }

  private static void addLiveTexts(SegmentView view, TextColumn column, Set<String> distinct) {
    // Read once: the number grows while a writer appends to the tail.
    int codes = column.codeCount();
    long[] seen = new long[Bits.wordCount(codes)];
    for (int row = 0; row < view.size(); row++) {
      int code = column.code(row);
      if (code != TextColumn.ABSENT && view.live().isLive(row)) {
        Bits.set(seen, code);
      }
    }
    for (int code = 0; code < codes; code++) {
      if (Bits.get(seen, code)) {
        distinct.add(column.textOf(code));
      }
    }
  }
}
