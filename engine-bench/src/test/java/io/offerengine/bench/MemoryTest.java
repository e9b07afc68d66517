package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.LoadListener;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.bench.market.ChangeStream;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.info.GraphPathRecord;

/**
 * What the engine says of its memory, held to what the JVM's layout of its objects comes to.
 *
 * <p>{@code -Dchanges=1000000} changes offers more often before the memory is compared.
 */
class MemoryTest {
  private static final long SEED = 11;
  private static final int OFFERS = 20_000;
  private static final int CHANGES = Integer.getInteger("changes", 200_000);
  private static final int BATCH = 2_000;
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  /** The slot of a column in the path to an object of it. */
  private static final Pattern SLOT = Pattern.compile("[.](?:columns|indexes)\\[(\\d+)\\]");

  @Test
  void totalBytes_afterLoadAndChanges_agreesWithObjectLayout() {
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      engine.load(market(), LoadListener.NONE);
      change(engine, 20_000);

      long layout =
          GraphLayout.parseInstance(engine).subtract(GraphLayout.parseInstance(SCHEMA)).totalSize();

      assertThat((double) engine.stats().totalBytes() / layout)
          .as("counted %s, laid out %s", engine.stats().totalBytes(), layout)
          .isCloseTo(1.0, within(0.02));
    }
  }

  /** The columns of computed fields under usual arguments lie behind those of the fields. */
  private static boolean isOfUsualColumn(String path) {
    Matcher slot = SLOT.matcher(path);
    return slot.find() && Integer.parseInt(slot.group(1)) >= SCHEMA.columns().size();
  }

  /**
   * Kind by kind, so that no error makes up for another. The layout tells kinds apart by the path
   * that leads to an object from the engine.
   *
   * <p>One segment: a text that several segments share is laid out once, but counted in each.
   */
  @ParameterizedTest
  @CsvSource({
    "column,                    '.columns[',             0.02",
    "dictionary,                '.dictionary',           0.02",
    "bitmaps+cumulative,        '.bitmaps',              0.02",
    "permutation+materialized column, '.permutation+.ratios', 0.02"
  })
  void structures_ofOneKind_agreeWithObjectLayout(String kinds, String steps, double tolerance) {
    List<String> kind = List.of(kinds.split("\\+"));
    boolean materialized = kind.contains("materialized column");
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      engine.load(market(), LoadListener.NONE);
      searchOften(engine);
      assertThat(engine.stats().segments()).isEqualTo(1);

      assertAgree(
          engine,
          kind,
          path -> {
            boolean isUsual = isOfUsualColumn(path);
            boolean isOfKind =
                Arrays.stream(steps.split("\\+")).anyMatch(path::contains)
                    && path.contains(".dictionary") == kind.contains("dictionary")
                    && (materialized || !isUsual);
            return isOfKind || (materialized && isUsual);
          },
          tolerance);
    }
  }

  /** Beside sealed rows, the columns of tails hardly show. */
  @Test
  void columns_ofATailAlone_agreeWithObjectLayout() {
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      Iterator<Offer> offers = market();
      for (int i = 0; i < 200; i++) {
        engine.apply(OfferBatch.builder().upsert(offers.next()).build());
      }
      assertThat(engine.stats().segments()).isZero();
      assertAgree(
          engine,
          List.of("column", "materialized column"),
          path -> path.contains(".columns["),
          0.02);
    }
  }

  private static void assertAgree(
      OfferEngine engine, List<String> kind, Predicate<String> isOfKind, double tolerance) {
    double counted =
        engine.stats().structures().stream()
            .filter(each -> kind.contains(each.structure()))
            .mapToLong(StructureBytes::bytes)
            .sum();
    GraphLayout layout =
        GraphLayout.parseInstance(engine).subtract(GraphLayout.parseInstance(SCHEMA));
    long laidOut = 0;
    for (long address : layout.addresses()) {
      GraphPathRecord object = layout.record(address);
      laidOut += isOfKind.test(object.path()) ? object.size() : 0;
    }
    assertThat(counted / laidOut)
        .as("%s: counted %s, laid out %s", kind, counted, laidOut)
        .isCloseTo(1.0, within(tolerance));
  }

  @Test
  void totalBytes_afterManyChanges_isWithinTenthOfFreshLoad() {
    try (OfferEngine changed = OfferEngine.builder(SCHEMA).build();
        OfferEngine fresh = OfferEngine.builder(SCHEMA).build()) {
      changed.load(market(), LoadListener.NONE);
      change(changed, CHANGES);
      fresh.load(offersOf(changed).iterator(), LoadListener.NONE);

      assertThat(fresh.snapshot().size()).isEqualTo(changed.snapshot().size());
      assertThat((double) changed.stats().totalBytes() / fresh.stats().totalBytes())
          .as("after changes %s, fresh %s", changed.stats(), fresh.stats())
          .isLessThan(1.1);
    }
  }

  /** Fills prefix caches. */
  private static void searchOften(OfferEngine engine) {
    Query none =
        Query.builder(SCHEMA)
            .fold(false)
            .where(MarketplaceSchema.DPH_TOTAL, Operator.LTE, 0.2)
            .where(MarketplaceSchema.DLPERF, Operator.GTE, 220)
            .orderBy(MarketplaceSchema.SCORE, Direction.DESC)
            .limit(10)
            .build();
    for (int i = 0; i < 40; i++) {
      assertThat(engine.snapshot().search(none).size()).isZero();
    }
    assertThat(engine.snapshot().explain(none).plan()).doesNotContain("scan", "intersect");
  }

  private static Iterator<Offer> market() {
    return new OfferGenerator(SEED, OFFERS).iterator();
  }

  private static void change(OfferEngine engine, int changes) {
    ChangeStream stream = new ChangeStream(SEED, OFFERS);
    for (int done = 0; done < changes; done += BATCH) {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int i = 0; i < BATCH; i++) {
        add(stream.next(), batch);
      }
      engine.apply(batch.build());
    }
  }

  private static void add(ChangedOffer change, OfferBatch.Builder batch) {
    if (change.after() == null) {
      batch.delete(change.id());
    } else if (change.before() == null) {
      batch.upsert(change.after());
    } else {
      batch.update(change.id(), change.before().changesTo(change.after()));
    }
  }

  private static List<Offer> offersOf(OfferEngine engine) {
    List<Offer> offers = new ArrayList<>();
    Cursor cursor = null;
    do {
      Query page =
          Query.builder(SCHEMA).fold(false).orderById().limit(10_000).after(cursor).build();
      Matches matches = engine.snapshot().search(page);
      for (Match match : matches) {
        offers.add(match.toOffer());
      }
      cursor = matches.nextCursor();
    } while (cursor != null);
    return offers;
  }
}
