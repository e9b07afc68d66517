package io.offerengine.internal.segment;

import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.query.TextSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the distinct texts of live rows. */
public final class DistinctTexts {
  private DistinctTexts() {}

  /**
   * Returns the first distinct texts that a set accepts, by code point.
   *
   * <p><b>Cost.</b> A segment without deleted rows reads its dictionary alone; other segments read
   * rows until each accepted text has a live row.
   */
  public static List<String> of(EngineVersion version, Field field, TextSet accepted, int limit) {
    TreeSet<String> first = new TreeSet<>(Collation::compare);
    for (SegmentView view : version.views()) {
      TextColumn column = view.segment().text(field);
      BitSet codes = accepted(view, column, accepted);
      for (int code = codes.nextSetBit(0); code >= 0; code = codes.nextSetBit(code + 1)) {
        first.add(column.dictionary().text(code));
        if (first.size() > limit) {
          first.pollLast();
        }
      }
    }
    return List.copyOf(first);
  }

  /** Returns the codes of live rows whose texts a set accepts. */
  private static BitSet accepted(SegmentView view, TextColumn column, TextSet accepted) {
    if (column instanceof DictionaryColumn sealed) {
      BitSet codes = BitSet.valueOf(sealed.dictionary().select(accepted, () -> {}));
      return view.liveCount() == view.segment().size() ? codes : live(view, column, codes);
    }
    // A writer may be adding texts to a tail: only those of published rows may be read.
    BitSet codes = live(view, column, null);
    for (int code = codes.nextSetBit(0); code >= 0; code = codes.nextSetBit(code + 1)) {
      codes.set(code, accepted.contains(column.dictionary().key(code)));
    }
    return codes;
  }

  /** Returns those of some codes, or of all codes for null, that a live row has. */
  private static BitSet live(SegmentView view, TextColumn column, @Nullable BitSet codes) {
    int left = codes == null ? Integer.MAX_VALUE : codes.cardinality();
    BitSet found = new BitSet();
    for (int row = 0; row < view.size() && left > 0; row++) {
      int code = column.code(row);
      boolean isNew = code >= 0 && !found.get(code) && (codes == null || codes.get(code));
      if (isNew && view.live().isLive(row)) {
        found.set(code);
        left--;
      }
    }
    return found;
  }
}
