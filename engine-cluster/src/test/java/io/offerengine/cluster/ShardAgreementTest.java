package io.offerengine.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.cluster.merge.MergedFacets;
import io.offerengine.cluster.merge.MergedRows;
import io.offerengine.cluster.part.FacetsPart;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.query.ConflictException;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.Offer;
import io.offerengine.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * What shards answer together at a version equals what one engine with all offers answers at this
 * version: rows, bytes, cursors of several pages, counts and facets, folded or not.
 *
 * <p>{@code -DshardCases=NUMBER} sets how many logs are tried, {@code -Dseed=NUMBER} replays the
 * one that a failure names.
 */
class ShardAgreementTest {
  private static final double CLOCK = 1_784_365_000.25;
  private static final int QUERIES = 6;
  private static final int MOST_PAGES = 8;
  private static final SearchCodec CODEC = new SearchCodec(ClusterOffers.SCHEMA);

  /** An engine that follows a log. */
  private static final class Member implements AutoCloseable {
    private final OfferEngine engine = OfferEngine.builder(ClusterOffers.SCHEMA).build();

    // No time passes, so that a slow machine loses no version.
    private final HeldVersions held = new HeldVersions(engine, () -> 0);
    private final LogFollower follower;

    Member(ChangeLog log, Shard shard) {
      follower = new LogFollower(log, engine, shard, held::applied);
      follower.start();
    }

    Snapshot at(long version) {
      follower.reached(version).orTimeout(60, TimeUnit.SECONDS).join();
      return Objects.requireNonNull(held.snapshot(version)).at(CLOCK);
    }

    @Override
    public void close() {
      follower.close();
      engine.close();
    }
  }

  @Test
  void partsAtAVersion_merged_areTheAnswerOfOneEngine() {
    int cases = Seeds.cases(Integer.getInteger("shardCases", 12));
    long first = Seeds.first();
    for (long seed = first; seed < first + cases; seed++) {
      Random random = new Random(seed);
      follow("seed=" + seed, random, 1 + random.nextInt(4));
    }
  }

  private static void follow(String what, Random random, int shards) {
    ModelLog log = new ModelLog(ClusterOffers.SCHEMA);
    ClusterOffers offers = new ClusterOffers(random, 10 + random.nextInt(60));
    List<Member> members = new ArrayList<>();
    try {
      append(log, offers, random.nextInt(20));
      members.add(new Member(log, Shard.ALL));
      for (int shard = 0; shard < shards; shard++) {
        members.add(new Member(log, new Shard(shard, shards)));
        append(log, offers, random.nextInt(3));
      }
      long first = log.head().seq();
      for (Member member : members) {
        member.at(first);
      }
      append(log, offers, 12);
      for (int i = 0; i < QUERIES; i++) {
        // A version that was newest some batches ago.
        long version = first + random.nextLong(log.head().seq() - first + 1);
        Snapshot whole = members.get(0).at(version);
        List<Snapshot> parts =
            members.subList(1, members.size()).stream().map(each -> each.at(version)).toList();
        assertThat(parts).allMatch(part -> part.version() == version);
        assertThat(parts.stream().mapToInt(Snapshot::size).sum()).isEqualTo(whole.size());
        Query query = RandomSearches.query(random);
        assertSamePages(what + " at " + version + " " + query, query, whole, parts);
        assertSameFacets(what + " at " + version + " " + query, random, query, whole, parts);
      }
    } finally {
      members.forEach(Member::close);
    }
  }

  private static void append(ModelLog log, ClusterOffers offers, int batches) {
    for (int i = 0; i < batches; i++) {
      try {
        log.append(offers.batch(8));
      } catch (ConflictException | UnknownOfferException e) {
        // A refused batch changes nothing.
      }
    }
  }

  private static void assertSamePages(
      String what, Query query, Snapshot whole, List<Snapshot> parts) {
    Cursor cursor = null;
    int pages = 0;
    do {
      Query page = cursor == null ? query : query.after(cursor);
      Matches expected = whole.search(page);
      MergedRows merged = merge(page, parts);
      assertThat(text(CODEC.prepareResponse(merged.json())))
          .as(what)
          .isEqualTo(new String(CODEC.writeResponse(expected), UTF_8));
      Cursor next = expected.nextCursor();
      assertThat(merged.nextToken()).as(what).isEqualTo(next == null ? null : next.token());
      cursor = next;
      pages++;
    } while (cursor != null && pages < MOST_PAGES);
  }

