package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Snapshot;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.FacetRequest.HistogramFacet;
import io.offerengine.facet.FacetRequest.QuantileFacet;
import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Operator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What requests of facets mean, and how counts are written. */
class FacetCodecTest {
  private static final FacetCodec CODEC = new FacetCodec(MarketplaceSchema.schema());
  private static final Snapshot OFFERS = Loaded.golden();

  private static FacetCodec.Request read(String body) {
    return CODEC.readRequest(body.getBytes(UTF_8));
  }

  @Test
  void readRequest_keepsWhatWasAsked() {
    FacetCodec.Request request =
        read(
            """
            {"num_gpus": {"gte": 2},
             "gpu_name": {"starts_with": "RTX"},
             "facets": {
               "values": {"gpu_name": 50, "rented": {"limit": 2, "include_zero": true},
                          "verified": {"limit": 3, "include_zero": false}},
               "histogram": {"dph_total": [0.5, 1, 2]},
               "range": ["inet_down", "reliability2"],
               "quantiles": {"reliability2": [0.5, 1]},
               "without_own_condition": true,
               "counting": "folds"}}
            """);
    assertThat(request.search().query().conditions())
        .extracting(each -> each.field().name() + " " + each.operator())
        .containsExactly(
            "num_gpus " + Operator.GTE.toString(), "gpu_name " + Operator.STARTS_WITH.toString());
    FacetRequest facets = request.facets();
    assertThat(facets.values())
        .containsExactly(
            new ValueFacet(MarketplaceSchema.GPU_NAME, 50, false),
            new ValueFacet(MarketplaceSchema.RENTED, 2, true),
            new ValueFacet(MarketplaceSchema.VERIFIED, 3, false));
    assertThat(facets.histograms())
        .containsExactly(new HistogramFacet(MarketplaceSchema.DPH_TOTAL, List.of(0.5, 1.0, 2.0)));
    assertThat(facets.ranges())
        .containsExactly(MarketplaceSchema.INET_DOWN, MarketplaceSchema.RELIABILITY);
    assertThat(facets.quantiles())
        .containsExactly(new QuantileFacet(MarketplaceSchema.RELIABILITY, List.of(0.5, 1.0)));
    assertThat(facets.isWithoutOwnCondition()).isTrue();
    assertThat(facets.counting()).isEqualTo(Counting.FOLDS);
  }

  @Test
  void readRequest_ofNoFacets_countsTheOffersAlone() {
    FacetRequest facets = read("{\"facets\": {\"without_own_condition\": false}}").facets();
    assertThat(facets.values()).isEmpty();
    assertThat(facets.isWithoutOwnCondition()).isFalse();
    assertThat(facets.counting()).isEqualTo(Counting.ROWS);
  }

  @Test
  void writeResponse_writesEveryKindOfFacet() {
    FacetCodec.Request request =
        read(
            """
            {"num_gpus": {"gte": 2},
             "facets": {
               "values": {"gpu_name": 1, "num_gpus": 5, "static_ip": 2},
               "histogram": {"inet_down": [150, 300]},
               "range": ["inet_down", "inet_up"],
               "quantiles": {"num_gpus": [0.5, 1]}}}
            """);
    byte[] response =
        CODEC.writeResponse(OFFERS.facets(request.search().query(), request.facets()));
    String expected = GoldenFile.text("facets.golden").replace("\n", "");
    assertThat(new String(response, UTF_8)).isEqualTo(expected);
  }
}
