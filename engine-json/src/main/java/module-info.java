import org.jspecify.annotations.NullMarked;

/** The adapter between JSON requests, offers and responses and the engine. */
@NullMarked
module io.offerengine.json {
  requires transitive io.offerengine.core;
  requires it.unimi.dsi.fastutil.core;
  requires tools.jackson.core;

  exports io.offerengine.json;
  exports io.offerengine.json.invoice;
  exports io.offerengine.json.template;
}
