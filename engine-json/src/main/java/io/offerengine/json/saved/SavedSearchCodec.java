package io.offerengine.json.saved;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads requests for saved searches, and writes saved searches and alerts.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * import io.offerengine.json.saved.SavedSearchCodec;
 * import io.offerengine.json.saved.SavedSearchRequest;
 *
 * String text = "{\"name\": \"big\", \"search\": {\"num_gpus\": {\"gte\": 8}}}";
 * SavedSearchRequest request =
 *     new SavedSearchCodec(schema, JsonLimits.DEFAULTS).readRequest(text.getBytes(UTF_8));
 * System.out.println(request.search());
 * }</pre>
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 */
public final class SavedSearchCodec {
  private final RequestReader searches;
  private final InputRules rules;

  /**
   * Creates a codec.
   *
   * @param schema the fields that searches may name
   * @param limits the limits of bodies
   */
  public SavedSearchCodec(Schema schema, JsonLimits limits) {
    this.searches = new RequestReader(schema, QueryLimits.DEFAULTS, true);
    this.rules =
        new InputRules(
            limits.maxBodyBytes(),
            limits.maxDepth(),
            limits.maxTextLength(),
            limits.maxNumberLength(),
            limits.maxOfferLength(),
            JsonException::new);
  }

  /**
   * Reads a request to save a search: {@code {"name":"…","cool_down":3600,"search":{…}}}, or with
   * {@code hash_id} instead of {@code search}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read, is not such a request, or has a search that
   *     {@link io.offerengine.json.SearchCodec#readQuery} refuses
   */
  public SavedSearchRequest readRequest(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    Map<String, @Nullable Object> search =
        text.interpret(
            "",
            () -> {
              SavedSearchReader.requireKeys(request);
              return SavedSearchReader.search(request);
            });
    String name = text.interpret("", () -> SavedSearchReader.name(request));
    long coolDown = text.interpret("", () -> SavedSearchReader.coolDown(request));
    if (search == null) {
      String template = text.interpret("", () -> SavedSearchReader.template(request));
      return new SavedSearchRequest(name, coolDown, null, "", template);
    }
    SearchRequest read =
        new SearchRequest(
            text.interpret("/" + SavedSearchReader.SEARCH, () -> searches.readSearch(search)));
    String written = new String(bytes(out -> JsonOutput.writeTree(out, search)), UTF_8);
    return new SavedSearchRequest(name, coolDown, read, written, null);
  }

  /**
   * Reads the search of a saved search.
   *
   * @param search a JSON object
   * @throws JsonException if the search does not fit the schema
   */
  public SearchRequest readSearch(String search) {
    byte[] body = search.getBytes(UTF_8);
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return new SearchRequest(text.interpret("", () -> searches.readSearch(request)));
  }

  /**
   * Returns a request that {@link #readRequest} reads.
   *
   * @param search the search as a JSON object; null if the request names a template
   * @param template the hash of a template; null if the request has a search
   */
  public byte[] writeRequest(
      String name, @Nullable Long coolDown, @Nullable String search, @Nullable String template) {
    return bytes(out -> {
      out.writeStartObject();
      out.writeName(SavedSearchReader.NAME);
      JsonOutput.writeText(out, name);
      writeNumber(out, SavedSearchReader.COOL_DOWN, coolDown);
      if (search != null) {
        out.writeName(SavedSearchReader.SEARCH);
        out.writeRawValue(search);
      }
      if (template != null) {
        out.writeName(SavedSearchReader.TEMPLATE);
        JsonOutput.writeText(out, template);
      }
      out.writeEndObject();
    });
  }

  /** Returns a saved search. */
  public byte[] writeSearch(ShownSearch search) {
    return bytes(out -> write(out, search));
  }

  /** Returns saved searches: {@code {"saved_searches":[…]}}. */
  public byte[] writeSearches(List<ShownSearch> searches) {
    return bytes(out -> {
      out.writeStartObject();
      out.writeName("saved_searches");
      out.writeStartArray();
      searches.forEach(search -> write(out, search));
      out.writeEndArray();
      out.writeEndObject();
    });
  }

  private static void write(JsonGenerator out, ShownSearch search) {
    out.writeStartObject();
    out.writeNumberProperty("id", search.id());
    out.writeName(SavedSearchReader.NAME);
    JsonOutput.writeText(out, search.name());
    out.writeNumberProperty(SavedSearchReader.COOL_DOWN, search.coolDown());
    out.writeNumberProperty("created_at", search.created());
    out.writeName(SavedSearchReader.SEARCH);
    out.writeRawValue(search.search());
    out.writeEndObject();
  }

  /** Returns alerts: {@code {"alerts":[…],"missed":0,"cursor":"…"}}. */
  public byte[] writeAlerts(AlertPage page) {
    return bytes(out -> {
      out.writeStartObject();
      out.writeName(AlertReader.ALERTS);
      out.writeStartArray();
      page.alerts().forEach(alert -> write(out, alert));
      out.writeEndArray();
      out.writeNumberProperty(AlertReader.MISSED, page.missed());
      out.writeStringProperty(AlertReader.CURSOR, page.cursor());
      out.writeEndObject();
    });
  }

  private static void write(JsonGenerator out, Alert alert) {
    out.writeStartObject();
    writeNumber(out, AlertReader.SEARCH, alert.search());
    writeNumber(out, AlertReader.OFFER, alert.offer());
    writeNumber(out, AlertReader.MACHINE, alert.machine());
    writeNumber(out, AlertReader.GPUS, alert.gpus());
    writeNumber(out, AlertReader.PRICE, alert.price());
    writeNumber(out, AlertReader.MORE, alert.more());
    writeNumber(out, AlertReader.VERSION, alert.version());
    writeNumber(out, AlertReader.TIME, alert.time());
    writeNumber(out, AlertReader.QUIET, alert.quietUntil());
    out.writeEndObject();
  }

  private static void writeNumber(JsonGenerator out, String name, @Nullable Number value) {
    out.writeName(name);
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else {
      out.writeNumber(value.longValue());
    }
  }

  /**
   * Reads alerts, as clients of the service do.
   *
   * @param body what {@link #writeAlerts} returned
   * @throws JsonException if the body can't be read or has no alerts
   */
  public AlertPage readAlerts(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> page = text.parse();
    return text.interpret("", () -> AlertReader.read(page));
  }

  private static byte[] bytes(JsonOutput.Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      JsonOutput.write(bytes, writing);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
