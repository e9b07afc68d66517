package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions beyond the documented ones: prices per GPU and of a job, regions. */
class ExtendedQuestionsTest {
  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());

  /** Storage costs nothing, so that dph_total is dph_base. */
  private static final String OFFERS =
      """
      {"id":1,"dph_base":8,"num_gpus":8,"geolocation":"Montana, US","disk_space":800,
       "cpu_cores":64,"gpu_frac":0.5,"cpu_ram":64000,"inet_down_cost":0.5,"inet_up_cost":1}
      {"id":2,"dph_base":2,"num_gpus":1,"geolocation":"Sofia, BG","disk_space":50,
       "cpu_cores":8,"gpu_frac":1,"cpu_ram":32000,"inet_down_cost":0.01}
      {"id":3,"dph_base":1.5,"num_gpus":0,"geolocation":"Nowhere","inet_up_cost":0}
      {"id":4,"dph_base":3,"num_gpus":2,"geolocation":"Seoul, KR"}
      """;

  private static final Snapshot MARKET = Loaded.text(MarketplaceSchema.schema(), OFFERS);

  private static Query query(String request) {
    return CODEC.readQuery(request.getBytes(UTF_8)).query();
  }

  private static String found(String request) {
    return String.join(" ", MARKET.search(query(request)).toList(match -> "" + match.id()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"order\":[[\"dph_per_gpu\",\"asc\"]]` | 1 4 2 3",
        "`\"dph_per_gpu\":{\"lte\":1.5},\"order\":[[\"id\",\"asc\"]]` | 1 4",
        "`\"dph_per_gpu\":{\"eq\":null}` | 3",
        "`\"cpu_cores_per_gpu\":{\"gte\":8}` | 2",
        "`\"cpu_ram_per_gpu\":{\"eq\":8000}` | 1",
        "`\"disk_per_gpu\":{\"gte\":100}` | 1",
        "`\"region\":\"EU\"` | 2",
        "`\"region\":{\"in\":[\"NA\",\"AS\"]},\"order\":[[\"id\",\"asc\"]]` | 1 4",
        "`\"region\":{\"eq\":null}` | 3",
        "`\"job\":{\"hours\":10},\"order\":[[\"job_total\",\"asc\"]]` | 3 2 4 1",
        "`\"job\":{\"hours\":10},\"job_total\":{\"lte\":\"20\"},"
            + "\"order\":[[\"id\",\"asc\"]]` | 2 3",
        "`\"job\":{\"hours\":\"1\",\"down_gb\":100},\"order\":[[\"job_total\",\"asc\"]]` | 2 1 3 4",
        "`\"job\":{\"up_gb\":10,\"down_gb\":null},\"job_total\":{\"neq\":null},"
            + "\"order\":[[\"job_total\",\"asc\"]]` | 3 1",
        "`\"job\":{\"hours\":1},\"any_of\":[{\"job_total\":{\"lt\":2}},{\"region\":\"AS\"}],"
            + "\"order\":[[\"id\",\"asc\"]]` | 3 4"
      })
  void query_beyondTheDocument_findsWhatItAsks(String members, String ids) {
    assertThat(found("{" + members + "}")).isEqualTo(ids);
  }

  @Test
  void query_withoutAJob_isAsBefore() {
    assertThat(query("{\"job\":null}")).hasToString(query("{}").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"job\":{\"hours\":-1}}` | INVALID_VALUE | /job/hours | at least 0",
        "`{\"job\":{\"hours\":\"x\"}}` | INVALID_VALUE | /job/hours | a finite number, but got",
        "`{\"job\":{\"up_gb\":[1]}}` | INVALID_VALUE | /job/up_gb | but got a list",
        "`{\"job\":{\"hour\":1}}` | UNKNOWN_FIELD | /job/hour | use hours, down_gb, up_gb",
        "`{\"job\":5}` | INVALID_VALUE | /job | job takes an object with hours, down_gb, up_gb",
        "`{\"job_total\":{\"lte\":5}}` | INVALID_REQUEST | /job_total | needs job, an object as in",
        "`{\"order\":[[\"id\",\"asc\"],[\"job_total\",\"asc\"]]}` | INVALID_REQUEST | /order/1/0"
            + " | job_total needs job",
        "`{\"none_of\":[{\"job_total\":1}]}` | INVALID_REQUEST | /none_of/0/job_total | needs job",
        "`{\"region\":5}` | INVALID_VALUE | /region | takes a text",
        "`{\"any_of\":[{\"job\":{\"hours\":1}}]}` | UNKNOWN_FIELD | /any_of/0/job | called job"
      })
  void query_withABadQuestion_isRefused(String request, ErrorCode code, String path, String text) {
    assertThatThrownBy(() -> query(request))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.path()).isEqualTo(path);
              assertThat(e.getMessage()).contains(text);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"range\":[\"id\",\"job_total\"],\"values\":{\"region\":5} | /facets/range/1",
        "\"histogram\":{\"job_total\":[1]} | /facets/histogram/job_total"
      })
  void facets_ofThePriceOfAJob_needTheJob(String kinds, String path) {
    FacetCodec facets = new FacetCodec(MarketplaceSchema.schema());
    String counted = "\"facets\":{" + kinds + "}";
    String job = "{\"job\":{\"hours\":1}," + counted + "}";
    assertThat(facets.readRequest(job.getBytes(UTF_8))).isNotNull();
    assertThatThrownBy(() -> facets.readRequest(("{" + counted + "}").getBytes(UTF_8)))
        .isInstanceOfSatisfying(JsonException.class, e -> assertThat(e.path()).isEqualTo(path))
        .hasMessageContaining("job_total needs job");
  }

  /** The documented request and response do not have them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"dph_per_gpu\":{\"lte\":1}}",
        "{\"region\":\"EU\"}",
        "{\"job\":{\"hours\":1}}",
        "{\"order\":[[\"cpu_ram_per_gpu\",\"asc\"]]}",
        "{\"job.hours\":1}"
      })
  void documentedRequest_hasNoneOfThem(String request) {
    assertThatThrownBy(() -> CODEC.readRequest(request.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            JsonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_FIELD));
    assertThat(new String(CODEC.writeResponse(MARKET.search(query("{}"))), UTF_8))
        .doesNotContain("per_gpu", "region", "job");
  }
}
