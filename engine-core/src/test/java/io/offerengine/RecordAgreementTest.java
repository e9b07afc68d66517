package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.record.OfferField;
import io.offerengine.record.RecordMapper;
import io.offerengine.schema.DateField;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SortKey;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.Tier;
import io.offerengine.testing.SeededProperties;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Random records beside the offers that a builder makes of them, and read back. */
class RecordAgreementTest extends SeededProperties {
  /** Not in the order of its names. */
  private enum Grade {
    LOW,
    HIGH,
    ALMOST
  }

  private record Thing(
      @Nullable String note,
      @OfferField(identifier = true) long thing,
      int size,
      @OfferField(name = "most_sizes") @Nullable Integer mostSizes,
      @Nullable Long weight,
      @OfferField(unit = "EUR", tier = Tier.HOT) double price,
      @Nullable Double bonus,
      boolean sold,
      @Nullable Boolean checked,
      String title,
      List<String> tags,
      @Nullable List<String> more,
      Grade grade,
      @OfferField(tier = Tier.COLD) @Nullable Grade before,
      LocalDate day,
      @Nullable LocalDate until,
      Instant posted,
      @Nullable Instant ended) {}

  private record Priced(double twice, long thing, @Nullable String note) {}

  private static final Schema.Builder THINGS = Schema.builder("things", "thing");
  private static final NumberField BONUS = THINGS.number("bonus").hot().add();
  private static final RecordMapper<Thing> MAPPER =
      RecordMapper.of(MethodHandles.lookup(), Thing.class, THINGS);
  private static final TextField NOTE = MAPPER.text("note");
  private static final IntegerField THING = MAPPER.integer("thing");
  private static final IntegerField SIZE = MAPPER.integer("size");
  private static final IntegerField MOST_SIZES = MAPPER.integer("most_sizes");
  private static final IntegerField WEIGHT = MAPPER.integer("weight");
  private static final NumberField PRICE = MAPPER.number("price");
  private static final FlagField SOLD = MAPPER.flag("sold");
  private static final FlagField CHECKED = MAPPER.flag("checked");
  private static final TextField TITLE = MAPPER.text("title");
  private static final TextListField TAGS = MAPPER.texts("tags");
  private static final TextListField MORE = MAPPER.texts("more");
  private static final TextField GRADE = MAPPER.text("grade");
  private static final TextField BEFORE = MAPPER.text("before");
  private static final DateField DAY = MAPPER.date("day");
  private static final DateField UNTIL = MAPPER.date("until");
  private static final InstantField POSTED = MAPPER.instant("posted");
  private static final InstantField ENDED = MAPPER.instant("ended");
  private static final NumberField TWICE =
      THINGS
          .number("twice")
          .computed(
              new Formula(
                  "2 * price",
                  List.of(Formula.Input.increasing(PRICE)),
                  List.of(),
                  (in, arguments) -> 2 * in[0]))
          .add();
  private static final Schema SCHEMA = THINGS.clusterBy(PRICE).build();
  private static final RecordMapper<Priced> SHOWN =
      RecordMapper.of(MethodHandles.lookup(), Priced.class, SCHEMA);

  private static final List<String> TEXTS = List.of("", "a", "A", "ß", "😀", "a b\n");

  private static Thing thing(long id, Random random) {
    return new Thing(
        orNull(random, () -> text(random)),
        id,
        random.nextInt(),
        orNull(random, random::nextInt),
        orNull(random, random::nextLong),
        random.nextGaussian(),
        orNull(random, random::nextGaussian),
        random.nextBoolean(),
        orNull(random, random::nextBoolean),
        text(random),
        texts(random),
        orNull(random, () -> texts(random)),
        grade(random),
        orNull(random, () -> grade(random)),
        LocalDate.ofEpochDay(random.nextInt()),
        orNull(random, () -> LocalDate.ofEpochDay(random.nextInt(30_000))),
        Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
        orNull(random, () -> Instant.ofEpochSecond(random.nextInt())));
  }

