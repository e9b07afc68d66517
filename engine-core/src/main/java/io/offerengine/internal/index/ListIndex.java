package io.offerengine.internal.index;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.ListSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Tier;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The index of a column of lists: a posting for every value, with the rows whose list has the
 * value, and one for absence. A row may occur in several postings, in each once.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ListIndex {
  /** The most values that get postings. */
  private static final int MAX_VALUES = 4096;

  private static final int MAX_COLD_VALUES = 512;

  private static final Posting NOTHING = Posting.sparse(new int[0], 1, Tier.COLD);

  /** By value: a Long or a collation key. */
  private final Map<Object, Posting> postings;

  private final Posting absent;

  private ListIndex(Map<Object, Posting> postings, Posting absent) {
    this.postings = postings;
    this.absent = absent;
  }

  void write(BlockWriter out) throws IOException {
    absent.write(out);
    out.writeInt(postings.size());
    for (Map.Entry<Object, Posting> posting : postings.entrySet()) {
      out.writeFlag(posting.getKey() instanceof Long);
      if (posting.getKey() instanceof Long integer) {
        out.writeLong(integer);
      } else {
        out.writeText((String) posting.getKey());
      }
      posting.getValue().write(out);
    }
  }

  static ListIndex read(BlockReader in) throws IOException {
    Posting absent = Posting.read(in);
    Map<Object, Posting> postings = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      Object value = in.readFlag() ? (Object) in.readLong() : in.readText();
      postings.put(value, Posting.read(in));
    }
    return new ListIndex(postings, absent);
  }

  private static Posting posting(IntArrayList rows, int rowCount, Tier tier) {
    return Posting.ofRows(rows.toIntArray(), rowCount, tier);
  }

  /** Returns the index of a column; null if its lists have too many different values. */
  static @Nullable ListIndex of(Field field, ListColumn column, int rowCount) {
    int most = field.tier() == Tier.COLD ? MAX_COLD_VALUES : MAX_VALUES;
    Map<Object, IntArrayList> rows = new HashMap<>();
    IntArrayList absent = new IntArrayList();
    for (int row = 0; row < rowCount; row++) {
      List<?> keys = column.keys(row);
      if (keys == null) {
        absent.add(row);
        continue;
      }
      for (Object key : keys) {
        IntArrayList ofValue = rows.computeIfAbsent(key, any -> new IntArrayList());
        if (ofValue.isEmpty() || ofValue.getInt(ofValue.size() - 1) != row) {
          ofValue.add(row);
        }
      }
      if (rows.size() > most) {
        return null;
      }
    }
    Map<Object, Posting> postings = new HashMap<>();
    rows.forEach((value, its) -> postings.put(value, posting(its, rowCount, field.tier())));
    return new ListIndex(postings, posting(absent, rowCount, field.tier()));
  }

  /** Returns the posting of absence. */
  Posting absent() {
    return absent;
  }

  /** Returns the postings of the values of a term that occur. */
  Posting[] postings(ListSet.Term term) {
    List<Posting> found = new ArrayList<>();
    for (Object value : term.values()) {
      Posting posting = postings.getOrDefault(value, NOTHING);
      if (posting.count() > 0) {
        found.add(posting);
      }
    }
    return found.toArray(Posting[]::new);
  }

  /** Hands on each value with the number of rows of a bitmap that have it. */
  void countIn(long[] rows, int wordCount, ObjIntConsumer<Object> counts) {
    postings.forEach((value, posting) -> counts.accept(value, posting.countIn(rows, wordCount)));
  }

  /** Returns how many different values there are. */
  int valueCount() {
    return postings.size();
  }

  long bytes() {
    long bytes = absent.bytes();
    for (Posting posting : postings.values()) {
      bytes += posting.bytes() + Footprint.object(4 * Footprint.REFERENCE);
    }
    return bytes;
  }
}
