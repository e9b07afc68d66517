package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.query.ListSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A clause on an indexed column of lists. The bitmaps of the values become one bitmap before the
 * first row is checked; this takes three bitmaps of scratch memory at most, whatever the number of
 * values.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ListClause extends Clause {
  private final ListSet accepted;
  private final List<Term> terms;
  private final Posting withoutList;
  private final int rowCount;
  private final int wordCount;
  private final int bitmaps;
  private final Scratch scratch;

  /** The accepted rows; empty before they are needed. */
  private long[] rows = {};

  /**
   * A requirement, bound to the index.
   *
   * @param postings those of the values that occur
   * @param isComplete whether every value occurs
   */
  private record Term(
      ListSet.Quantifier quantifier,
      @SuppressWarnings("ArrayRecordComponent") Posting[] postings,
      boolean isComplete) {}

  private ListClause(
      FieldIndex index, ListSet accepted, List<Term> terms, Posting withoutList, Scratch scratch) {
    super(
        index.field(), estimate(accepted, terms, withoutList.count(), index.rowCount()), Check.BIT);
    this.accepted = accepted;
    this.terms = terms;
    this.withoutList = withoutList;
    this.rowCount = index.rowCount();
    this.wordCount = Bits.wordCount(rowCount);
    this.scratch = scratch;
    this.bitmaps = 1 + terms.stream().mapToInt(term -> term.postings().length).sum();
  }

  /**
   * Returns the clause that accepts the rows whose lists a set accepts. If the set asks for one
   * value, the clause reads the posting of this value.
   */
  static Clause of(FieldIndex index, ValueBitmaps bitmaps, ListSet accepted, Scratch scratch) {
    boolean isOneTerm = accepted.terms().size() == 1 && !accepted.includesAbsent();
    ListSet.Term only = isOneTerm ? accepted.terms().get(0) : null;
    if (only != null && only.quantifier() == ListSet.Quantifier.ALL && only.values().size() == 1) {
      Posting[] one = postings(index, bitmaps, only);
      if (one.length == 0) {
        return new ConstantClause(index.field(), false, index.rowCount());
      }
      Clause column =
          ScanClause.of(
              index.field(), index.column(), accepted, index.rowCount(), scratch::checkDeadline);
      return new BitmapClause(index.field(), one, one, false, column, index.rowCount(), scratch);
    }
    List<Term> terms = new ArrayList<>();
    for (ListSet.Term term : accepted.terms()) {
      Posting[] postings = postings(index, bitmaps, term);
      Arrays.sort(postings, Comparator.comparingInt(Posting::count));
      terms.add(new Term(term.quantifier(), postings, postings.length == term.values().size()));
    }
    Posting withoutList = bitmaps.posting(bitmaps.valueCount());
    return new ListClause(index, accepted, terms, withoutList, scratch);
  }

  /** Returns the postings of the values of a term that lists have. */
  private static Posting[] postings(FieldIndex index, ValueBitmaps bitmaps, ListSet.Term term) {
    List<Posting> found = new ArrayList<>();
    for (Object value : term.values()) {
      int number =
          value instanceof Long integer
              ? Arrays.binarySearch(bitmaps.keys(), integer)
              : numberOf((String) value, ((PackedListColumn) index.column()).dictionary(), bitmaps);
      if (number >= 0) {
        found.add(bitmaps.posting(number));
      }
    }
    return found.toArray(Posting[]::new);
  }

  /** Returns the number of a text; less than 0 if no list has it. */
  private static int numberOf(String key, Dictionary dictionary, ValueBitmaps bitmaps) {
    int code = dictionary.firstCode(key);
    return dictionary.hasKey(code, key) ? Arrays.binarySearch(bitmaps.keys(), code) : -1;
  }

  private static int estimate(ListSet accepted, List<Term> terms, int absent, int rowCount) {
    long present = accepted.excludesPresent() ? 0 : rowCount - absent;
    for (Term term : terms) {
      if (term.quantifier() == ListSet.Quantifier.ALL) {
        present = Math.min(present, term.isComplete() ? term.postings()[0].count() : 0);
      } else if (term.quantifier() == ListSet.Quantifier.ANY) {
        long sum = Arrays.stream(term.postings()).mapToLong(Posting::count).sum();
        present = Math.min(present, sum);
      }
    }
    return (int) present + (accepted.includesAbsent() ? absent : 0);
  }

  @Override
  public int bitmapCount() {
    return bitmaps;
  }

  @Override
  public int filter(int[] list, int size) {
    return Bits.keep(rows(), false, list, size);
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    Bits.and(words, rows(), from, to);
  }

  private long[] rows() {
    if (rows.length == 0) {
      long[] all = scratch.emptyBitmap(rowCount);
      long[] room = scratch.bitmap(wordCount);
      if (!accepted.excludesPresent()) {
        Bits.setRange(all, 0, rowCount);
        Bits.andNot(all, union(room, withoutList), 0, wordCount);
        terms.forEach(term -> apply(term, all, room));
      }
      if (accepted.includesAbsent()) {
        withoutList.orInto(all);
      }
      rows = all;
    }
    return rows;
  }

  /** Removes the rows that do not fulfil a term. */
  private void apply(Term term, long[] all, long[] room) {
    switch (term.quantifier()) {
      case ALL -> intersect(all, term, room);
      case ANY -> Bits.and(all, union(room, term.postings()), 0, wordCount);
      case NONE -> Bits.andNot(all, union(room, term.postings()), 0, wordCount);
      case NOT_ALL -> {
        if (term.isComplete()) {
          long[] having = scratch.emptyBitmap(rowCount);
          Bits.setRange(having, 0, rowCount);
          intersect(having, term, room);
          Bits.andNot(all, having, 0, wordCount);
        }
      }
    }
  }

  private void intersect(long[] all, Term term, long[] room) {
    if (!term.isComplete()) {
      Arrays.fill(all, 0, wordCount, 0);
      return;
    }
    for (Posting posting : term.postings()) {
      scratch.checkDeadline();
      Bits.and(all, union(room, posting), 0, wordCount);
    }
  }

  private long[] union(long[] room, Posting... postings) {
    Arrays.fill(room, 0, wordCount, 0);
    for (Posting posting : postings) {
      posting.orInto(room);
    }
    return room;
  }
}
