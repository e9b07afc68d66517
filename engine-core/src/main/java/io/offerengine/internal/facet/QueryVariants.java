package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.ClauseBinder;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Alternatives;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
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
public final class QueryVariants {
  private final Arguments arguments;
  private final Scratch scratch;
  private final ClauseBinder binder;
  private final boolean[] isEmpty;
  private final List<Term> terms = new ArrayList<>();

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

  /**
   * Prepares variants.
   *
   * @param clock the time, in seconds since 1970, unless the query gives it
   */
  QueryVariants(List<Query> variants, double clock, Scratch scratch) {
    Query first = variants.get(0);
    this.arguments = first.arguments().atClock(first.schema(), clock);
    this.scratch = scratch;
    this.binder = new ClauseBinder(arguments, true, scratch);
    this.isEmpty = new boolean[variants.size()];
    for (int i = 0; i < isEmpty.length; i++) {
      int variant = i;
      Query query = variants.get(variant).atClock(clock);
      isEmpty[variant] = query.isContradiction();
      if (!isEmpty[variant]) {
        query.valueSets().forEach((field, accepted) -> add(variant, field, accepted));
        query.alternatives().forEach(each -> add(variant, null, each));
      }
    }
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
   * Counts the rows of each of some queries that differ in their conditions alone.
   *
   * @param clock the time, in seconds since 1970, unless the queries give it
   * @return by query
   */
  public static long[] count(EngineVersion version, List<Query> queries, double clock) {
    Scratch scratch = Scratch.take(new Deadline(queries.get(0).deadline()));
    try {
      long[] counts = new long[queries.size()];
      new QueryVariants(queries, clock, scratch)
          .forEachSegment(
              version,
              found -> {
                for (int i = 0; i < counts.length; i++) {
                  counts[i] += found[i].count;
                }
              });
      return counts;
    } finally {
      scratch.release();
    }
  }

  /** Hands on the matching rows of each segment, by variant; valid until those of the next one. */
  void forEachSegment(EngineVersion version, Consumer<MatchedRows[]> consumer) {
    for (SegmentView view : version.views()) {
      if (view.liveCount() > 0) {
        consumer.accept(match(view));
        scratch.reset();
      }
    }
  }

  private MatchedRows[] match(SegmentView view) {
    scratch.checkDeadline();
    SegmentReader reader = new SegmentReader(view.segment(), arguments);
    int wordCount = view.wordCount();
    long[][] masks = new long[isEmpty.length][];
    for (int variant = 0; variant < masks.length; variant++) {
      masks[variant] = scratch.emptyBitmap(view.size());
      if (!isEmpty[variant]) {
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
      apply(check.clause(), check.variants(), masks, wordCount);
    }
    MatchedRows[] found = new MatchedRows[masks.length];
    for (int variant = 0; variant < found.length; variant++) {
      found[variant] = new MatchedRows(view, reader, masks[variant], scratch, null);
    }
    return found;
  }

  private void apply(Clause clause, List<Integer> variants, long[][] masks, int wordCount) {
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
