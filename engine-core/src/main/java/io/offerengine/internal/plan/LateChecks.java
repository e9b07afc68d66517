package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A query's conditions on a segment of which few rows are to be checked: each is bound when the
 * first row comes to it, those first that accepted least elsewhere.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class LateChecks {
  private final @Nullable Clause[] bound;
  private final IntFunction<Clause> binding;

  /** Creates some checks that are bound by number. */
  LateChecks(int count, IntFunction<Clause> binding) {
    this.bound = new Clause[count];
    this.binding = binding;
  }

  /** Keeps those of some rows that all conditions accept, in their order; returns how many. */
  public int filter(int[] rows, int size) {
    int kept = size;
    for (int i = 0; i < bound.length && kept > 0; i++) {
      Clause clause = bound[i];
      if (clause == null) {
        clause = binding.apply(i);
        bound[i] = clause;
      }
      kept = clause.filter(rows, kept);
    }
    return kept;
  }
}
