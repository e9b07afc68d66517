package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.query.TextualSet;
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

  /**
   * Returns the first distinct texts that a set accepts, by code point.
   *
   * <p><b>Cost.</b> A segment without deleted rows reads its dictionary alone; other segments read
   * rows until each accepted text has a live row.
   */
  public static List<String> of(EngineVersion root, Field field, TextualSet accepted, int limit) {
    TreeSet<String> first = new TreeSet<>(Collation::compare);
    for (SegmentView view : root.views()) {
      TextColumn column = view.segment().text(field);
      long[] codes = live(view, column, select(column, accepted));
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

  private static long[] select(TextColumn column, TextualSet accepted) {
    if (column instanceof DictionaryColumn sealed) {
      return sealed.dictionary().select(accepted, () -> {});
    }
    // Read once: the number grows while a writer appends to the tail.
    int count = column.codeCount();
    long[] codes = new long[Bits.wordCount(count)];
    for (int code = 0; code < count; code++) {
      if (accepted.contains(column.keyOf(code))) {
        Bits.set(codes, code);
      }
    }
    return codes;
  }

  /** Returns those of some codes that a live row has. */
  private static long[] live(SegmentView view, TextColumn column, long[] codes) {
    boolean isSealed = column instanceof DictionaryColumn;
    if (isSealed && view.liveCount() == view.segment().size()) {
      return codes;
    }
    int left = Bits.count(codes);
    long[] found = new long[codes.length];
    for (int row = 0; row < view.size() && left > 0; row++) {
      int code = column.code(row);
      boolean isWanted = code >= 0 && code < Long.SIZE * codes.length && Bits.get(codes, code);
      if (isWanted && !Bits.get(found, code) && view.live().isLive(row)) {
        Bits.set(found, code);
        left--;
      }
    }
    return found;
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
