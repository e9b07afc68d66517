package io.offerengine.cluster.merge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.cluster.part.FacetsPart;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.facet.Facets;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Merged answers of shards equal those of one engine with all offers, byte for byte. {@code
 * -Dcases=N} runs more cases, {@code -Dseed=NUMBER} the case of a failure again.
 */
class MergeAgreementTest {
  private static final SearchCodec CODEC = new SearchCodec(RandomMarket.SCHEMA);
  private static final FacetCodec FACETS = new FacetCodec(RandomMarket.SCHEMA);

  @Test
  void mergedAnswers_equalThoseOfOneEngine() {
    int cases = Seeds.cases(Integer.getInteger("cases", 20));
    long first = Seeds.first();
    for (long seed = first; seed < first + cases; seed++) {
      Random random = new Random(seed);
      try (RandomMarket market = new RandomMarket(random)) {
        for (int search = 0; search < 10; search++) {
          searchPages(market, random, "seed=" + seed);
          countFacets(market, random, "seed=" + seed);
        }
      }
    }
  }

  /** Follows the cursor of the merged pages to the last one. */
  private static void searchPages(RandomMarket market, Random random, String replay) {
    int limit = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(30);
    String body =
        "{" + market.conditions() + ",\"order\":" + market.order() + ",\"limit\":" + limit + "}";
    Query query = CODEC.readRequest(body.getBytes(UTF_8)).query();
    for (String token = ""; token != null; ) {
      Query page = token.isEmpty() ? query : query.after(Cursor.parse(token));
      Matches expected = market.whole().snapshot().search(page);
      byte[] expectedBody = CODEC.writeResponse(expected);
      Cursor next = expected.nextCursor();
      List<RowsPart> parts = market.shards().stream().map(shard -> part(shard, page)).toList();
      MergedRows merged = MergedRows.of(parts, page.cursorOrder(), page.limit());
      assertThat(text(CODEC.prepareResponse(merged.json())))
          .as("%s %s", replay, body)
          .isEqualTo(new String(expectedBody, UTF_8));
      assertThat(merged.nextToken())
          .as("cursor of %s %s", replay, body)
          .isEqualTo(next == null ? null : next.token());
      token = merged.nextToken();
    }
  }

  private static String text(SearchResponse response) {
    byte[] bytes = new byte[response.length()];
    response.writeTo(ByteBuffer.wrap(bytes));
    return new String(bytes, UTF_8);
  }

  /** Returns the part of a shard, as it arrives at the router. */
  private static RowsPart part(OfferEngine shard, Query query) {
    Matches matches = shard.snapshot().search(query);
    List<Cursor> cursors = new ArrayList<>();
    while (matches.next()) {
      cursors.add(matches.cursor());
    }
    matches.rewind();
    byte[] body = CODEC.writeResponse(matches);
    List<Integer> lengths = rowLengths(body);
    byte[] head =
        RowsPart.head(
            cursors,
            lengths.stream().mapToInt(Integer::intValue).toArray(),
            matches.nextCursor() != null);
    int opening = "{\"offers\":[".length();
    int rows = body.length - opening - "]}".length();
    ByteBuffer part = ByteBuffer.allocate(3 + head.length + rows);
    part.position(3).put(head).put(body, opening, rows);
    RowsPart read = RowsPart.read(part.position(3));
    assertThat(part.remaining()).isZero();
    return read;
  }

  /** Returns the lengths of the objects in a list, found by their braces. */
  private static List<Integer> rowLengths(byte[] response) {
    List<Integer> lengths = new ArrayList<>();
    int depth = 0;
    int start = 0;
    boolean isText = false;
    for (int i = "{\"offers\":[".length(); i < response.length; i++) {
      byte c = response[i];
      if (isText) {
        i += c == '\\' ? 1 : 0;
        isText = c != '"';
      } else if (c == '"') {
        isText = true;
      } else if (c == '{' && depth++ == 0) {
        start = i;
      } else if (c == '}' && --depth == 0) {
        lengths.add(i + 1 - start);
      }
    }
    return lengths;
  }

  private static void countFacets(RandomMarket market, Random random, String replay) {
    String body =
        "{"
            + market.conditions()
            + ",\"facets\":{\"values\":{\"gpu_name\":{\"limit\":"
            + (1 + random.nextInt(6))
            + ",\"include_zero\":"
            + random.nextBoolean()
            + "},\"driver_version\":3,\"num_gpus\":2,\"rented\":2,\"dph_total\":4,\"gpu_ids\":3,"
            + "\"geolocation\":2},\"histogram\":{\"dph_base\":[0.2,0.5,1]},"
            + "\"range\":[\"dph_total\",\"num_gpus\",\"duration\"],\"without_own_condition\":"
            + random.nextBoolean()
            + ",\"counting\":\""
            + (random.nextBoolean() ? "rows" : "folds")
            + "\"}}";
    FacetCodec.Request request = FACETS.readRequest(body.getBytes(UTF_8));
    Query query = request.search().query();
    Facets expected = market.whole().snapshot().facets(query, request.facets());
    List<Facets> parts = new ArrayList<>();
    for (OfferEngine shard : market.shards()) {
      Facets counted = shard.snapshot().facets(query, request.facets().withAllValues());
      ByteBuffer part = ByteBuffer.wrap(FacetsPart.write(counted));
      parts.add(FacetsPart.read(part, request.facets()));
      assertThat(part.remaining()).isZero();
    }
    assertThat(MergedFacets.of(request.facets(), parts))
        .as("%s %s", replay, body)
        .isEqualTo(expected);
  }

  @Test
  void quantiles_areRefused() {
    byte[] body = "{\"facets\":{\"quantiles\":{\"score\":[0.5]}}}".getBytes(UTF_8);
    FacetCodec.Request request = FACETS.readRequest(body);
    assertThatThrownBy(() -> MergedFacets.requireMergeable(request.facets()))
        .hasMessageContaining("/facets/quantiles")
        .hasMessageContaining("histogram");
  }
}
