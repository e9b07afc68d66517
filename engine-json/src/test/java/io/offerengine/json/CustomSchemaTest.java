package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Snapshot;
import io.offerengine.query.Query;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codecs over a schema of another trade: the adapter knows no field of the marketplace. */
class CustomSchemaTest {
  private enum Season {
    LOW_SEASON,
    PEAK
  }

  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final Parameter<Season> SEASON = ROOMS.choice("season", Season.LOW_SEASON);
  private static final Parameter<Double> NIGHTS = ROOMS.parameter("nights", 1, 1);
  private static final NumberField RATE = ROOMS.number("rate").add();

  static {
    ROOMS.field("resource_type", FieldType.TEXT).add();
    ROOMS.field("offers", FieldType.TEXT).add();
    ROOMS
        .field("total", FieldType.NUMBER)
        .computed(
            new Formula(
                "rate * nights, doubled at peak",
                List.of(Formula.Input.increasing(RATE)),
                (in, given) ->
                    in[0] * given.value(NIGHTS) * (given.is(SEASON, Season.PEAK) ? 2 : 1)))
        .add();
  }

  private static final Schema SCHEMA = ROOMS.build();
  private static final SearchCodec SEARCH = new SearchCodec(SCHEMA);

  private static final Snapshot OFFERS =
      Loaded.text(
          SCHEMA,
          """
          {"room":1,"rate":50,"resource_type":"gpu"}
          {"room":2,"rate":40,"offers":"breakfast"}
          """);

  @Test
  void search_withParametersOfTheSchema_computesByThem() {
    assertThat(answer("{\"nights\":\"3\",\"season\":\"peak\",\"order\":[[\"total\",\"desc\"]]}"))
        .isEqualTo(
            "{\"offers\":["
                + "{\"room\":1,\"rate\":50.0,\"resource_type\":\"gpu\",\"offers\":null,"
                + "\"total\":300.0},"
                + "{\"room\":2,\"rate\":40.0,\"resource_type\":null,\"offers\":\"breakfast\","
                + "\"total\":240.0}]}");
  }

  @Test
  void search_byAFieldThatTheMarketplaceIgnores_filters() {
    assertThat(answer("{\"resource_type\":\"gpu\"}")).contains("\"room\":1").doesNotContain(":2,");
  }

  @Test
  void readRequest_ofAKeyThatOnlyTheMarketplaceKnows_isAnUnknownField() {
    assertThatThrownBy(() -> read("{\"template_id\":1}"))
        .hasMessage(
            "UNKNOWN_FIELD at /template_id (line 1, column 2):"
                + " no offer field is called template_id");
    assertThatThrownBy(() -> read("{\"type\":\"bid\"}")).hasMessageStartingWith("UNKNOWN_FIELD");
    assertThatThrownBy(() -> read("{\"seson\":\"peak\"}"))
        .hasMessageEndingWith("did you mean season?");
  }

  @Test
  void readRequest_ofABadArgument_saysWhatIsAllowed() {
    assertThatThrownBy(() -> read("{\"season\":\"summer\"}"))
        .hasMessage(
            "INVALID_VALUE at /season (line 1, column 11):"
                + " season takes one of low-season, peak, but got the text 'summer'");
    assertThatThrownBy(() -> read("{\"nights\":{\"eq\":0.5}}"))
        .hasMessage(
            "INVALID_VALUE at /nights (line 1, column 11):"
                + " nights must be a finite number of at least 1.0, but is 0.5");
  }

  @Test
  void refusal_ofANameWithASlashOrATilde_hasItsPointerAndPlace() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    rooms.parameter("nights/~", 1, 1);
    Parameter<Double> member = rooms.parameter("a~/b.c/d", 1, 1);
    Schema schema = rooms.build();
    SearchCodec codec = new SearchCodec(schema);
    assertThatThrownBy(() -> codec.readRequest("{\"nights/~\":true}".getBytes(UTF_8)))
        .hasMessage(
            "INVALID_VALUE at /nights~1~0 (line 1, column 13):"
                + " nights/~ takes a finite number, but got true");
    assertThatThrownBy(() -> codec.readRequest("{\"nights/~\":0}".getBytes(UTF_8)))
        .hasMessageStartingWith("INVALID_VALUE at /nights~1~0 (line 1, column 13)");
    assertThatThrownBy(() -> Query.builder(schema).with(member, 0.0))
        .hasMessageStartingWith("INVALID_VALUE at /a~0~1b/c~1d:");
    JsonBody saved = JsonBody.read("{\"a/~\":5}".getBytes(UTF_8), JsonLimits.DEFAULTS);
    assertThatThrownBy(() -> codec.readQuery(saved, "a/~"))
        .hasMessageStartingWith("INVALID_VALUE at /a~1~0 (line 1, column 8)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a/~':2 | /a~1~0",
        "'costs':{'a/~':2} | /costs/a~1~0",
        "'costs':{'a.b':2} | /costs/a.b",
        "'costs.a':2 | /costs.a"
      },
      quoteCharacter = '"')
  void next_ofAnUnknownNameThatIsRefused_hasItsPointer(String given, String pointer) {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    rooms.field("costs", FieldType.OBJECT).members(List.of()).add();
    OfferCodec strict = new OfferCodec(rooms.build()).refusingUnknownFields();
    String offer = ("{'room':1," + given + "}").replace('\'', '"');
    for (String text : List.of(offer, "[" + offer + "]")) {
      OfferReader offers = strict.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
      assertThatThrownBy(offers::next).hasMessageStartingWith("UNKNOWN_FIELD at " + pointer + " ");
    }
  }

  private static SearchRequest read(String request) {
    return SEARCH.readRequest(request.getBytes(UTF_8));
  }

  private static String answer(String request) {
    return new String(SEARCH.writeResponse(OFFERS.search(read(request).query())), UTF_8);
  }
}
