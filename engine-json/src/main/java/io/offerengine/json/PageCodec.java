package io.offerengine.json;

import io.offerengine.Matches;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.internal.gzip.RowGzip;
import io.offerengine.json.internal.read.FacetReader;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.FacetWriter;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.json.internal.write.ResponseAssembler;
import io.offerengine.json.internal.write.RowRenderer;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Schema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads requests for a page of results with counts, and writes the page: what a search page shows
 * after each change of a filter.
 *
 * <p>A request is the body of {@link SearchCodec#readQuery}, with the key {@code facets} of {@link
 * FacetCodec} if facets are wanted.
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 */
public final class PageCodec {
  private final RequestReader queries;
  private final FacetReader facets;
  private final RowRenderer responses;
  private final RowGzip compressor = new RowGzip();
  private final InputRules rules;

  /**
   * Which offers to show, and what to count.
   *
   * @param facets without any facet if the request has none
   * @param withDefaultStorage the same search without its storage; null if the request names none
   */
  public record Request(
      SearchRequest search, FacetRequest facets, @Nullable SearchRequest withDefaultStorage) {}

  /**
   * What a page tells beside its offers.
   *
   * @param facets the facets, with {@linkplain Facets#folds folds} if the schema has a fold field
   * @param sizes by offer: how many matching offers have its fold value
   * @param without how many offers would match without one condition
   */
  public record Counts(Facets facets, List<Long> sizes, List<Without> without) {
    /** Copies the lists. */
    public Counts {
      sizes = List.copyOf(sizes);
      without = List.copyOf(without);
    }
  }

  /**
   * How many offers would match without one condition.
   *
   * @param field the name of the field, or of the parameter that implies the condition
   * @param operator the symbol of its operator
   */
  public record Without(String field, String operator, long count) {
    /** Returns the count without a condition of a query. */
    public static Without of(Condition condition, long count) {
      return new Without(condition.field().name(), condition.operator().symbol(), count);
    }

    /** Returns the count without the storage to be allocated. */
    public static Without ofStorage(long count) {
      return new Without(MarketplaceSchema.ALLOCATED_STORAGE.name(), "eq", count);
    }
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields of an offer
   * @param queryLimits the limits of queries
   * @param jsonLimits the limits of request bodies
   */
  public PageCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.queries = new RequestReader(schema, queryLimits, true);
    this.facets = new FacetReader(schema);
    this.responses = new RowRenderer(schema, schema.shownFields());
    this.rules = jsonLimits.rules();
  }

  /**
   * Reads a request.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or does not fit the schema
   */
  public Request readRequest(byte[] body) {
    return JsonBody.read(body, rules).interpret(this::read);
  }

  private Request read(Map<String, @Nullable Object> request) {
    Map<String, @Nullable Object> search = FacetReader.withoutFacets(request);
    SearchRequest asked = new SearchRequest(queries.readSearch(search));
    FacetRequest counted =
        request.get(FacetReader.FACETS) == null
            ? FacetRequest.builder(queries.schema()).build()
            : facets.read(request);
    if (!namesStorage(asked.query())) {
      return new Request(asked, counted, null);
    }
    Map<String, @Nullable Object> rest = new LinkedHashMap<>(search);
    rest.remove(MarketplaceSchema.ALLOCATED_STORAGE.name());
    return new Request(asked, counted, new SearchRequest(queries.readSearch(rest)));
  }

  private static boolean namesStorage(Query query) {
    return query.schema().parameters().contains(MarketplaceSchema.ALLOCATED_STORAGE)
        && query.arguments().isGiven(MarketplaceSchema.ALLOCATED_STORAGE);
  }

  /**
   * Prepares a response.
   *
   * <pre>
   * {"offers": […], "success": true, "matched": 203, "values": {…}, "histogram": {…},
   *  "range": {…}, "quantiles": {…}, "version": 12, "bundles": 37, "bundle_sizes": [3, 1, …],
   *  "without": [{"field": "dph_total", "operator": "lte", "count": 12}]}
   * </pre>
   *
   * @param matches the results; all results from the current one on are written
   */
  public SearchResponse prepareResponse(Matches matches, Counts counts) {
    return new SearchResponse(responses.gather(matches), closing(counts), compressor);
  }

  /** Returns the bytes after the last row. */
  private static byte[] closing(Counts counts) {
    byte[] response = JsonOutput.bytes(out -> write(counts, out));
    return Arrays.copyOfRange(response, ResponseAssembler.OPENING.length, response.length);
  }

  /** Writes a response without rows. */
  private static void write(Counts counts, JsonGenerator out) {
    out.writeStartObject();
    out.writeArrayPropertyStart("offers");
    out.writeEndArray();
    FacetWriter.writeMembers(counts.facets(), out);
    out.writeNumberProperty("version", counts.facets().version());
    Facets.Folds folds = counts.facets().folds();
    if (folds != null) {
      out.writeNumberProperty("bundles", folds.count());
      out.writeArrayPropertyStart("bundle_sizes");
      counts.sizes().forEach(out::writeNumber);
      out.writeEndArray();
    }
    out.writeArrayPropertyStart("without");
    for (Without each : counts.without()) {
      out.writeStartObject();
      out.writeStringProperty("field", each.field());
      out.writeStringProperty("operator", each.operator());
      out.writeNumberProperty("count", each.count());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
