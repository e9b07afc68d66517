package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A query's conditions on a segment of which few rows are to be checked: each is bound when the
 * first row comes to it, those first that accepted least elsewhere.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class LazyFilters {
  static final int NONE = -1;

  private final @Nullable Clause[] bound;
  private final IntFunction<Clause> binding;

  /** The number of the condition that may list its rows; {@link #NONE} for none. */
  private final int lead;

  /**
   * Creates some checks that are bound by number.
   *
   * @param lead the number of one that accepts few rows and may list them; {@link #NONE} for none
   */
  LazyFilters(int count, int lead, IntFunction<Clause> binding) {
    this.bound = new Clause[count];
    this.lead = lead;
    this.binding = binding;
  }

  /**
   * Returns the rows that one of the conditions accepts, few of all; null where none lists its
   * rows.
   */
  public @Nullable RowBatches led() {
    return lead == NONE ? null : clause(lead).batches();
  }

  /** Like {@link #filter}, of rows that {@link #led} listed. */
  public int filterLed(int[] rows, int size) {
    return filter(0, lead, rows, size);
  }

  /** Keeps those of some rows that all conditions accept, in their order; returns how many. */
  public int filter(int[] rows, int size) {
    return filter(0, NONE, rows, size);
  }

  /** Lists the rows of a run that the first condition accepts, if there is one. */
  public int listByFirst(int from, int to, int[] rows) {
    return bound.length == 0 ? RowBatches.list(from, to, rows) : clause(0).list(from, to, rows);
  }

  /** Like {@link #filter}, of rows that the first condition is known to accept. */
  public int filterByRest(int[] rows, int size) {
    return filter(1, NONE, rows, size);
  }

  private int filter(int first, int but, int[] rows, int size) {
    int kept = size;
    for (int i = first; i < bound.length && kept > 0; i++) {
      kept = i == but ? kept : clause(i).filter(rows, kept);
    }
    return kept;
  }

  private Clause clause(int number) {
    Clause clause = bound[number];
    if (clause == null) {
      clause = binding.apply(number);
      bound[number] = clause;
    }
    return clause;
  }
}
