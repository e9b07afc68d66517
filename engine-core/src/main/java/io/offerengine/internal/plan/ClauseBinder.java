package io.offerengine.internal.plan;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.index.AlternativesClause;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.ConstantClause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.index.ScanClause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Alternatives;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Binds the condition on a field, or alternatives on several, to the rows of one segment: the
 * result is a {@link Clause}.
 *
 * <p>A stored or derived field is bound to its index. A computed field is bound to the index of its
 * materialised values if the search's arguments are those of the values. Otherwise bounds of the
 * formula may decide the condition for the whole segment, or for a run of rows in storage order; a
 * check that evaluates the formula remains for the other rows. The fields of tails are bound to
 * their columns.
 *
 * <p><b>Threads.</b> Confined to one query.
 *
 * @param arguments the search's arguments
 * @param usesIndexes false binds every condition to its column: for the check of a few rows, and
 *     for the full scans of tests
 * @param scratch the search's working memory
 */
public record ClauseBinder(Arguments arguments, boolean usesIndexes, Scratch scratch) {
  /** Returns the clause that accepts the rows whose value of a field is in a set. */
  public Clause bind(Field field, ValueSet accepted, SegmentView view, SegmentReader reader) {
    if (accepted.isEmpty()) {
      return new ConstantClause(field, false, view.size());
    }
    SealedSegment sealed =
        usesIndexes && view.segment() instanceof SealedSegment segment ? segment : null;
    FieldIndex index = sealed == null ? null : sealed.index(field, arguments);
    if (index != null) {
      return index.bind(accepted, scratch);
    }
    Formula formula = field.formula();
    if (formula == null) {
      Column column = view.segment().column(field);
      return ScanClause.of(field, column, accepted, view.size(), scratch::checkDeadline);
    }
    NumericSet numbers = (NumericSet) accepted;
    Clause check = ScanClause.of(field, reader.numeric(field), numbers, view.size());
    return sealed == null ? check : bindFormula(field, formula, numbers, sealed, check);
  }

  /** Returns the clause that accepts the rows of at least one of some conjunctions. */
  public Clause bind(Alternatives alternatives, SegmentView view, SegmentReader reader) {
    List<List<Clause>> conjunctions = new ArrayList<>();
    for (Map<Field, ValueSet> conjunction : alternatives.conjunctions()) {
      List<Clause> clauses = new ArrayList<>();
      conjunction.forEach((field, accepted) -> clauses.add(bind(field, accepted, view, reader)));
      conjunctions.add(clauses);
    }
    Field field = conjunctions.get(0).get(0).field();
    return AlternativesClause.of(
        field, alternatives.toString(), conjunctions, view.size(), scratch);
  }

  private Clause bindFormula(
      Field field, Formula formula, NumericSet accepted, SealedSegment segment, Clause check) {
    NumericStatistics bounds = ComputedBounds.of(formula, segment, arguments);
    if (bounds != null && bounds.rejectsAll(accepted)) {
      return new ConstantClause(field, false, segment.size());
    }
    if (bounds != null && bounds.acceptsAll(accepted)) {
      return new ConstantClause(field, true, segment.size());
    }
    @Nullable Clause range =
        ClusteredRangeClause.of(field, formula, accepted, segment, arguments, check);
    return range == null ? check : range;
  }
}
