package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The engine against a recorded response of the real marketplace: real offers in, and out of the
 * request that made the recording the recording itself.
 */
class RealResponseTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SearchCodec SEARCH = new SearchCodec(SCHEMA);
  private static final OfferCodec OFFERS = new OfferCodec(SCHEMA);
  private static final double TOLERANCE = 1e-9;

  private static final String REQUEST =
      """
      {"gpu_name": {"in": ["H100 SXM", "H100 NVL", "A100 SXM4"]}, "rentable": {"eq": true},
       "type": "on-demand", "limit": 200, "order": [["dph_total", "asc"]]}
      """;

  /** Recorded values that follow from no rule, by identifier and field. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of("39574844 vram_costperhour", "stale: computed from an earlier price");

  /** Of equal price; the recording has the greater identifier first, we the lesser. */
  private static final List<Long> TURNED_TIE = List.of(43189294L, 45065172L);

  @Test
  void read_ofARealResponse_findsAllOffersAndSkipsWhatIsUndocumented() throws IOException {
    try (OfferReader offers = OFFERS.read(Files.newInputStream(RealResponse.file()))) {
      List<Long> ids = new ArrayList<>();
      offers.forEachRemaining(offer -> ids.add(offer.id()));
      assertThat(ids).hasSize(48).containsExactlyElementsOf(RealResponse.recorded().keySet());
      assertThat(offers.skippedFields())
          .containsOnlyKeys(
              "sla_sigma_x",
              "sla_broker_rate",
              "target_reliability",
              "sla_r_claim",
              "search.slaPremiumPerHour",
              "instance.slaPremiumPerHour");
      assertThat(offers.skippedFields().values()).containsOnly(48L);
    }
  }

  @Test
  void search_ofTheRecordedRequest_hasTheRecordedOrder() throws IOException {
    List<Long> recorded = new ArrayList<>(RealResponse.recorded().keySet());
    int lesser = recorded.indexOf(TURNED_TIE.get(0));
    assertThat(recorded.get(lesser - 1)).isEqualTo(TURNED_TIE.get(1));
    Collections.swap(recorded, lesser - 1, lesser);
    assertThat(RealResponse.offers(answer()).keySet()).containsExactlyElementsOf(recorded);
  }

  @Test
  void search_ofTheRecordedRequest_hasTheRecordedValues() throws IOException {
    Map<Long, Map<String, @Nullable Object>> recorded = RealResponse.recorded();
    List<String> differences = new ArrayList<>();
    RealResponse.offers(answer())
        .forEach((id, offer) -> {
          assertThat(offer.keySet())
              .containsExactlyElementsOf(SCHEMA.shownFields().stream().map(Field::name).toList());
          for (Field field : SCHEMA.shownFields()) {
            Object expected = Objects.requireNonNull(recorded.get(id)).get(field.name());
            if (!matches(field, expected, offer.get(field.name()))) {
              differences.add(id + " " + field);
            }
          }
        });
    assertThat(differences).containsExactlyInAnyOrderElementsOf(EXCEPTIONS.keySet());
  }

  @Test
  void read_ofWrittenRealOffers_answersTheSame() throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try (OfferReader offers = OFFERS.read(Files.newInputStream(RealResponse.file()))) {
      OFFERS.writeLines(offers, lines);
    }
    try (OfferReader offers = OFFERS.read(new ByteArrayInputStream(lines.toByteArray()))) {
      assertThat(Arrays.mismatch(answer(offers), answer())).isEqualTo(-1);
      assertThat(offers.skippedFields()).isEmpty();
    }
  }

  private static byte[] answer() throws IOException {
    try (OfferReader offers = OFFERS.read(Files.newInputStream(RealResponse.file()))) {
      return answer(offers);
    }
  }

  private static byte[] answer(OfferReader offers) {
    Snapshot market = Loaded.at(RealResponse.NOW, SCHEMA, offers);
    SearchRequest request = SEARCH.readRequest(REQUEST.getBytes(UTF_8));
    return SEARCH.writeResponse(market.search(request.query()));
  }

  private static boolean matches(
      Field field, @Nullable Object recorded, @Nullable Object answered) {
    if (field.type() == FieldType.OBJECT) {
      Map<String, @Nullable Object> members = RealResponse.asObject(answered);
      return members.size() == field.members().size()
          && members.entrySet().stream()
              .allMatch(member ->
                  isNear(RealResponse.asObject(recorded).get(member.getKey()), member.getValue()));
    }
    return recorded instanceof List<?> list
        ? list.toString().equals(String.valueOf(answered))
        : isNear(recorded, answered);
  }

  private static boolean isNear(@Nullable Object recorded, @Nullable Object answered) {
    if (recorded instanceof NumberLiteral left && answered instanceof NumberLiteral right) {
      double expected = left.doubleValue();
      return Math.abs(expected - right.doubleValue()) <= TOLERANCE * Math.abs(expected);
    }
    return Objects.equals(recorded, answered);
  }
}
