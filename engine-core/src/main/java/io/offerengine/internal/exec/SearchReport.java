package io.offerengine.internal.exec;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Renders the traces of a search as text: for flight recordings and for explanations. */
public final class SearchReport {
  /** The kind of plan of a segment that was not planned. */
  private static final String SKIPPED = "skipped";

  private SearchReport() {}

  /** Returns each kind of plan and how many segments got it: {@code slice x 1, empty x 3}. */
  public static String plan(Search search) {
    StringJoiner text = new StringJoiner(", ");
    plans(search).forEach((kind, count) -> text.add(kind + " x " + count));
    return text.toString();
  }

  /** Returns each kind of plan and how many segments got it, in the order of {@link PlanShape}. */
  public static Map<String, Integer> plans(Search search) {
    Map<PlanShape, Integer> shapes = new EnumMap<>(PlanShape.class);
    int skipped = 0;
    for (int segment = 0; segment < search.version().views().size(); segment++) {
      PlanShape shape = shape(search, segment);
      if (shape == null) {
        skipped++;
      } else {
        shapes.merge(shape, 1, Integer::sum);
      }
    }
    Map<String, Integer> plans = new LinkedHashMap<>();
    shapes.forEach((shape, count) -> plans.put(shape.toString(), count));
    if (skipped > 0) {
      plans.put(SKIPPED, skipped);
    }
    return plans;
  }

  /** Returns a line for each segment: its name and size, its plan, and the work. */
  public static List<String> segments(Search search) {
    List<String> lines = new ArrayList<>();
    for (int segment = 0; segment < search.version().views().size(); segment++) {
      lines.add(line(search, segment));
    }
    return lines;
  }

  private static String line(Search search, int segment) {
    SegmentTrace trace = search.trace(segment);
    SegmentPlan plan = trace.plan();
    String done = "examined " + trace.rowsExamined() + ", matched " + trace.rowsMatched();
    String what = kind(search, segment) + (plan == null ? "" : ", at most " + plan.estimate());
    String fallback = fallback(trace);
    return name(search, segment)
        + " ("
        + search.version().views().get(segment).liveCount()
        + " rows): "
        + what
        + (fallback == null ? "" : "; " + fallback)
        + "; "
        + done;
  }

  /** Returns the kind of plan of a segment; {@link #SKIPPED} if no row could be among the best. */
  public static String kind(Search search, int segment) {
    PlanShape shape = shape(search, segment);
    return shape == null ? SKIPPED : shape.toString();
  }

  private static @Nullable PlanShape shape(Search search, int segment) {
    SegmentPlan plan = search.trace(segment).plan();
    if (plan != null) {
      return plan.shape();
    }
    return search.version().views().get(segment).liveCount() == 0 ? PlanShape.EMPTY : null;
  }

  /** Returns the name of a segment: its kind, and its number among those of the kind. */
  public static String name(Search search, int segment) {
    List<SegmentView> views = search.version().views();
    boolean isSealed = views.get(segment).segment() instanceof SealedSegment;
    int number = 1;
    for (int i = 0; i < segment; i++) {
      number += views.get(i).segment() instanceof SealedSegment == isSealed ? 1 : 0;
    }
    return (isSealed ? "segment " : "tail ") + number;
  }

  /**
   * Returns for each computed field that a query names in how many segments its values were
   * materialised, and in how many the formula was evaluated.
   */
  public static List<String> computedFields(Query query, Search search) {
    Set<Field> fields = new LinkedHashSet<>(query.valueSets().keySet());
    query.order().forEach(key -> fields.add(key.field()));
    List<String> lines = new ArrayList<>();
    for (Field field : fields) {
      if (field.formula() != null) {
        lines.add(computedField(field, search));
      }
    }
    return lines;
  }

  private static String computedField(Field field, Search search) {
    int materialized = 0;
    int evaluated = 0;
    for (int segment = 0; segment < search.version().views().size(); segment++) {
      SegmentPlan plan = search.trace(segment).plan();
      if (plan != null && plan.shape() != PlanShape.EMPTY) {
        boolean isUsual = plan.reader().isUsual(field);
        materialized += isUsual ? 1 : 0;
        evaluated += isUsual ? 0 : 1;
      }
    }
    return field + ": materialised in " + materialized + " segments, evaluated in " + evaluated;
  }

  /**
   * Returns when the fallback takes over, and which part of the plan finished; null without one.
   */
  public static @Nullable String fallback(SegmentTrace trace) {
    SegmentScan scan = trace.scan();
    if (scan == null) {
      return null;
    }
    String unit = scan instanceof IndexScan ? " ranks" : " words";
    int budget = scan.budget();
    String when =
        budget == 0 ? "intersects first" : "falls back to intersect after " + budget + unit;
    return when + ", " + scan.progress();
  }
}
