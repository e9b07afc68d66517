/**
 * Reads search requests and offers from JSON, and writes search responses and offers as JSON.
 *
 * <p>A program that loads an offer and answers one request:
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * Schema schema = MarketplaceSchema.schema();
 * OfferEngine engine = OfferEngine.builder(schema).build();
 * SearchCodec searches = new SearchCodec(schema);
 *
 * String offer = "{\"id\": 1, \"gpu_name\": \"RTX 4090\", \"num_gpus\": 2, \"dph_base\": 0.8}";
 * InputStream offers = new ByteArrayInputStream(offer.getBytes(UTF_8));
 * engine.load(new OfferCodec(schema).read(offers), LoadListener.NONE);
 *
 * byte[] body = "{\"gpu_name\": {\"eq\": \"RTX 4090\"}, \"limit\": 10}".getBytes(UTF_8);
 * SearchRequest request = searches.readRequest(body);
 * Matches matches = engine.snapshot().search(request.query());
 * byte[] response = searches.writeResponse(matches);
 * }</pre>
 *
 * <p>A text that can't be read is a {@link io.offerengine.json.JsonException} with a path, a line
 * and a column. A codec is safe for use by many threads: create one for each schema, and use it for
 * all texts.
 *
 * <table>
 * <caption>Packages</caption>
 * <tr><th>package</th><th>contents</th></tr>
 * <tr><td>{@code io.offerengine.json}</td>
 *   <td>searches ({@link io.offerengine.json.SearchCodec}), bodies of a program's own ({@link
 *   io.offerengine.json.JsonBody}) and offers ({@link
 *   io.offerengine.json.OfferCodec}), with the limits of all texts ({@link
 *   io.offerengine.json.JsonLimits})</td></tr>
 * <tr><td>{@link io.offerengine.json.invoice}</td>
 *   <td>billing histories and ledger entries</td></tr>
 * <tr><td>{@link io.offerengine.json.template}</td>
 *   <td>templates: requests, stored content and responses</td></tr>
 * </table>
 */
@NullMarked
package io.offerengine.json;

import org.jspecify.annotations.NullMarked;
