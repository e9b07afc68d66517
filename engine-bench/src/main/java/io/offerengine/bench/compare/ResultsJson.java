package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.plot.JsonTree;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Results as a JSON file: what was measured, a line for each peer and class. */
final class ResultsJson {
  private static final String CLASS = "class";
  private static final String PEER = "peer";

  private ResultsJson() {}

  /** Writes results to a file, in place of what was there. */
  static void write(Results results, Path file) throws IOException {
    try (JsonGenerator out = OneElementALine.generator(file)) {
      out.writeStartObject();
      out.writeName("settings");
      writeSettings(out, results.settings());
      results.surroundings().write(out);
      out.writeName("median_matches");
      out.writeStartObject();
      new TreeMap<>(results.medianMatches())
          .forEach((kind, count) -> out.writeNumberProperty(kind.name(), count));
      out.writeEndObject();
      out.writeName("loads");
      out.writeStartArray();
      results.loads().forEach(load -> writeLoad(out, load));
      out.writeEndArray();
      out.writeName("cells");
      out.writeStartArray();
      results.cells().forEach(cell -> writeCell(out, cell));
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  /**
   * Reads results from a file.
   *
   * @throws IOException if it can't be read, or holds something else
   */
  static Results read(Path file) throws IOException {
    return JsonTree.read(file, "results of a comparison", ResultsJson::results);
  }

  private static Results results(JsonTree root) {
    JsonTree settings = root.get("settings");
    Map<SearchClass, Integer> matches = new EnumMap<>(SearchClass.class);
    root.get("median_matches")
        .members()
        .forEach(
            (name, count) -> matches.put(SearchClass.valueOf(name), (int) count.wholeNumber()));
    return new Results(
        new Settings(
            (int) settings.get("offers").wholeNumber(),
            settings.get("seed").wholeNumber(),
            settings.get("warm_up_seconds").number(),
            settings.get("seconds").number(),
            settings.get("updated_first").flag(),
            Clock.valueOf(settings.get("clock").text())),
        Surroundings.read(root.get("surroundings")),
        matches,
        root.get("loads").elements().stream().map(ResultsJson::load).toList(),
        root.get("cells").elements().stream().map(ResultsJson::cell).toList());
  }

  private static void writeSettings(JsonGenerator out, Settings settings) {
    out.writeStartObject();
    out.writeNumberProperty("offers", settings.offers());
    out.writeNumberProperty("seed", settings.seed());
    out.writeNumberProperty("warm_up_seconds", settings.warmUpSeconds());
    out.writeNumberProperty("seconds", settings.seconds());
    out.writeBooleanProperty("updated_first", settings.updatedFirst());
    out.writeStringProperty("clock", settings.clock().name());
    out.writeEndObject();
  }

  private static void writeLoad(JsonGenerator out, Results.Load load) {
    out.writeStartObject();
    out.writeStringProperty(PEER, load.peer().name());
    out.writeNumberProperty("seconds", rounded(load.seconds()));
    out.writeNumberProperty("bytes_per_offer", rounded(load.bytesPerOffer()));
    out.writeNumberProperty("laid_out_per_offer", rounded(load.laidOutPerOffer()));
    out.writeEndObject();
  }

  private static void writeCell(JsonGenerator out, Cell cell) {
    out.writeStartObject();
    out.writeStringProperty(CLASS, cell.kind().name());
    out.writeStringProperty(PEER, cell.peer().name());
    out.writeNumberProperty("draws", cell.draws());
    out.writeNumberProperty("p50_us", rounded(cell.p50()));
    out.writeNumberProperty("p99_us", rounded(cell.p99()));
    out.writeNumberProperty("engine_p50_us", rounded(cell.engineP50()));
    out.writeEndObject();
  }

  private static Results.Load load(JsonTree from) {
    return new Results.Load(
        PeerKind.valueOf(from.get(PEER).text()),
        from.get("seconds").number(),
        from.get("bytes_per_offer").number(),
        from.get("laid_out_per_offer").number());
  }

  private static Cell cell(JsonTree from) {
    return new Cell(
        SearchClass.valueOf(from.get(CLASS).text()),
        PeerKind.valueOf(from.get(PEER).text()),
        (int) from.get("draws").wholeNumber(),
        from.get("p50_us").number(),
        from.get("p99_us").number(),
        from.get("engine_p50_us").number());
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e3) / 1e3;
  }
}
