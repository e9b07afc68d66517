package io.offerengine.cluster.part;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.HistogramFacet;
import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.schema.Field;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one shard, with all values of each facet.
 *
 * <p><b>Layout.</b> The version and how many match. For each facet of values: the values with their
 * counts, and how many have none. For each histogram: the counts between its edges, below, above
 * and absent. For each range: whether there is a value, then the least and the greatest, how many
 * are present and how many are absent. At last whether folds were counted, and how many there are.
 * Facets stand in the order of their request. Quantiles have no place here, since the quantiles of
 * a set do not follow from those of its parts.
 */
public final class FacetsPart {
  private static final byte INTEGER = 1;
  private static final byte NUMBER = 2;
  private static final byte FLAG = 3;
  private static final byte TEXT = 4;

  /** The fewest bytes of a value with its count. */
  private static final int LEAST = 2 + Long.BYTES;

  private FacetsPart() {}

  /**
   * Returns the bytes of some counts.
   *
   * @param facets with all values of each facet: its {@code otherValues} are 0
   * @throws IllegalArgumentException if the counts leave out values or have quantiles
   */
  public static byte[] write(Facets facets) {
    if (!facets.quantiles().isEmpty()) {
      throw new IllegalArgumentException("a part has no quantiles");
    }
    return PartBytes.of(out -> write(facets, out));
  }

  private static void write(Facets facets, DataOutputStream out) throws IOException {
    out.writeLong(facets.version());
    out.writeLong(facets.matched());
    for (Facets.Values each : facets.values()) {
      if (each.otherValues() != 0) {
        throw new IllegalArgumentException("a part has all values of " + each.field());
      }
      out.writeInt(each.counts().size());
      for (Facets.Count count : each.counts()) {
        write(count.value(), out);
        out.writeLong(count.count());
      }
      out.writeLong(each.absent());
    }
    for (Facets.Histogram each : facets.histograms()) {
      for (long count : each.counts()) {
        out.writeLong(count);
      }
      out.writeLong(each.below());
      out.writeLong(each.above());
      out.writeLong(each.absent());
    }
    for (Facets.Range each : facets.ranges()) {
      Number least = each.least();
      Number greatest = each.greatest();
      out.writeBoolean(least != null && greatest != null);
      if (least != null && greatest != null) {
        write(least, out);
        write(greatest, out);
      }
      out.writeLong(each.present());
      out.writeLong(each.absent());
    }
    Facets.Folds folds = facets.folds();
    out.writeBoolean(folds != null);
    if (folds != null) {
      out.writeLong(folds.count());
    }
  }

  private static void write(Object value, DataOutputStream out) throws IOException {
    if (value instanceof Long integer) {
      out.writeByte(INTEGER);
      out.writeLong(integer);
    } else if (value instanceof Double number) {
      out.writeByte(NUMBER);
      out.writeDouble(number);
    } else if (value instanceof Boolean flag) {
      out.writeByte(FLAG);
      out.writeBoolean(flag);
    } else {
      out.writeByte(TEXT);
      PartBytes.writeText((String) value, out);
    }
  }

  /**
   * Reads counts.
   *
   * @param in its position moves behind the counts
   * @param request what was counted
   * @return the counts, with no sizes of folds
   * @throws MalformedPartException if the bytes are no counts of this request
   */
  public static Facets read(ByteBuffer in, FacetRequest request) {
    try {
      long version = in.getLong();
      long matched = in.getLong();
      List<Facets.Values> values = new ArrayList<>();
      for (ValueFacet each : request.values()) {
        values.add(readValues(in, each.field()));
      }
      List<Facets.Histogram> histograms = new ArrayList<>();
      for (HistogramFacet each : request.histograms()) {
        histograms.add(readHistogram(in, each));
      }
      List<Facets.Range> ranges = new ArrayList<>();
      for (Field field : request.ranges()) {
        ranges.add(readRange(in, field));
      }
      Facets.Folds folds = in.get() == 0 ? null : new Facets.Folds(in.getLong(), List.of());
      return new Facets(version, matched, values, histograms, ranges, List.of(), folds);
    } catch (BufferUnderflowException e) {
      throw new MalformedPartException(e);
    }
  }

  private static Facets.Values readValues(ByteBuffer in, Field field) {
    int count = PartBytes.readCount(in, LEAST);
    List<Facets.Count> counts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      counts.add(new Facets.Count(readValue(in), in.getLong()));
    }
    return new Facets.Values(field, counts, in.getLong(), 0);
  }

  private static Facets.Histogram readHistogram(ByteBuffer in, HistogramFacet facet) {
    List<Long> counts = new ArrayList<>();
    for (int i = 1; i < facet.edges().size(); i++) {
      counts.add(in.getLong());
    }
    return new Facets.Histogram(
        facet.field(), facet.edges(), counts, in.getLong(), in.getLong(), in.getLong());
  }

  private static Facets.Range readRange(ByteBuffer in, Field field) {
    boolean hasValue = in.get() != 0;
    @Nullable Number least = hasValue ? readNumber(in) : null;
    @Nullable Number greatest = hasValue ? readNumber(in) : null;
    return new Facets.Range(field, least, greatest, in.getLong(), in.getLong());
  }

  private static Number readNumber(ByteBuffer in) {
    if (readValue(in) instanceof Number number) {
      return number;
    }
    throw new MalformedPartException("an extreme is no number");
  }

  private static Object readValue(ByteBuffer in) {
    byte kind = in.get();
    return switch (kind) {
      case INTEGER -> in.getLong();
      case NUMBER -> in.getDouble();
      case FLAG -> in.get() != 0;
      case TEXT -> PartBytes.readText(in);
      default -> throw new MalformedPartException("no value is of kind " + kind);
    };
  }
}
