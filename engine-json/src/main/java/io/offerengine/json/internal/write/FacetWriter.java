package io.offerengine.json.internal.write;

import io.offerengine.facet.Facets;
import io.offerengine.schema.Field;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the counts of facets. */
public final class FacetWriter {
  private final JsonGenerator out;

  private FacetWriter(JsonGenerator out) {
    this.out = out;
  }

  /** Writes the members of an object of facets. */
  public static void writeMembers(Facets facets, JsonGenerator out) {
    new FacetWriter(out).write(facets);
  }

  private void write(Facets facets) {
    out.writeBooleanProperty("success", true);
    out.writeNumberProperty("matched", facets.matched());
    out.writeObjectPropertyStart("values");
    facets.values().forEach(this::write);
    out.writeEndObject();
    out.writeObjectPropertyStart("histogram");
    facets.histograms().forEach(this::write);
    out.writeEndObject();
    out.writeObjectPropertyStart("range");
    facets.ranges().forEach(this::write);
    out.writeEndObject();
    out.writeObjectPropertyStart("quantiles");
    facets.quantiles().forEach(this::write);
    out.writeEndObject();
  }

  private void write(Facets.Values values) {
    out.writeObjectPropertyStart(values.field().name());
    out.writeArrayPropertyStart("counts");
    for (Facets.Count each : values.counts()) {
      out.writeStartObject();
      out.writeName("value");
      writeValue(values.field(), each.value());
      out.writeNumberProperty("count", each.count());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberProperty("absent", values.absent());
    out.writeNumberProperty("other_values", values.otherValues());
    out.writeEndObject();
  }

  private void writeValue(Field field, @Nullable Object value) {
    if (value instanceof String text) {
      JsonOutput.writeText(out, text);
    } else if (value instanceof Long integer) {
      out.writeNumber(integer);
    } else if (value instanceof Double number) {
      JsonOutput.writeNumber(out, field, number);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof LocalDate || value instanceof Instant) {
      out.writeString(value.toString());
    } else {
      out.writeNull();
    }
  }

  private void write(Facets.Histogram histogram) {
    out.writeObjectPropertyStart(histogram.field().name());
    writeNumbers("edges", histogram.field(), histogram.edges());
    writeNumbers("counts", histogram.field(), histogram.counts());
    out.writeNumberProperty("below", histogram.below());
    out.writeNumberProperty("above", histogram.above());
    out.writeNumberProperty("absent", histogram.absent());
    out.writeEndObject();
  }

  private void writeNumbers(String name, Field field, List<? extends Number> numbers) {
    out.writeArrayPropertyStart(name);
    numbers.forEach(number -> writeValue(field, number));
    out.writeEndArray();
  }

  private void write(Facets.Range range) {
    out.writeObjectPropertyStart(range.field().name());
    out.writeName("least");
    writeValue(range.field(), range.least());
    out.writeName("greatest");
    writeValue(range.field(), range.greatest());
    out.writeNumberProperty("present", range.present());
    out.writeNumberProperty("absent", range.absent());
    out.writeEndObject();
  }

  private void write(Facets.Quantiles quantiles) {
    out.writeObjectPropertyStart(quantiles.field().name());
    out.writeArrayPropertyStart("shares");
    quantiles.shares().forEach(out::writeNumber);
    out.writeEndArray();
    writeNumbers("values", quantiles.field(), quantiles.values());
    out.writeNumberProperty("present", quantiles.present());
    out.writeNumberProperty("absent", quantiles.absent());
    out.writeEndObject();
  }
}
