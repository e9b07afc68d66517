package io.offerengine.facet;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What to count among the offers that match a query.
 *
 * <pre>{@code
 * FacetRequest request =
 *     FacetRequest.builder()
 *         .values(MarketplaceSchema.GPU_NAME, 50)
 *         .histogram(MarketplaceSchema.DPH_TOTAL, 0.5, 1.0, 2.0)
 *         .range(MarketplaceSchema.INET_DOWN)
 *         .withoutOwnCondition()
 *         .build();
 * Facets facets = snapshot.facets(query, request);
 * }</pre>
 *
 * <p><b>Threads.</b> Immutable; one request may be used many times, by many threads.
 */
public final class FacetRequest {
  /** The most facets of one request. */
  public static final int MOST_FACETS = 64;

  /** The most values that one facet returns. */
  public static final int MOST_VALUES = 10_000;

  /** The most edges of a histogram. */
  public static final int MOST_EDGES = 1_000;

  /** The most quantiles of one facet. */
  public static final int MOST_QUANTILES = 100;

  private final Schema schema;
  private final List<ValueFacet> values;
  private final List<HistogramFacet> histograms;
  private final List<Field> ranges;
  private final List<QuantileFacet> quantiles;
  private final boolean withoutOwnCondition;
  private final Counting counting;
  private final @Nullable List<Long> folds;

  /** What counts as one. */
  public enum Counting {
    /** Every matching offer. */
    ROWS,
    /**
     * Every fold value: a value, a bin or a range counts the fold values of its offers, each once.
     * An offer without a fold value counts as itself.
     */
    FOLDS
  }

  /**
   * The most frequent values of a field.
   *
   * @param limit how many values to return
   * @param includesZero whether values count that the snapshot has and the query does not match
   */
  public record ValueFacet(Field field, int limit, boolean includesZero) {}

  /**
   * Counts by intervals.
   *
   * @param edges ascending: each is the inclusive beginning of one interval, and the exclusive end
   *     of the one before
   */
  public record HistogramFacet(Field field, List<Double> edges) {}

  /**
   * Quantiles of a field.
   *
   * @param shares from 0 to 1
   */
  public record QuantileFacet(Field field, List<Double> shares) {}

  private FacetRequest(Builder from, Schema schema) {
    this.schema = schema;
    this.values = List.copyOf(from.values);
    this.histograms = List.copyOf(from.histograms);
    this.ranges = List.copyOf(from.ranges);
    this.quantiles = List.copyOf(from.quantiles);
    this.withoutOwnCondition = from.withoutOwnCondition;
    this.counting = from.counting;
    this.folds = null;
  }

  private FacetRequest(FacetRequest from, List<Long> folds) {
    this.schema = from.schema;
    this.values = from.values;
    this.histograms = from.histograms;
    this.ranges = from.ranges;
    this.quantiles = from.quantiles;
    this.withoutOwnCondition = from.withoutOwnCondition;
    this.counting = from.counting;
    this.folds = List.copyOf(folds);
  }

  /** Starts a request about the schema to which the field of the first facet belongs. */
  public static Builder builder() {
    return new Builder(null);
  }