  private static String text(SearchResponse response) {
    ByteBuffer bytes = ByteBuffer.allocate(response.length());
    response.writeTo(bytes);
    return new String(bytes.array(), UTF_8);
  }

  private static MergedRows merge(Query page, List<Snapshot> parts) {
    List<RowsPart> rows = parts.stream().map(part -> rows(part.search(page))).toList();
    return MergedRows.of(rows, page.cursorOrder(), page.limit());
  }

  /** Returns what a member sends, as a router reads it. */
  private static RowsPart rows(Matches matches) {
    SearchResponse response = CODEC.prepareResponse(matches);
    matches.rewind();
    List<Cursor> cursors = new ArrayList<>();
    while (matches.next()) {
      cursors.add(matches.cursor());
    }
    byte[] head = RowsPart.head(cursors, response.rowLengths(), matches.nextCursor() != null);
    ByteBuffer bytes = ByteBuffer.allocate(head.length + response.rowsLength()).put(head);
    response.writeRowsTo(bytes);
    return RowsPart.read(bytes.flip());
  }

  private static void assertSameFacets(
      String what, Random random, Query query, Snapshot whole, List<Snapshot> parts) {
    FacetRequest request = RandomSearches.facets(random);
    List<Facets> counts =
        parts.stream()
            .map(part -> FacetsPart.write(part.facets(query, request.withAllValues())))
            .map(bytes -> FacetsPart.read(ByteBuffer.wrap(bytes), request))
            .toList();
    assertThat(MergedFacets.of(request, counts))
        .as("facets of %s", what)
        .isEqualTo(whole.facets(query, request));
    assertThat(parts.stream().mapToLong(part -> part.count(query)).sum())
        .as(what)
        .isEqualTo(whole.count(query));
  }

  /** Were this test not to fail for bundles in several shards, it would prove nothing. */
  @Test
  void parts_ofShardsThatDivideBundles_areNotTheAnswerOfOneEngine() {
    assertThat(wrongAnswers(3, offer -> new Shard(0, 3).holds(offer) ? 0 : second(offer))).isZero();
    assertThat(wrongAnswers(3, offer -> Math.floorMod(offer.id(), 3))).isPositive();
  }

  private static int second(Offer offer) {
    return new Shard(1, 3).holds(offer) ? 1 : 2;
  }

  /** Returns how many of some folded searches shards answer in another way than one engine. */
  private static int wrongAnswers(int shards, ToIntFunction<Offer> shardOf) {
    Random random = new Random(5);
    ClusterOffers generator = new ClusterOffers(random, 60);
    try (OfferEngine whole = OfferEngine.builder(ClusterOffers.SCHEMA).build()) {
      List<OfferEngine> engines = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        engines.add(OfferEngine.builder(ClusterOffers.SCHEMA).build());
      }
      List<List<Offer>> held = new ArrayList<>();
      engines.forEach(engine -> held.add(new ArrayList<>()));
      List<Offer> all = new ArrayList<>();
      for (long id = 1; id <= 60; id++) {
        Offer offer = generator.offer(id);
        all.add(offer);
        held.get(shardOf.applyAsInt(offer)).add(offer);
      }
      whole.load(all.iterator(), LoadListener.NONE);
      for (int shard = 0; shard < shards; shard++) {
        engines.get(shard).load(held.get(shard).iterator(), LoadListener.NONE);
      }
      List<Snapshot> parts = engines.stream().map(engine -> engine.snapshot().at(CLOCK)).toList();
      int wrong = 0;
      for (int i = 0; i < 40; i++) {
        Query query = RandomSearches.folded(random);
        Matches expected = whole.snapshot().at(CLOCK).search(query);
        String merged = text(CODEC.prepareResponse(merge(query, parts).json()));
        wrong += merged.equals(new String(CODEC.writeResponse(expected), UTF_8)) ? 0 : 1;
      }
      engines.forEach(OfferEngine::close);
      return wrong;
    }
  }
}
