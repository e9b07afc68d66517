package io.offerengine.bench.searches;

import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A drawn search as the JSON body of a client's request. */
public final class SearchBody {
  private static final JsonFactory FACTORY = new JsonFactory();

  private SearchBody() {}

  /**
   * Returns the JSON of a search.
   *
   * @throws IllegalArgumentException if the search asks for no offers
   */
  public static byte[] of(DrawnSearch search) {
    if (search.answer() != DrawnSearch.Answer.OFFERS) {
      throw new IllegalArgumentException("the request of a search asks for offers");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      search.conditions().forEach(condition -> writeCondition(out, condition));
      out.writeName("order");
      out.writeStartArray();
      search.order().forEach(key -> writeKey(out, key));
      out.writeEndArray();
      if (search.prices().isBid()) {
        out.writeStringProperty("type", "bid");
      }
      if (search.namesStorage()) {
        out.writeNumberProperty("allocated_storage", search.prices().storage());
      }
      out.writeBooleanProperty("disable_bundling", !search.folds());
      out.writeNumberProperty("limit", search.limit());
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void writeCondition(JsonGenerator out, Comparison condition) {
    out.writeName(condition.column().label());
    out.writeStartObject();
    out.writeName(condition.operator().symbol());
    Object value = condition.value();
    if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Long whole) {
      out.writeNumber(whole);
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else {
      out.writeString((String) value);
    }
    out.writeEndObject();
  }

  private static void writeKey(JsonGenerator out, Ordering key) {
    out.writeStartArray();
    out.writeString(key.column().label());
    out.writeString(key.descending() ? "desc" : "asc");
    out.writeEndArray();
  }
}
