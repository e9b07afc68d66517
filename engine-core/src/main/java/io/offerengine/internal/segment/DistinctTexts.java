package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.query.TextSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import java.util.List;
import java.util.TreeSet;

/** Collects the distinct texts of live rows. */
public final class DistinctTexts {
  private DistinctTexts() {}

  /**
   * Returns the first distinct texts that a set accepts, by code point.
   *
   * <p><b>Cost.</b> A segment without deleted rows reads its dictionary alone; other segments read
   * rows until each accepted text has a live row.
   */
  public static List<String> of(EngineVersion root, Field field, TextSet accepted, int limit) {
    TreeSet<String> first = new TreeSet<>(Collation::compare);
    for (SegmentView view : root.views()) {
      TextColumn column = view.segment().text(field);
      long[] codes = accepted(view, column, accepted);
      for (int code = 0; code < Long.SIZE * codes.length; code++) {
        if (Bits.get(codes, code)) {
          first.add(column.textOf(code));
        }
        if (first.size() > limit) {
          first.pollLast();
        }
      }
    }
    return List.copyOf(first);
  }

  /** Returns the codes of live rows whose texts a set accepts. */
  private static long[] accepted(SegmentView view, TextColumn column, TextSet accepted) {
    if (!(column instanceof DictionaryColumn sealed)) {
      // A writer may be adding texts to a tail: only those of published rows may be read.
      long[] codes = live(view, column);
      for (int code = 0; code < Long.SIZE * codes.length; code++) {
        if (Bits.get(codes, code) && !accepted.contains(column.keyOf(code))) {
          Bits.clear(codes, code);
        }
      }
      return codes;
    }
    long[] codes = sealed.dictionary().select(accepted, () -> {});
    return view.liveCount() == view.segment().size() ? codes : live(view, column, codes);
  }

  /** Returns those of some codes that a live row has. */
  private static long[] live(SegmentView view, TextColumn column, long[] codes) {
    int left = Bits.count(codes);
    long[] found = new long[codes.length];
    for (int row = 0; row < view.size() && left > 0; row++) {
      int code = column.code(row);
      if (code >= 0 && Bits.get(codes, code) && !Bits.get(found, code) && view.live().isLive(row)) {
        Bits.set(found, code);
        left--;
      }
    }
    return found;
  }

  /** Returns the codes of live rows. */
  private static long[] live(SegmentView view, TextColumn column) {
    int codes = 0;
    for (int row = 0; row < view.size(); row++) {
      codes = Math.max(codes, column.code(row) + 1);
    }
    long[] live = new long[Bits.wordCount(codes)];
    for (int row = 0; row < view.size(); row++) {
      int code = column.code(row);
      if (code != TextColumn.ABSENT && view.live().isLive(row)) {
        Bits.set(live, code);
      }
    }
    return live;
  }
}
