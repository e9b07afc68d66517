package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.Query;
import io.offerengine.schema.Arguments.UndeclaredParameterException;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Formulas that contradict their declarations are refused where offers are stored. */
class FormulaChecksTest {
  private static final int SAMPLED_FIRST = 128;

  /** Rooms with a nightly price, and a total that a test defines. */
  private static final class Rooms {
    private final Schema.Builder builder = Schema.builder("rooms", "room");
    final Field id = builder.idField();
    final NumberField nightly = builder.number("nightly").hot().add();
    final NumberField cleaning = builder.number("cleaning").add();
    final Parameter<Double> nights = builder.parameter("nights", 2, 1);
    final Parameter<Double> discount = builder.parameter("discount", 0, Double.NEGATIVE_INFINITY);
    final List<Offer> journaled = new ArrayList<>();

    OfferEngine engine(Formula.Checks checks, Formula formula) {
      builder.field("total", FieldType.NUMBER).hot().computed(formula).add();
      return OfferEngine.builder(builder.build())
          .checkFormulas(checks)
          .tailCapacity(16)
          .journal(
              (version, batches) -> batches.get(0).forEach(change -> journaled.add(change.after())))
          .build();
    }

    Offer room(OfferEngine engine, long room, double price) {
      return Offer.builder(engine.schema()).put(id, room).set(nightly, price).build();
    }
  }

  private final Rooms rooms = new Rooms();

