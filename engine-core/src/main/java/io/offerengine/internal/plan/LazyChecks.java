package io.offerengine.internal.plan;

import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.RowBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The clauses that check single rows of a segment, each bound when the first row reaches it: those
 * of a tail, and those that {@link Planner#checks} returns for any segment.
 *
 * <p><b>Cost.</b> A clause that no row reaches is never bound: most tails lose all their rows to
 * the first clauses.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class LazyChecks {
  static final int NONE = -1;

  private final Object[] conditions;
  private final @Nullable Clause[] bound;
  private final IntFunction<Clause> binding;

  /** The number of the clause that may list its rows; {@link #NONE} if there is none. */
  private final int lead;

  /**
   * Creates the clauses of some conditions.
   *
   * @param conditions what the clauses are on, for explanations: fields or alternatives, in the
   *     order in which their clauses check a row. That of a tail begins with the condition that
   *     accepts the smallest share of the rows of sealed segments
   * @param lead the number of a clause that accepts few rows and may list them; {@link #NONE} if
   *     there is none
   * @param binding binds the clause of a number
   */
  LazyChecks(Object[] conditions, int lead, IntFunction<Clause> binding) {
    this.conditions = conditions;
    this.bound = new Clause[conditions.length];
    this.lead = lead;
    this.binding = binding;
  }

  /** Returns the rows that the leading clause lists; null if no clause lists its rows. */
  public @Nullable RowBatches listed() {
    return lead == NONE ? null : clause(lead).batches();
  }

  /** Returns the name of the leading clause. */
  String leadName() {
    return conditions[lead].toString();
  }

  /** Returns the clauses as explanations list them, the leading one left out on request. */
  List<String> names(boolean withoutLead) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < conditions.length; number++) {
      if (!withoutLead || number != lead) {
        Clause clause = bound[number];
        names.add((clause == null ? conditions[number] : clause).toString());
      }
    }
    return names;
  }

  /** Like {@link #filter}, for rows that {@link #listed} returned. */
  public int filterListed(int[] rows, int size) {
    return filter(0, lead, rows, size);
  }

  /** Retains the rows that all clauses accept, in their order; returns how many. */
  public int filter(int[] rows, int size) {
    return filter(0, NONE, rows, size);
  }

  /** Lists the rows of a run that the first clause accepts, all rows without clauses. */
  public int listByFirst(int from, int to, int[] rows) {
    return bound.length == 0 ? RowBatches.list(from, to, rows) : clause(0).list(from, to, rows);
  }

  /** Like {@link #filter}, for rows that the first clause is known to accept. */
  public int filterByRest(int[] rows, int size) {
    return filter(1, NONE, rows, size);
  }

  private int filter(int first, int except, int[] rows, int size) {
    int left = size;
    for (int i = first; i < bound.length && left > 0; i++) {
      left = i == except ? left : clause(i).filter(rows, left);
    }
    return left;
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
