package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A clause that accepts the rows of at least one of several conjunctions of clauses.
 *
 * <p>If every conjunction has a clause with an index, the clause unites the intersections of their
 * bitmaps, a run of words at a time. Otherwise it checks rows one by one.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class AlternativesClause extends Clause {
  /** By conjunction: its clauses, those with an index first. */
  private final List<List<Clause>> alternatives;

  private final String name;
  private final boolean isIndexed;
  private final boolean isExact;
  private final int wordCount;
  private final Scratch scratch;

  /** Room for the rows of one conjunction and for the rows of all; empty before the first use. */
  private long[] one = {};

  private long[] union = {};

  private final int[] row = new int[1];

  private AlternativesClause(
      Field field, String name, List<List<Clause>> alternatives, int rowCount, Scratch scratch) {
    super(field, estimate(alternatives, rowCount), Check.VALUE);
    this.alternatives = alternatives;
    this.name = name;
    this.wordCount = Bits.wordCount(rowCount);
    this.scratch = scratch;
    boolean allIndexed = true;
    boolean allExact = true;
    for (List<Clause> clauses : alternatives) {
      allIndexed &= clauses.get(0).isIndexed();
      for (Clause clause : clauses) {
        allExact &= clause.isExact();
      }
    }
    this.isIndexed = allIndexed;
    this.isExact = allExact;
  }

  private static int estimate(List<List<Clause>> alternatives, int rowCount) {
    long sum = 0;
    for (List<Clause> clauses : alternatives) {
      int least = rowCount;
      for (Clause clause : clauses) {
        least = Math.min(least, clause.estimate());
      }
      sum += least;
    }
    return (int) Math.min(sum, rowCount);
  }

  /**
   * Returns the clause of some conjunctions.
   *
   * @param field a field of the conditions
   * @param name what explanations call the clause
   * @param conjunctions the clauses of each conjunction; at least one
   */
  public static Clause of(
      Field field, String name, List<List<Clause>> conjunctions, int rowCount, Scratch scratch) {
    List<List<Clause>> alternatives = new ArrayList<>();
    for (List<Clause> conjunction : conjunctions) {
      List<Clause> left = new ArrayList<>();
      boolean isPossible = true;
      for (Clause clause : conjunction) {
        isPossible &= clause.estimate() > 0;
        if (clause.check() != Check.NOTHING) {
          left.add(clause);
        }
      }
      if (isPossible && left.isEmpty()) {
        return new ConstantClause(field, true, rowCount);
      }
      if (isPossible) {
        left.sort((a, b) -> Boolean.compare(b.isIndexed(), a.isIndexed()));
        alternatives.add(left);
      }
    }
    return alternatives.isEmpty()
        ? new ConstantClause(field, false, rowCount)
        : new AlternativesClause(field, name, alternatives, rowCount, scratch);
  }

  @Override
  public String toString() {
    return isIndexed ? name + " (" + estimate() + ")" : name;
  }

  @Override
  public int bitmapCount() {
    if (!isIndexed) {
      return 0;
    }
    int bitmaps = 1;
    for (List<Clause> clauses : alternatives) {
      bitmaps += 2;
      for (Clause clause : clauses) {
        bitmaps += clause.bitmapCount();
      }
    }
    return bitmaps;
  }

  @Override
  public int repairedRows() {
    if (!isIndexed) {
      return 0;
    }
    long rows = 0;
    for (List<Clause> clauses : alternatives) {
      for (Clause clause : clauses) {
        rows += clause.repairedRows();
      }
    }
    return (int) Math.min(rows, Integer.MAX_VALUE);
  }

  @Override
  public int filter(int[] rows, int size) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      rows[left] = rows[i];
      left += accepts(rows[i]) ? 1 : 0;
    }
    return left;
  }

  private boolean accepts(int candidate) {
    row[0] = candidate;
    for (int i = 0; i < alternatives.size(); i++) {
      if (filter(alternatives.get(i), row, 1) == 1) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isExact() {
    return isExact;
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    if (isIndexed) {
      unite(words, from, to, false);
    }
  }

  @Override
  public boolean narrowAll(long[] words, int count) {
    if (isIndexed) {
      unite(words, 0, count, true);
    }
    return isIndexed;
  }

  /**
   * Narrows words by each conjunction, and unites the results.
   *
   * @param isWhole whether the words are those of the segment: then refused rows are dropped, too
   */
  private void unite(long[] words, int from, int to, boolean isWhole) {
    if (union.length == 0) {
      one = scratch.bitmap(wordCount);
      union = scratch.bitmap(wordCount);
    }
    Arrays.fill(union, from, to, 0);
    for (List<Clause> clauses : alternatives) {
      System.arraycopy(words, from, one, from, to - from);
      for (Clause clause : clauses) {
        if (isWhole) {
          scratch.checkDeadline();
          clause.retain(one, to);
        } else {
          clause.narrow(one, from, to);
        }
      }
      Bits.or(union, one, from, to);
    }
    System.arraycopy(union, from, words, from, to - from);
  }
}
