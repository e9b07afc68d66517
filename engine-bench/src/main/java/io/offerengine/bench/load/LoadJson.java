package io.offerengine.bench.load;

import io.offerengine.bench.compare.OneElementALine;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/** A load test as a JSON file, a line for each number of connections. */
final class LoadJson {
  private LoadJson() {}

  /** Writes a report to a file, in place of what was there. */
  static void write(LoadReport report, Path file) throws IOException {
    try (JsonGenerator out = OneElementALine.generator(file)) {
      out.writeStartObject();
      out.writeName("settings");
      out.writeStartObject();
      out.writeStringProperty("url", report.url());
      out.writeBooleanProperty("gzip", report.gzip());
      out.writeStringProperty("class", "Q2");
      out.writeNumberProperty("offers", report.offers());
      out.writeNumberProperty("seed", report.seed());
      out.writeNumberProperty("seconds", report.seconds());
      out.writeEndObject();
      report.surroundings().write(out);
      out.writeName("levels");
      out.writeStartArray();
      report.levels().forEach(level -> writeLevel(out, level));
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  private static void writeLevel(JsonGenerator out, LoadLevel level) {
    out.writeStartObject();
    out.writeNumberProperty("connections", level.connections());
    out.writeName("flat_out");
    writeMeasured(out, level.flatOut());
    out.writeNumberProperty("offered_rate", rounded(level.offered()));
    out.writeName("paced");
    writeMeasured(out, level.paced());
    out.writeEndObject();
  }

  private static void writeMeasured(JsonGenerator out, Measured measured) {
    out.writeStartObject();
    out.writeNumberProperty("requests", measured.latencies().getTotalCount());
    out.writeNumberProperty("rate", rounded(measured.rate()));
    out.writeNumberProperty("bytes_per_second", Math.rint(measured.bytesPerSecond()));
    out.writeNumberProperty("p50_us", rounded(measured.micros(50)));
    out.writeNumberProperty("p90_us", rounded(measured.micros(90)));
    out.writeNumberProperty("p99_us", rounded(measured.micros(99)));
    out.writeNumberProperty("p999_us", rounded(measured.micros(99.9)));
    out.writeNumberProperty("max_us", rounded(measured.micros(100)));
    out.writeEndObject();
  }

  private static double rounded(double value) {
    return Math.rint(value * 10) / 10;
  }
}
