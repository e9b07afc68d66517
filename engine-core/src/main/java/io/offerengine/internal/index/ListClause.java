package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
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
  private final FieldIndex index;
  private final ListSet accepted;
  private final List<Term> terms;
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

  private ListClause(FieldIndex index, ListSet accepted, List<Term> terms, Scratch scratch) {
    super(index.field(), estimate(index, accepted, terms), Check.BIT);
    this.index = index;
    this.accepted = accepted;
    this.terms = terms;
    this.rowCount = index.rowCount();
    this.wordCount = Bits.wordCount(rowCount);
    this.scratch = scratch;
    this.bitmaps = 1 + terms.stream().mapToInt(term -> term.postings().length).sum();
  }

  static ListClause of(FieldIndex index, ListSet accepted, Scratch scratch) {
    List<Term> terms = new ArrayList<>();
    for (ListSet.Term term : accepted.terms()) {
      Posting[] postings = index.postings(term);
      Arrays.sort(postings, Comparator.comparingInt(Posting::count));
      terms.add(new Term(term.quantifier(), postings, postings.length == term.values().size()));
    }
    return new ListClause(index, accepted, terms, scratch);
  }

  private static int estimate(FieldIndex index, ListSet accepted, List<Term> terms) {
    int absent = index.withoutList().count();
    long present = accepted.excludesPresent() ? 0 : index.rowCount() - absent;
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
        Bits.andNot(all, union(room, index.withoutList()), 0, wordCount);
        terms.forEach(term -> apply(term, all, room));
      }
      if (accepted.includesAbsent()) {
        index.withoutList().orInto(all);
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
