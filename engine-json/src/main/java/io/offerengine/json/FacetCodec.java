package io.offerengine.json;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.internal.read.FacetReader;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.FacetWriter;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;

/**
 * Reads requests of facets and writes the counts.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * FacetCodec facetCodec = new FacetCodec(schema);
 * byte[] json = "{\"facets\": {\"values\": {\"gpu_name\": 10}}}".getBytes(UTF_8);
 * FacetCodec.Request request = facetCodec.readRequest(json);
 * Facets facets = engine.snapshot().facets(request.search().query(), request.facets());
 * byte[] response = facetCodec.writeResponse(facets);
 * }</pre>
 *
 * <p>A request is the body of {@link SearchCodec#readQuery} with one more key:
 *
 * <pre>
 * {"rentable": {"eq": true},
 *  "facets": {
 *    "values": {"gpu_name": 50, "rented": {"limit": 2, "include_zero": true}},
 *    "histogram": {"dph_total": [0.5, 1, 2]},
 *    "range": ["inet_down"],
 *    "quantiles": {"reliability": [0.5, 0.9]},
 *    "without_own_condition": true,
 *    "counting": "rows"}}
 * </pre>
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 */
public final class FacetCodec {
  private final RequestReader queries;
  private final FacetReader reader;
  private final InputRules rules;

  /** Which offers to count, and what to count of them. */
  public record Request(SearchRequest search, FacetRequest facets) {}

  /** Creates a codec with {@link QueryLimits#DEFAULTS} and {@link JsonLimits#DEFAULTS}. */
  public FacetCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields of an offer
   * @param queryLimits the limits of queries
   * @param jsonLimits the limits of request bodies
   */
  public FacetCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.queries = new RequestReader(schema, queryLimits, true);
    this.reader = new FacetReader(schema);
    this.rules = jsonLimits.rules();
  }

  /**
   * Reads a request. Order, limit and folding are read and have no meaning.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or does not fit the schema
   */
  public Request readRequest(byte[] body) {
    return JsonBody.read(body, rules)
        .interpret(request ->
            new Request(
                new SearchRequest(queries.readSearch(FacetReader.withoutFacets(request))),
                reader.read(request)));
  }

  /**
   * Returns a response.
   *
   * <pre>
   * {"success": true, "matched": 120,
   *  "values": {"gpu_name": {"counts": [{"value": "RTX 4090", "count": 80}, …],
   *             "absent": 0, "other_values": 3}},
   *  "histogram": {"dph_total": {"edges": [0.5, 1, 2], "counts": [40, 20],
   *                "below": 50, "above": 10, "absent": 0}},
   *  "range": {"inet_down": {"least": 12.5, "greatest": 9000.0, "present": 119, "absent": 1}},
   *  "quantiles": {"reliability": {"shares": [0.5, 0.9], "values": [0.98, 0.99],
   *                "present": 120, "absent": 0}}}
   * </pre>
   */
  public byte[] writeResponse(Facets facets) {
    return JsonOutput.bytes(out -> {
      out.writeStartObject();
      FacetWriter.writeMembers(facets, out);
      out.writeEndObject();
    });
  }
}
