import org.jspecify.annotations.NullMarked;

/**
 * JSON for the offer engine: search requests, search responses and offers, and the invoices and
 * templates of the marketplace API.
 *
 * <p>Start with {@link io.offerengine.json}, which has the first program and a map of the packages.
 * No type of Jackson occurs in a public signature.
 */
@NullMarked
module io.offerengine.json {
  requires transitive io.offerengine.core;
  requires it.unimi.dsi.fastutil.core;
  requires tools.jackson.core;

  exports io.offerengine.json;
  exports io.offerengine.json.invoice;
  exports io.offerengine.json.template;
}
