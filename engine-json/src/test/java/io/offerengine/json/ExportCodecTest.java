package io.offerengine.json;

import static io.offerengine.schema.Operator.EQ;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Snapshot;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Lines of exports beside the rows of responses, and what requests of exports mean. */
class ExportCodecTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final ExportCodec CODEC = new ExportCodec(SCHEMA);
  private static final SearchCodec SEARCHES = new SearchCodec(SCHEMA);
  private static final String START = "{\"offers\":[";
  private static final String END = "]}";

  private static List<Offer> offers(Random random, int count) {
    Map<Long, Offer> byId = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      Offer offer = OfferArbitrary.offer(SCHEMA, random);
      byId.put(offer.id(), offer);
    }
    return List.copyOf(byId.values());
  }

  private static List<String> lines(Snapshot snapshot, ExportCodec.Request request)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CODEC.write(snapshot, request, out);
    String text = out.toString(UTF_8);
    assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
    return new ArrayList<>(text.lines().toList());
  }

  /** Returns the text of a row in a response that does not fold. */
  private static String row(Snapshot snapshot, QueryBuilder query) {
    byte[] response = SEARCHES.writeResponse(snapshot.search(query.fold(false).build()));
    String text = new String(response, UTF_8);
    return text.substring(START.length(), text.length() - END.length());
  }

  private static QueryBuilder query(Random random) {
    return Query.builder(SCHEMA)
        .with(MarketplaceSchema.TYPE, List.of(InstanceType.values()).get(random.nextInt(3)))
        .with(MarketplaceSchema.ALLOCATED_STORAGE, random.nextInt(3) * 10.5);
  }

  @Property(tries = 10)
  void write_ofAllFields_writesTheRowsOfResponses(@ForAll long seed) throws IOException {
    List<Offer> offers = offers(new Random(seed), 300);
    Snapshot snapshot = Loaded.of(SCHEMA, offers);
    List<String> expected = new ArrayList<>();
    for (Offer offer : offers) {
      QueryBuilder one = query(new Random(seed)).where(MarketplaceSchema.ID, EQ, offer.id());
      String row = row(snapshot, one);
      if (!row.isEmpty()) {
        expected.add(row);
      }
    }
    ExportCodec.Request request =
        new ExportCodec.Request(query(new Random(seed)).build(), SCHEMA.shownFields());
    List<String> lines = lines(snapshot, request);
    Collections.sort(expected);
    Collections.sort(lines);
    assertThat(lines).isEqualTo(expected);
  }

  /** Two exports of one snapshot list the offers in the same order. */
  @Property(tries = 20)
  void write_ofSomeFields_writesTheirPartsOfWholeRows(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Snapshot snapshot = Loaded.of(SCHEMA, offers(random, 30));
    Query query = query(random).build();
    List<Field> fields = new ArrayList<>(SCHEMA.shownFields());
    Collections.shuffle(fields, random);
    List<Field> chosen = fields.subList(0, 1 + random.nextInt(8));
    List<String> whole = lines(snapshot, new ExportCodec.Request(query, SCHEMA.shownFields()));
    List<String> expected = new ArrayList<>(whole);
    Collections.fill(expected, "");
    for (Field field : chosen) {
      List<String> alone = lines(snapshot, new ExportCodec.Request(query, List.of(field)));
      for (int i = 0; i < alone.size(); i++) {
        String part = alone.get(i).substring(1, alone.get(i).length() - 1);
        assertThat(whole.get(i).replaceFirst("\\{", ",").replaceFirst("}$", ","))
            .as("seed=%d", seed)
            .contains("," + part + ",");
        expected.set(i, expected.get(i) + (expected.get(i).isEmpty() ? "" : ",") + part);
      }
    }
    expected.replaceAll(parts -> "{" + parts + "}");
    assertThat(lines(snapshot, new ExportCodec.Request(query, chosen)))
        .as("seed=%d", seed)
        .isEqualTo(expected);
  }

  /** Objects, lists of texts and no formulas. */
  @Example
  void write_ofAnotherSchema_writesItsFields() throws IOException {
    Schema.Builder builder = Schema.builder("rooms", "room");
    builder.texts("tags").add();
    IntegerField hotel = builder.integer("hotel").add();
    Schema rooms = builder.foldBy(hotel).build();
    ExportCodec codec = new ExportCodec(rooms);
    Snapshot snapshot =
        Loaded.text(
            rooms, "{\"room\":1,\"hotel\":7}\n{\"room\":2,\"hotel\":7,\"tags\":[\"a\\n\",\"é\"]}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    codec.write(snapshot, codec.readRequest("{}".getBytes(UTF_8)), out);
    assertThat(out.toString(UTF_8).lines())
        .containsExactlyInAnyOrder(
            "{\"room\":1,\"tags\":null,\"hotel\":7}",
            "{\"room\":2,\"tags\":[\"a\\n\",\"é\"],\"hotel\":7}");
  }

  @Example
  void write_toAStreamThatFails_throwsItsException() {
    Snapshot snapshot = Loaded.of(SCHEMA, offers(new Random(1), 50));
    IOException broken = new IOException("broken");
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw broken;
          }
        };
    ExportCodec.Request request = CODEC.readRequest("{}".getBytes(UTF_8));
    assertThatThrownBy(() -> CODEC.write(snapshot, request, out)).isSameAs(broken);
    assertThatThrownBy(() -> CODEC.write(snapshot, request.withDeadline(Duration.ZERO), out))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("DEADLINE_EXCEEDED: ");
  }

  @Example
  void readRequest_keepsTheFieldsInTheirOrder() {
    byte[] body =
        """
        {"num_gpus": {"gte": 2}, "select_cols": ["search", "id", "reliability2"],
         "limit": null, "order": null, "disable_bundling": "True"}
        """
            .getBytes(UTF_8);
    ExportCodec.Request request = CODEC.readRequest(body);
    assertThat(request.fields())
        .containsExactly(
            MarketplaceSchema.SEARCH, MarketplaceSchema.ID, MarketplaceSchema.RELIABILITY2);
    assertThat(request.query().conditions()).hasSize(1);
    for (String all : List.of("{}", "{\"select_cols\": null}", "{\"select_cols\": [\"*\"]}")) {
      assertThat(CODEC.readRequest(all.getBytes(UTF_8)).fields()).isEqualTo(SCHEMA.shownFields());
    }
  }

  @Example
  void readRequest_ofABadRequest_saysWhereItIsWrong() {
    TreeMap<String, String> messages = new TreeMap<>();
    messages.put(
        "{\"limit\": 5}",
        "INVALID_LIMIT at /limit (line 1, column 11): an export lists all matching offers, without"
            + " a limit; leave limit out, or search");
    messages.put(
        "{\"order\": [[\"id\", \"asc\"]]}",
        "INVALID_ORDER at /order (line 1, column 11): an export lists all matching offers, in no"
            + " particular order; leave order out, or search");
    messages.put(
        "{\"disable_bundling\": {\"eq\": false}}",
        "INVALID_VALUE at /disable_bundling (line 1, column 22): an export lists all matching"
            + " offers, also those of one bundle; leave disable_bundling out, or search");
    messages.put(
        "{\"select_cols\": \"id\"}",
        "INVALID_VALUE at /select_cols (line 1, column 17): select_cols takes a list of fields, or"
            + " [\"*\"] for all, but got the text 'id'");
    messages.put(
        "{\"select_cols\": [\"id\", \"dph\"]}",
        "UNKNOWN_FIELD at /select_cols/1 (line 1, column 24): responses show no field dph; did you"
            + " mean dph_total?");
    messages.forEach((body, message) ->
        assertThatThrownBy(() -> CODEC.readRequest(body.getBytes(UTF_8)))
            .isExactlyInstanceOf(JsonException.class)
            .hasMessage(message));
  }
}
