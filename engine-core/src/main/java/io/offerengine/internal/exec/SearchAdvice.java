package io.offerengine.internal.exec;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Says what would make a search cheaper: tiers that are too low for the fields that it names.
 *
 * <p>Only searches that examined {@value #MANY_ROWS} rows or more get advice.
 */
public final class SearchAdvice {
  private static final long MANY_ROWS = 10_000;

  private SearchAdvice() {}

  /** Returns a line for each piece of advice; none if no tier would help by much. */
  public static List<String> of(Query query, Search search) {
    List<String> advice = new ArrayList<>();
    for (Field field : query.valueSets().keySet()) {
      long rows = rowsChecked(field, search);
      if (rows >= MANY_ROWS && couldBeHot(field)) {
        advice.add(field + " is " + field.tier() + ": " + rows + checked(field));
      }
    }
    Field first = query.order().isEmpty() ? null : query.order().get(0).field();
    if (first != null && couldBeHot(first)) {
      long rows = rowsUnordered(search);
      if (rows >= MANY_ROWS) {
        advice.add(
            first
                + " is "
                + first.tier()
                + ": "
                + rows
                + " rows were examined in no order; "
                + "HOT would read them in the order of "
                + first);
      }
    }
    return advice;
  }

  /** Returns whether HOT would add an index: a formula has to declare its parameters for that. */
  private static boolean couldBeHot(Field field) {
    Formula formula = field.formula();
    boolean canBeIndexed = formula == null || formula.parameters() != null;
    return canBeIndexed && field.type().hasIntegerKeys() && field.tier() != Tier.HOT;
  }

  private static String checked(Field field) {
    Formula formula = field.formula();
    if (formula == null) {
      return " rows at most were checked one by one; HOT would keep the rows sorted";
    }
    return " rows at most were evaluated; HOT would materialise the values of default parameters";
  }

  /** Returns how many rows of sealed segments a field without an index may have checked. */
  private static long rowsChecked(Field field, Search search) {
    return rowsExamined(
        search,
        plan -> plan.shape() != PlanShape.TAIL_SCAN && plan.checking().contains(field.toString()));
  }

  /** Returns how many rows were examined by plans that read no order. */
  private static long rowsUnordered(Search search) {
    return rowsExamined(
        search, plan -> plan.shape() == PlanShape.INTERSECT || plan.shape() == PlanShape.FULL_SCAN);
  }

  private static long rowsExamined(Search search, Predicate<SegmentPlan> plans) {
    long rows = 0;
    for (int segment = 0; segment < search.version().views().size(); segment++) {
      SegmentTrace trace = search.trace(segment);
      SegmentPlan plan = trace.plan();
      rows += plan != null && plans.test(plan) ? trace.rowsExamined() : 0;
    }
    return rows;
  }
}