  private static <T> @Nullable T orNull(Random random, Supplier<T> value) {
    return random.nextInt(3) == 0 ? null : value.get();
  }

  private static String text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private static List<String> texts(Random random) {
    return random.ints(random.nextInt(4), 0, TEXTS.size()).mapToObj(TEXTS::get).toList();
  }

  private static Grade grade(Random random) {
    return Grade.values()[random.nextInt(3)];
  }

  /** The slow rule: a call of the builder for each value. */
  private static Offer offer(Thing of) {
    Offer.Builder offer = Offer.builder().set(THING, of.thing()).set(SIZE, of.size());
    offer.set(PRICE, of.price()).set(SOLD, of.sold()).set(TITLE, of.title());
    offer.set(TAGS, of.tags()).set(GRADE, of.grade().name());
    offer.set(DAY, of.day()).set(POSTED, of.posted());
    ifPresent(of.note(), note -> offer.set(NOTE, note));
    ifPresent(of.mostSizes(), sizes -> offer.set(MOST_SIZES, sizes));
    ifPresent(of.weight(), weight -> offer.set(WEIGHT, weight));
    ifPresent(of.bonus(), bonus -> offer.set(BONUS, bonus));
    ifPresent(of.checked(), checked -> offer.set(CHECKED, checked));
    ifPresent(of.more(), more -> offer.set(MORE, more));
    ifPresent(of.before(), before -> offer.set(BEFORE, before.name()));
    ifPresent(of.until(), until -> offer.set(UNTIL, until));
    ifPresent(of.ended(), ended -> offer.set(ENDED, ended));
    return offer.build();
  }

  private static <T> void ifPresent(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  @Property(tries = 60)
  void records_areTheBuildersOffers_andAreReadBackEqual(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    TreeMap<Long, Thing> things = new TreeMap<>();
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(16).build()) {
      for (int round = 0; round < 4; round++) {
        OfferBatch.Builder batch = OfferBatch.builder();
        for (int each = random.nextInt(40); each >= 0; each--) {
          Thing thing = thing(random.nextInt(100), random);
          things.put(thing.thing(), thing);
          Offer offer = MAPPER.offer(thing);
          assertThat(offer).isEqualTo(offer(thing));
          batch.upsert(offer);
        }
        engine.apply(batch.build());
      }
      Query query = Query.builder(SCHEMA).orderBy(THING.ascending()).limit(1_000).build();
      Matches matches = engine.snapshot().search(query);
      assertThat(matches.toList(MAPPER::read)).isEqualTo(List.copyOf(things.values()));
      assertThat(matches.toList(match -> match.get(TWICE)))
          .isEqualTo(things.values().stream().map(each -> 2 * each.price()).toList());
      assertThat(matches.toList(SHOWN::read))
          .isEqualTo(
              things.values().stream()
                  .map(each -> new Priced(2 * each.price(), each.thing(), each.note()))
                  .toList());
    }
  }

  /** Sorts records by their constants, and by their identifiers where these are equal. */
  @Property(tries = 30)
  void orders_byAnEnum_followItsConstants(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Thing> things = new ArrayList<>();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int each = random.nextInt(60); each >= 0; each--) {
      things.add(thing(things.size(), random));
      batch.upsert(MAPPER.offer(things.get(things.size() - 1)));
    }
    boolean isDown = random.nextBoolean();
    Comparator<Thing> slow = Comparator.comparing(Thing::grade);
    things.sort((isDown ? slow.reversed() : slow).thenComparingLong(Thing::thing));
    SortKey order = isDown ? GRADE.descending() : GRADE.ascending();
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(16).build()) {
      engine.apply(batch.build());
      List<Thing> found = new ArrayList<>();
      Query query = Query.builder(SCHEMA).orderBy(order).limit(7).build();
      engine.snapshot().pages(query).forEach(page -> found.addAll(page.toList(MAPPER::read)));
      assertThat(found).isEqualTo(things);
    }
  }
}
