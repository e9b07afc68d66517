package io.offerengine.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.internal.write.PlainResponseWriter;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Together;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses from kept texts have the bytes of the plain writer, whatever happened before. */
class CachedResponseTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SearchCodec CODEC = new SearchCodec(SCHEMA);
  private static final double[] STORAGES = {0, 5, 8, 8, 0.1, 1e300};
  private static final int IDS = 400;

  private double now = 1_800_000_000;

  @Property(tries = 60)
  void writeResponse_betweenRandomUpdates_equalsThePlainOne(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    long[] budgets = {0, 20_000, 200_000, 1L << 30};
    try (OfferEngine engine = engine(budgets[random.nextInt(budgets.length)])) {
      engine.load(offers(random, random.nextInt(IDS)).iterator(), LoadListener.NONE);
      NavigableSet<Long> ids = new TreeSet<>();
      List<Snapshot> held = new ArrayList<>(List.of(engine.snapshot()));
      for (int i = 0; i < 12; i++) {
        engine.apply(batch(random, ids));
        if (random.nextInt(3) == 0) {
          held.add(engine.snapshot());
        }
        now += random.nextInt(3) * 0.25;
        requireSame("seed=" + seed, engine.snapshot(), random);
        requireSame("seed=" + seed, held.get(random.nextInt(held.size())), random);
      }
    }
  }

  private OfferEngine engine(long budget) {
    return OfferEngine.builder(SCHEMA)
        .clock(() -> TimeKey.ofSeconds(now))
        .attachmentBudget(budget)
        .build();
  }

  private static void requireSame(String replay, Snapshot snapshot, Random random)
      throws IOException {
    Query query = query(random);
    Matches matches = snapshot.search(query);
    byte[] plain = PlainResponseWriter.write(matches);
    assertThat(CODEC.writeResponse(matches)).as("%s %s", replay, query).isEqualTo(plain);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CODEC.writeResponse(matches, out);
    assertThat(out.toByteArray()).as("%s %s", replay, query).isEqualTo(plain);
    SearchResponse prepared = CODEC.prepareResponse(matches);
    assertThat(written(prepared, random.nextInt(9))).as("%s %s", replay, query).isEqualTo(plain);
    assertThat(written(prepared, random.nextInt(9))).as("again %s", replay).isEqualTo(plain);
    assertThat(decompress(prepared.gzip())).as("%s %s", replay, query).isEqualTo(plain);
  }

  private static byte[] decompress(byte[] member) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
  }

  /** Returns what a response writes to a direct buffer, from a place in it to its limit. */
  private static byte[] written(SearchResponse response, int from) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(from + response.length() + 40);
    buffer.position(from).limit(from + response.length());
    response.writeTo(buffer);
    assertThat(buffer.remaining()).isZero();
    byte[] bytes = new byte[response.length()];
    buffer.get(from, bytes);
    byte[] all = new byte[buffer.capacity()];
    buffer.clear().get(all);
    Arrays.fill(all, from, from + bytes.length, (byte) 0);
    assertThat(Arrays.equals(all, new byte[all.length])).as("nothing around it").isTrue();
    return bytes;
  }

  private static Query query(Random random) {
    QueryBuilder query = Query.builder(SCHEMA).fold(random.nextBoolean());
    InstanceType[] types = InstanceType.values();
    if (random.nextBoolean()) {
      query.with(MarketplaceSchema.TYPE, types[random.nextInt(types.length)]);
    }
    if (random.nextBoolean()) {
      query.with(MarketplaceSchema.ALLOCATED_STORAGE, STORAGES[random.nextInt(STORAGES.length)]);
    }
    if (random.nextInt(4) == 0) {
      query.with(MarketplaceSchema.NOW, TimeKey.ofSeconds(1_700_000_000.5 + random.nextInt(2)));
    }
    Field key = random.nextBoolean() ? MarketplaceSchema.DPH_TOTAL : MarketplaceSchema.SCORE;
    Direction direction = random.nextBoolean() ? Direction.ASC : Direction.DESC;
    return query.orderBy(key, direction).limit(random.nextInt(200)).build();
  }

  private static OfferBatch batch(Random random, NavigableSet<Long> ids) {
    OfferBatch.Builder batch = OfferBatch.builder();
    // Now and then more than a tail holds, so that it is sealed at once.
    int upserts = random.nextInt(6) == 0 ? 300 : random.nextInt(20);
    for (Offer offer : offers(random, upserts)) {
      batch.upsert(offer);
      ids.add(offer.id());
    }
    for (int i = random.nextInt(40); i > 0 && !ids.isEmpty(); i--) {
      Long id = ids.ceiling((long) random.nextInt(IDS));
      if (id != null && random.nextInt(4) == 0) {
        batch.delete(id);
        ids.remove(id);
      } else if (id != null) {
        batch.update(id, changes(random));
      }
    }
    return batch.build();
  }

  private static OfferChanges changes(Random random) {
    return OfferChanges.builder()
        .set(MarketplaceSchema.DPH_BASE, random.nextDouble())
        .set(MarketplaceSchema.RENTED, random.nextBoolean())
        .set(MarketplaceSchema.GPU_NAME, "GPU \"" + random.nextInt() + "\"")
        .build();
  }

  private static List<Offer> offers(Random random, int count) {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Offer.Builder offer = OfferArbitrary.offer(SCHEMA, random).toBuilder();
      offers.add(offer.set(MarketplaceSchema.ID, (long) random.nextInt(IDS)).build());
    }
    return offers;
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 6_000, 8_500, 60_000})
  void writeResponse_ofLongTexts_equalsThePlainOne(int textLength) throws IOException {
    Random random = new Random(textLength);
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < 150; id++) {
      String text = "x".repeat(1 + random.nextInt(textLength));
      Offer.Builder offer = OfferArbitrary.offer(SCHEMA, random).toBuilder();
      offers.add(offer.set(MarketplaceSchema.ID, id).set(MarketplaceSchema.GPU_NAME, text).build());
    }
    Snapshot snapshot = Loaded.of(SCHEMA, offers);
    requireSame("texts of " + textLength, snapshot, random);
    Matches matches = snapshot.search(Query.builder(SCHEMA).limit(150).build());
    assertThat(CODEC.writeResponse(matches)).isEqualTo(PlainResponseWriter.write(matches));
  }

  @Test
  void writeTo_aBufferThatIsTooSmall_isRefused() {
    Snapshot snapshot = Loaded.of(SCHEMA, offers(new Random(1), 3));
    SearchResponse response = CODEC.prepareResponse(snapshot.search(Query.builder(SCHEMA).build()));
    for (int size : new int[] {0, 11, 100, response.length() - 2, response.length() - 1}) {
      assertThatThrownBy(() -> response.writeTo(ByteBuffer.allocateDirect(size)))
          .isInstanceOf(BufferOverflowException.class);
    }
  }

  @Test
  void writeResponse_fromManyThreadsAtOnce_equalsThePlainOne() throws Exception {
    Random random = new Random(1);
    try (OfferEngine engine = engine(300_000)) {
      for (int round = 0; round < 20; round++) {
        engine.load(offers(random, IDS).iterator(), LoadListener.NONE);
        Snapshot snapshot = engine.snapshot();
        Query query = query(random);
        byte[] expected = PlainResponseWriter.write(snapshot.search(query));
        assertThat(Together.call(8, i -> CODEC.writeResponse(snapshot.search(query))))
            .allSatisfy(response -> assertThat(response).isEqualTo(expected));
      }
    }
  }
}
