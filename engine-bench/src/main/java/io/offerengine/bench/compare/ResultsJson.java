package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Results as a JSON file: what was measured, a line for each peer and class. */
final class ResultsJson {
  private static final JsonFactory FACTORY = new JsonFactory();
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
   * @throws IOException if it can't be read
   * @throws IllegalArgumentException if it holds something else
   */
  static Results read(Path file) throws IOException {
    Map<String, Object> root;
    try (JsonParser in =
        FACTORY.createParser(ObjectReadContext.empty(), Files.readAllBytes(file))) {
      in.nextToken();
      root = object(value(in));
    }
    Map<String, Object> settings = object(root.get("settings"));
    Map<SearchClass, Integer> matches = new EnumMap<>(SearchClass.class);
    object(root.get("median_matches"))
        .forEach((name, count) -> matches.put(SearchClass.valueOf(name), number(count).intValue()));
    SortedMap<String, String> surroundings = new TreeMap<>();
    object(root.get("surroundings")).forEach((name, text) -> surroundings.put(name, text(text)));
    return new Results(
        new Settings(
            number(settings.get("offers")).intValue(),
            number(settings.get("seed")).longValue(),
            number(settings.get("warm_up_seconds")).doubleValue(),
            number(settings.get("seconds")).doubleValue(),
            Clock.valueOf(text(settings.get("clock")))),
        new Surroundings(surroundings),
        matches,
        list(root.get("loads")).stream().map(each -> load(object(each))).toList(),
        list(root.get("cells")).stream().map(each -> cell(object(each))).toList());
  }

  private static void writeSettings(JsonGenerator out, Settings settings) {
    out.writeStartObject();
    out.writeNumberProperty("offers", settings.offers());
    out.writeNumberProperty("seed", settings.seed());
    out.writeNumberProperty("warm_up_seconds", settings.warmUpSeconds());
    out.writeNumberProperty("seconds", settings.seconds());
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
    out.writeEndObject();
  }

  private static Results.Load load(Map<String, Object> from) {
    return new Results.Load(
        PeerKind.valueOf(text(from.get(PEER))),
        number(from.get("seconds")).doubleValue(),
        number(from.get("bytes_per_offer")).doubleValue(),
        number(from.get("laid_out_per_offer")).doubleValue());
  }

  private static Cell cell(Map<String, Object> from) {
    return new Cell(
        SearchClass.valueOf(text(from.get(CLASS))),
        PeerKind.valueOf(text(from.get(PEER))),
        number(from.get("draws")).intValue(),
        number(from.get("p50_us")).doubleValue(),
        number(from.get("p99_us")).doubleValue());
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e3) / 1e3;
  }

  private static Object value(JsonParser in) {
    JsonToken token = in.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> object = new LinkedHashMap<>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = in.currentName();
        in.nextToken();
        object.put(name, value(in));
      }
      return object;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(in));
      }
      return list;
    }
    return token != null && token.isNumeric() ? in.getNumberValue() : in.getString();
  }

  @SuppressWarnings("unchecked") // only the method above makes maps
  private static Map<String, Object> object(@Nullable Object value) {
    return (Map<String, Object>) required(value, Map.class);
  }

  private static List<?> list(@Nullable Object value) {
    return (List<?>) required(value, List.class);
  }

  private static Number number(@Nullable Object value) {
    return (Number) required(value, Number.class);
  }

  private static String text(@Nullable Object value) {
    return (String) required(value, String.class);
  }

  private static Object required(@Nullable Object value, Class<?> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "these are no results of a comparison: " + value + " is no " + type.getSimpleName());
    }
    return value;
  }
}
