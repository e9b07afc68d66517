package io.offerengine.internal.plan;

import io.offerengine.internal.index.CompositeClause;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema.FieldPair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two conditions of a search whose rows a composite index of the segment lists.
 *
 * @param first the number of the condition on the first field
 * @param second the number of the condition on the second field
 */
record Composite(CompositeIndex index, CompositeIndex.Run run, int first, int second) {
  private static final int NONE = -1;

  /**
   * Returns the two conditions that the fewest rows fulfil together; null if no composite index
   * covers two conditions.
   */
  static @Nullable Composite of(SealedSegment sealed, Field[] fields, ValueSet[] accepted) {
    Composite best = null;
    List<FieldPair> pairs = sealed.schema().pairs();
    for (int pair = 0; pair < pairs.size(); pair++) {
      int first = number(pairs.get(pair).first(), fields);
      int second = first == NONE ? NONE : number(pairs.get(pair).second(), fields);
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

  @SuppressWarnings("ReferenceEquality") // fields are compared by identity
  private static int number(Field field, Field[] fields) {
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

  /** Returns whether the condition of a number is one of the two. */
  boolean covers(int condition) {
    return condition == first || condition == second;
  }

  /** Returns whether at most one batch of rows is listed: no other plan can be cheaper. */
  boolean isShort() {
    return run.size() <= Scratch.BATCH;
  }
}
