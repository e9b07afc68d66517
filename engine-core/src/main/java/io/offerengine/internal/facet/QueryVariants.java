package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.ClauseBinder;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Alternatives;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Variants of one query, each with other conditions left out: finds the matching rows of every
 * variant in one pass over a segment.
 *
 * <p>Each different condition is bound and evaluated once for all variants that have it. A
 * condition without an index checks only the rows that match a variant so far.
 *
 * <p><b>Cost.</b> One bitmap per variant. An indexed condition costs a pass over the words of each
 * variant that has it; a check costs a read of each row that is left.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class QueryVariants {
  private final Scratch scratch;
  private final ClauseBinder binder;
  private final boolean[] isEmpty;
  private final List<Term> terms = new ArrayList<>();
  private final long[][] masks;

  /**
   * A condition or a list of alternatives, and the variants that have it.
   *
   * @param field null for alternatives
   */
  private record Term(@Nullable Field field, Object accepted, List<Integer> variants) {}

  /** A bound term; the cheaper ones come first. */
  private record Check(Clause clause, List<Integer> variants) {
    static final Comparator<Check> ORDER =
        Comparator.<Check, Boolean>comparing(check -> !check.clause.isIndexed())
            .thenComparingInt(check -> check.clause.estimate());
  }

  QueryVariants(List<Query> variants, Arguments arguments, Scratch scratch) {
    this.scratch = scratch;
    this.binder = new ClauseBinder(arguments, true, scratch);
    this.isEmpty = new boolean[variants.size()];
    this.masks = new long[variants.size()][];
    for (int variant = 0; variant < isEmpty.length; variant++) {
      isEmpty[variant] = variants.get(variant).isContradiction();
      if (!isEmpty[variant]) {
        addTerms(variants.get(variant), variant);
      }
    }
  }

  private void addTerms(Query query, int variant) {
    query.valueSets().forEach((field, accepted) -> add(variant, field, accepted));
    query.alternatives().forEach(each -> add(variant, null, each));
  }

  /** Adds a variant to the equal term of the variants before, or adds a term. */
  private void add(int variant, @Nullable Field field, Object accepted) {
    for (Term term : terms) {
      if (term.field() == field && term.accepted().equals(accepted)) {
        term.variants().add(variant);
        return;
      }
    }
    terms.add(new Term(field, accepted, new ArrayList<>(List.of(variant))));
  }

  /**
   * Finds the matching rows of a segment.
   *
   * @return by variant, valid until the scratch memory is reset
   */
  long[][] match(SegmentView view, SegmentReader reader) {
    scratch.checkDeadline();
    int wordCount = view.wordCount();
    for (int variant = 0; variant < masks.length; variant++) {
      masks[variant] = scratch.bitmap(wordCount);
      if (isEmpty[variant]) {
        Arrays.fill(masks[variant], 0, wordCount, 0);
      } else {
        view.copyLive(masks[variant], 0, wordCount);
      }
    }
    List<Check> checks = new ArrayList<>();
    for (Term term : terms) {
      Field field = term.field();
      Clause clause =
          field == null
              ? binder.bind((Alternatives) term.accepted(), view, reader)
              : binder.bind(field, (ValueSet) term.accepted(), view, reader);
      checks.add(new Check(clause, term.variants()));
    }
    checks.sort(Check.ORDER);
    for (Check check : checks) {
      scratch.checkDeadline();
      apply(check.clause(), check.variants(), wordCount);
    }
    return masks;
  }

  private void apply(Clause clause, List<Integer> variants, int wordCount) {
    if (clause.isExact() || variants.size() == 1) {
      for (int variant : variants) {
        clause.retain(masks[variant], wordCount);
      }
      return;
    }
    long[] union = scratch.bitmap(wordCount);
    System.arraycopy(masks[variants.get(0)], 0, union, 0, wordCount);
    for (int variant : variants) {
      Bits.or(union, masks[variant], 0, wordCount);
    }
    clause.retain(union, wordCount);
    for (int variant : variants) {
      Bits.and(masks[variant], union, 0, wordCount);
    }
  }
}