  private static OfferBatch upserts(Offer... offers) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (Offer offer : offers) {
      batch.upsert(offer);
    }
    return batch.build();
  }

  /** A formula that falls with the price, but says that it rises. */
  private Formula falling() {
    return new Formula(
        "100 - nightly",
        List.of(Formula.Input.increasing(rooms.nightly)),
        List.of(),
        (in, arguments) -> 100 - in[0]);
  }

  @Test
  void apply_aFallingFormulaDeclaredAsIncreasing_isRefusedWhole() {
    OfferEngine engine = rooms.engine(Formula.Checks.SAMPLED, falling());
    engine.apply(upserts(rooms.room(engine, 11, 40)));
    OfferBatch batch = OfferBatch.builder().upsert(rooms.room(engine, 12, 50)).delete(11).build();
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> engine.apply(batch))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "the formula of total ('100 - nightly') declares nightly as INCREASING, but its"
                  + " result moves from 60.0 to 50.0 when nightly moves from 40.0 (offer 11) to"
                  + " 50.0 (offer 12): [nightly=50.0] with [nights=2 (default), discount=0"
                  + " (default)]; declare it as UNKNOWN, or correct the formula");
    }
    assertThat(engine.snapshot().size()).isEqualTo(1);
    assertThat(rooms.journaled).extracting(Offer::id).containsExactly(11L);
  }

  @Test
  void apply_anUpdateThatShowsTheContradiction_isRefused() {
    OfferEngine engine = rooms.engine(Formula.Checks.SAMPLED, falling());
    engine.apply(upserts(rooms.room(engine, 11, 40)));
    OfferChanges dearer = OfferChanges.builder().set(rooms.nightly, 41.0).build();
    assertThatThrownBy(() -> engine.apply(OfferBatch.builder().update(11, dearer).build()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("from 40.0 (offer 11) to 41.0 (offer 11)");
  }

  /** What was decided elsewhere came unchecked, and an update changes another input alone. */
  @Test
  void apply_updatesOfOneInput_checkTheOthersAsTheyWere() {
    Formula difference =
        new Formula(
            "nightly - cleaning",
            List.of(
                Formula.Input.increasing(rooms.nightly), Formula.Input.increasing(rooms.cleaning)),
            List.of(),
            (in, arguments) -> in[0] - in[1]);
    OfferEngine engine = rooms.engine(Formula.Checks.SAMPLED, difference);
    for (long room = 1; room <= 2; room++) {
      OfferChanges cleaning = OfferChanges.builder().set(rooms.cleaning, (double) room).build();
      engine.applyAt(room, upserts(rooms.room(engine, room, 40).with(cleaning)));
    }
    OfferChanges dearer = OfferChanges.builder().set(rooms.nightly, 41.0).build();
    engine.apply(OfferBatch.builder().update(1, dearer).build());
    assertThatThrownBy(() -> engine.apply(OfferBatch.builder().update(2, dearer).build()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("from 40.0 to 39.0 when cleaning moves from 1.0 (offer 1) to 2.0");
  }

  /** What was decided elsewhere is applied, whatever formulas give: a follower never refuses. */
  @Test
  void applyAt_aFallingFormulaDeclaredAsIncreasing_isApplied() {
    OfferEngine engine = rooms.engine(Formula.Checks.EVERY_ROW, falling());
    assertThat(engine.applyAt(1, upserts(rooms.room(engine, 11, 40)))).isTrue();
    assertThat(engine.applyAt(2, upserts(rooms.room(engine, 12, 50)))).isTrue();
    assertThat(engine.snapshot().size()).isEqualTo(2);
  }

  @Test
  void load_aFallingFormulaDeclaredAsIncreasing_storesNothing() {
    OfferEngine engine = rooms.engine(Formula.Checks.SAMPLED, falling());
    List<Offer> offers = List.of(rooms.room(engine, 11, 40), rooms.room(engine, 12, 50));
    assertThatThrownBy(() -> engine.load(offers.iterator(), LoadListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("(offer 11) to 50.0 (offer 12)");
    assertThat(engine.snapshot().size()).isZero();
  }

  @Test
  void apply_aFormulaThatRisesUnderSomeParametersOnly_isRefused() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.SAMPLED,
            new Formula(
                "nightly * (1 - discount)",
                List.of(Formula.Input.increasing(rooms.nightly)),
                List.of(rooms.discount),
                (in, arguments) -> in[0] * (0.5 - arguments.value(rooms.discount))));
    engine.apply(upserts(rooms.room(engine, 11, 40)));
    assertThatThrownBy(() -> engine.apply(upserts(rooms.room(engine, 12, 50))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("with [nights=2 (default), discount=1]");
  }

  @Test
  void apply_anAbsentInputThatGivesAValueOfItsOwn_isRefused() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.SAMPLED,
            new Formula(
                "nightly, or 1000",
                List.of(Formula.Input.increasing(rooms.nightly)),
                List.of(),
                (in, arguments) -> Double.isNaN(in[0]) ? 1000 : in[0]));
    engine.apply(upserts(rooms.room(engine, 11, 40)));
    Offer priceless = Offer.builder(engine.schema()).put(rooms.id, 12).build();
    assertThatThrownBy(() -> engine.apply(upserts(priceless)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "from 40.0 to 1000.0 when nightly moves from 40.0 (offer 11) to absent (offer 12)");
  }

  @Test
  void apply_formulasThatKeepTheirWord_areStored() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.EVERY_ROW,
            new Formula(
                "nightly * nights + cleaning",
                List.of(
                    Formula.Input.increasing(rooms.nightly),
                    Formula.Input.increasing(rooms.cleaning).orZero()),
                List.of(rooms.nights),
                (in, arguments) -> in[0] * arguments.value(rooms.nights) + in[1]));
    Offer priceless = Offer.builder(engine.schema()).put(rooms.id, 1).build();
    Offer huge =
        rooms.room(engine, 2, Double.MAX_VALUE).toBuilder().set(rooms.cleaning, 1e300).build();
    engine.apply(
        upserts(rooms.room(engine, 3, -1), priceless, huge, rooms.room(engine, 4, 7), priceless));
    assertThat(engine.snapshot().size()).isEqualTo(4);
  }

  @Test
  void apply_aFormulaThatDeclaresNothing_findsWhatItGives() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.EVERY_ROW,
            Formula.of(
                "(nightly - 50) squared",
                List.of(rooms.nightly),
                (in, arguments) -> (in[0] - 50) * (in[0] - 50) * arguments.value(rooms.nights)));
    List<Offer> offers =
        LongStream.range(0, 100).mapToObj(room -> rooms.room(engine, room, (double) room)).toList();
    engine.load(offers.iterator(), LoadListener.NONE);
    Field total = engine.schema().field("total").orElseThrow();
    Query cheap =
        Query.builder(engine.schema())
            .where(total, Operator.LTE, 2)
            .orderBy(total, Direction.ASC)
            .build();
    Matches matches = engine.snapshot().search(cheap);
    assertThat(matches.toList(Match::id)).containsExactly(50L, 49L, 51L);
  }

  @Test
  void apply_aFormulaThatReadsAnUndeclaredParameter_isRefused() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.SAMPLED,
            new Formula(
                "nightly * nights",
                List.of(Formula.Input.increasing(rooms.nightly)),
                List.of(rooms.discount),
                (in, arguments) -> in[0] * arguments.value(rooms.nights)));
    assertThatThrownBy(() -> engine.apply(upserts(rooms.room(engine, 11, 40))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the formula of total ('nightly * nights') (offer 11), [nightly=40.0] with"
                + " [nights=2 (default), discount=0 (default)]: the formula 'nightly * nights'"
                + " reads the parameter nights, but declares that it reads no other than"
                + " [discount]");
    assertThat(engine.snapshot().size()).isZero();
  }

  @Test
  void apply_anUndeclaredParameterThatTheSampleMissed_isRefused() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.SAMPLED,
            new Formula(
                "nightly, doubled for room prices above 1000",
                List.of(Formula.Input.increasing(rooms.nightly)),
                List.of(),
                (in, arguments) -> in[0] > 1000 ? in[0] * arguments.value(rooms.nights) : in[0]));
    for (long room = 0; room < SAMPLED_FIRST; room++) {
      engine.apply(upserts(rooms.room(engine, room, 100.0 + room)));
    }
    engine.apply(upserts(rooms.room(engine, SAMPLED_FIRST, 500)));
    OfferBatch dear = upserts(rooms.room(engine, SAMPLED_FIRST + 1, 2000));
    assertThatThrownBy(() -> engine.apply(dear))
        .isInstanceOf(UndeclaredParameterException.class)
        .hasMessageContaining("reads the parameter nights");
    assertThat(engine.snapshot().size()).isEqualTo(SAMPLED_FIRST + 1);
  }

  @Test
  void apply_aFormulaThatReadsAnUndeclaredInput_isRefused() {
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.SAMPLED,
            Formula.of(
                "nightly + cleaning", List.of(rooms.nightly), (in, arguments) -> in[0] + in[1]));
    assertThatThrownBy(() -> engine.apply(upserts(rooms.room(engine, 11, 40))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the formula of total ('nightly + cleaning') reads an input that it does not declare"
                + " (offer 11), [nightly=40.0] with [nights=2 (default), discount=0 (default)]");
  }

  @Test
  void apply_aFormulaThatFailsByItself_isRefused() {
    double[] surcharges = {0, 10};
    OfferEngine engine =
        rooms.engine(
            Formula.Checks.EVERY_ROW,
            new Formula(
                "nightly + surcharges[cleaning]",
                List.of(
                    Formula.Input.increasing(rooms.nightly),
                    Formula.Input.increasing(rooms.cleaning).orZero()),
                List.of(),
                (in, arguments) -> in[0] + surcharges[(int) in[1]]));
    Offer dirty = rooms.room(engine, 12, 40).toBuilder().set(rooms.cleaning, 2.0).build();
    OfferBatch both = upserts(rooms.room(engine, 11, 40), dirty);
    assertThatThrownBy(() -> engine.apply(both))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "the formula \"nightly + surcharges[cleaning]\" failed for nightly=40.0,"
                + " cleaning=2.0: ")
        .hasCauseInstanceOf(ArrayIndexOutOfBoundsException.class);
    assertThat(engine.snapshot().size()).isZero();
    engine.apply(upserts(rooms.room(engine, 11, 40)));
    Query all = Query.builder(engine.schema()).where("total", "gte", 0).build();
    assertThat(engine.snapshot().search(all).size()).isEqualTo(1);
  }

  @Test
  void include_sampled_isTheFirstOffersAndSomeOfTheOthers() {
    assertThat(LongStream.range(0, 300).filter(Formula.Checks.SAMPLED::include))
        .containsExactlyElementsOf(
            LongStream.concat(LongStream.range(0, 129), LongStream.of(256)).boxed().toList());
    assertThat(LongStream.range(0, 300).filter(Formula.Checks.EVERY_ROW::include)).hasSize(300);
  }
}
