package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.ListSet;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * A clause on an indexed column of lists. The bitmaps of the values become one bitmap before the
 * first row is checked.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ListClause extends Clause {
  private final ListIndex index;
  private final ListSet accepted;
  private final List<Posting[]> wanted = new ArrayList<>();
  private final List<Posting[]> excluded = new ArrayList<>();
  private final int rowCount;
  private final int bitmaps;
  private final Scratch scratch;

  /** The accepted rows; empty before they are needed. */
  private long[] rows = {};

  ListClause(Field field, ListIndex index, ListSet accepted, int rowCount, Scratch scratch) {
    super(field, estimate(index, accepted, rowCount), true);
    this.index = index;
    this.accepted = accepted;
    this.rowCount = rowCount;
    this.scratch = scratch;
    int postings = 1;
    for (ListSet.Term term : accepted.terms()) {
      Posting[] ofTerm = index.postings(term);
      (term.isExcluded() ? excluded : wanted).add(ofTerm);
      postings += ofTerm.length;
    }
    this.bitmaps = postings;
  }

  private static int estimate(ListIndex index, ListSet accepted, int rowCount) {
    long present = accepted.excludesPresent() ? 0 : rowCount - index.absent().count();
    for (ListSet.Term term : accepted.terms()) {
      long sum = 0;
      for (Posting posting : index.postings(term)) {
        sum += posting.count();
      }
      present = term.isExcluded() ? present : Math.min(present, sum);
    }
    return (int) present + (accepted.includesAbsent() ? index.absent().count() : 0);
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public int bitmapCount() {
    return bitmaps;
  }

  @Override
  public boolean accepts(int row) {
    return Bits.get(rows(), row);
  }

  @Override
  public int filter(int[] list, int size) {
    return Bits.keep(rows(), false, list, size);
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    Bits.and(words, rows(), from, to);
  }

  @Override
  public boolean leavesSome() {
    return false;
  }

  private long[] rows() {
    if (rows.length == 0) {
      long[] all = scratch.emptyBitmap(rowCount);
      if (!accepted.excludesPresent()) {
        Bits.setRange(all, 0, rowCount);
        remove(new Posting[] {index.absent()}, all);
        excluded.forEach(postings -> remove(postings, all));
        wanted.forEach(postings -> Bits.and(all, union(postings), 0, Bits.wordCount(rowCount)));
      }
      if (accepted.includesAbsent()) {
        index.absent().orInto(all);
      }
      rows = all;
    }
    return rows;
  }

  private void remove(Posting[] postings, long[] from) {
    Bits.andNot(from, union(postings), 0, Bits.wordCount(rowCount));
  }

  private long[] union(Posting[] postings) {
    long[] union = scratch.emptyBitmap(rowCount);
    for (Posting posting : postings) {
      posting.orInto(union);
    }
    return union;
  }
}
