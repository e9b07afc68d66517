package io.offerengine.internal.plan;

import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldPair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two conditions of a search whose rows a segment lists together.
 *
 * @param first where the condition on the first field is among all
 * @param second where that on the second is
 */
record Composite(CompositeIndex index, CompositeIndex.Run run, int first, int second) {
  private static final int NONE = -1;

  /**
   * Returns the two conditions that the fewest rows fulfil together; null where no two are indexed
   * so.
   */
  static @Nullable Composite of(SegmentView view, Field[] fields, ValueSet[] accepted) {
    if (!(view.segment() instanceof SealedSegment sealed)) {
      return null;
    }
    Composite best = null;
    List<FieldPair> pairs = sealed.schema().pairs();
    for (int pair = 0; pair < pairs.size(); pair++) {
      int first = place(pairs.get(pair).first(), fields);
      int second = first == NONE ? NONE : place(pairs.get(pair).second(), fields);
      CompositeIndex index = second == NONE ? null : sealed.composite(pair);
      if (index == null) {
        continue;
      }
      CompositeIndex.Run run = index.find(accepted[first], accepted[second]);
      if (run != null && (best == null || run.size() < best.run.size())) {
        best = new Composite(index, run, first, second);
      }
    }
    return best;
  }

  @SuppressWarnings("ReferenceEquality") // a field is known by its identity
  private static int place(Field field, Field[] fields) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == field) {
        return i;
      }
    }
    return NONE;
  }

  /** Returns the clause of both conditions. */
  CompositeClause clause(ValueSet[] accepted, Scratch scratch) {
    return index.clause(run, accepted[first], accepted[second], scratch);
  }

  /** Returns whether a condition is one of the two. */
  boolean covers(int place) {
    return place == first || place == second;
  }

  /** Returns whether so few rows are listed that no other way needs to be thought of. */
  boolean isShort() {
    return run.size() <= Scratch.BATCH;
  }
}