  /** Starts a request about a schema, for programs that learn the fields when they run. */
  public static Builder builder(Schema schema) {
    return new Builder(schema);
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /** Returns how many facets there are. */
  public int size() {
    return values.size() + histograms.size() + ranges.size() + quantiles.size();
  }

  /** Returns the facets of values, in the order in which they were asked for. */
  public List<ValueFacet> values() {
    return values;
  }

  /** Returns the histograms. */
  public List<HistogramFacet> histograms() {
    return histograms;
  }

  /** Returns the fields whose least and greatest values are asked for. */
  public List<Field> ranges() {
    return ranges;
  }

  /** Returns the quantiles. */
  public List<QuantileFacet> quantiles() {
    return quantiles;
  }

  /** Returns whether each facet ignores the conditions on its own field. */
  public boolean isWithoutOwnCondition() {
    return withoutOwnCondition;
  }

  /** Returns what counts as one. */
  public Counting counting() {
    return counting;
  }

  /**
   * Returns the same request, which also asks how many different fold values the matching offers
   * have, and how many matching offers each of some fold values has.
   *
   * @param sizesOf the values of the fold field whose offers are counted; may be empty
   * @throws InvalidQueryException INVALID_VALUE if the schema has no fold field, or if values are
   *     given and the fold field is no integer field
   */
  public FacetRequest withFolds(List<Long> sizesOf) {
    Field foldField = schema.foldField();
    if (foldField == null) {
      throw new InvalidQueryException(
          INVALID_VALUE, "/facets/folds", schema + " has no fold field; count rows");
    }
    if (!sizesOf.isEmpty() && foldField.type() != FieldType.INTEGER) {
      String problem =
          foldField + " is of type " + foldField.type().label() + ", and only integers have sizes";
      throw new InvalidQueryException(INVALID_VALUE, "/facets/folds", problem);
    }
    return new FacetRequest(this, sizesOf);
  }

  /** Returns the fold values whose offers are counted; null if folds are not asked for. */
  public @Nullable List<Long> folds() {
    return folds;
  }

  /**
   * Builds a {@link FacetRequest}. If a value does not fit, a method throws an {@link
   * InvalidQueryException} whose path names the facet. A field may have one facet of each kind.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private @Nullable Schema schema;
    private final List<ValueFacet> values = new ArrayList<>();
    private final List<HistogramFacet> histograms = new ArrayList<>();
    private final List<Field> ranges = new ArrayList<>();
    private final List<QuantileFacet> quantiles = new ArrayList<>();
    private boolean withoutOwnCondition;
    private Counting counting = Counting.ROWS;

    private Builder(@Nullable Schema schema) {
      this.schema = schema;
    }

    /**
     * Asks for the most frequent values of a field: most frequent first, equally frequent ones in
     * ascending order. Of a list, each of its different values counts once.
     *
     * @param limit how many, from 1 to {@value #MOST_VALUES}
     */
    public Builder values(Field field, int limit) {
      String path = check("values", field, values.stream().map(ValueFacet::field));
      if (field.type() == FieldType.OBJECT) {
        throw unsupported(path, field, "a facet counts single values and lists");
      }
      if (limit < 1 || limit > MOST_VALUES) {
        String allowed = "a limit of values is a whole number from 1 to " + MOST_VALUES;
        throw new InvalidQueryException(INVALID_LIMIT, path, allowed + ", but got " + limit);
      }
      values.add(new ValueFacet(field, limit, false));
      return this;
    }

    /** Asks for the {@value #MOST_VALUES} most frequent values of a field. */
    public Builder values(Field field) {
      return values(field, MOST_VALUES);
    }

    /**
     * Lets the last facet of values also return values with the count 0: those that the snapshot
     * has and the query does not match.
     *
     * @throws IllegalStateException if no facet of values was asked for
     */
    public Builder includeZero() {
      if (values.isEmpty()) {
        throw new IllegalStateException("includeZero follows a call of values");
      }
      ValueFacet last = values.remove(values.size() - 1);
      values.add(new ValueFacet(last.field(), last.limit(), true));
      return this;
    }

    /**
     * Asks for counts by intervals of an integer or number field: below the first edge, from each
     * edge up to the next, and from the last edge on.
     *
     * @param edges from 1 to {@value #MOST_EDGES} finite numbers, ascending
     */
    public Builder histogram(Field field, double... edges) {
      String path = checkNumber("histogram", field, histograms.stream().map(HistogramFacet::field));
      checkSize(path, "a histogram", "edges", edges.length, MOST_EDGES);
      for (int i = 0; i < edges.length; i++) {
        double edge = edges[i];
        if (!Double.isFinite(edge)) {
          throw refused(path + "/" + i, "an edge is a finite number, but got " + edge);
        }
        if (i > 0 && edge <= edges[i - 1]) {
          String problem = "edges ascend, but " + edge + " follows " + edges[i - 1];
          throw refused(path + "/" + i, problem);
        }
      }
      histograms.add(new HistogramFacet(field, boxed(edges)));
      return this;
    }

    /** Asks for the least and the greatest value of an integer or number field. */
    public Builder range(Field field) {
      checkNumber("range", field, ranges.stream());
      ranges.add(field);
      return this;
    }

    /**
     * Asks for quantiles of an integer or number field. The quantile of a share {@code q} is the
     * least value such that at least {@code ceil(q * n)} of the {@code n} present values, and at
     * least one, are at or below it. The share is taken as the decimal number that {@link
     * Double#toString} prints.
     *
     * @param shares from 1 to {@value #MOST_QUANTILES} numbers from 0 to 1
     */
    public Builder quantiles(Field field, double... shares) {
      String path = checkNumber("quantiles", field, quantiles.stream().map(QuantileFacet::field));
      checkSize(path, "a facet", "quantiles", shares.length, MOST_QUANTILES);
      for (int i = 0; i < shares.length; i++) {
        double share = shares[i];
        if (!(share >= 0 && share <= 1)) {
          throw refused(path + "/" + i, "a quantile is a number from 0 to 1, but got " + share);
        }
      }
      quantiles.add(new QuantileFacet(field, boxed(shares)));
      return this;
    }

    /**
     * Lets each facet ignore the query's conditions on its own field, and those on flags that are
     * derived from this field alone. Alternatives and the conditions that parameters imply apply
     * always.
     */
    public Builder withoutOwnCondition() {
      withoutOwnCondition = true;
      return this;
    }

    /** Sets what counts as one; {@link Counting#ROWS} by default. */
    public Builder counting(Counting counted) {
      counting = Objects.requireNonNull(counted);
      return this;
    }

    /**
     * Returns the request.
     *
     * @throws InvalidQueryException if folds are to be counted and the schema has no fold field
     * @throws IllegalStateException if neither a schema nor a field was named
     */
    public FacetRequest build() {
      if (schema == null) {
        throw new IllegalStateException("a request asks for at least one facet");
      }
      if (counting == Counting.FOLDS && schema.foldField() == null) {
        throw refused("/facets/counting", schema + " has no fold field; count rows");
      }
      return new FacetRequest(this, schema);
    }

    private String checkNumber(String kind, Field field, Stream<Field> asked) {
      String path = check(kind, field, asked);
      if (field.type() != FieldType.INTEGER && field.type() != FieldType.NUMBER) {
        throw unsupported(path, field, "it takes integers and numbers");
      }
      return path;
    }

    /**
     * Returns the path of a facet.
     *
     * @param asked the fields that have a facet of this kind
     */
    private String check(String kind, Field field, Stream<Field> asked) {
      String path = InvalidQueryException.pointer("/facets/" + kind, field.name());
      if (schema == null) {
        schema = field.schema();
      }
      if (!schema.contains(field)) {
        String problem = field + " is no field of " + schema;
        throw new InvalidQueryException(UNKNOWN_FIELD, path, problem);
      }
      if (values.size() + histograms.size() + ranges.size() + quantiles.size() == MOST_FACETS) {
        String problem = "a request has at most " + MOST_FACETS + " facets, but this is one more";
        throw new InvalidQueryException(LIMIT_EXCEEDED, path, problem);
      }
      if (asked.anyMatch(each -> each == field)) {
        throw refused(path, field + " has this facet already; ask for it once");
      }
      return path;
    }

    private static List<Double> boxed(double[] numbers) {
      return Arrays.stream(numbers).boxed().toList();
    }

    private static void checkSize(String path, String of, String what, int size, int most) {
      if (size < 1 || size > most) {
        ErrorCode code = size < 1 ? INVALID_VALUE : LIMIT_EXCEEDED;
        String problem = of + " has from 1 to " + most + " " + what + ", but got " + size;
        throw new InvalidQueryException(code, path, problem);
      }
    }

    private static InvalidQueryException unsupported(String path, Field field, String allowed) {
      String problem = field + " is of type " + field.type().label() + "; " + allowed;
      return new InvalidQueryException(OPERATOR_NOT_SUPPORTED, path, problem);
    }

    private static InvalidQueryException refused(String path, String problem) {
      return new InvalidQueryException(INVALID_VALUE, path, problem);
    }
  }
}
