package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.StoredRow;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row that is copied but for what an update changes equals the row of the offer that is read
 * back, changed, and stored anew.
 */
class RowUpdatesTest {
  private static final Schema.Builder PARCELS = Schema.builder("parcels", "id");
  private static final Field ID = PARCELS.idField();
  private static final IntegerField LENGTH = PARCELS.integer("length").add();
  private static final IntegerField WIDTH = PARCELS.integer("width").add();
  private static final NumberField WEIGHT = PARCELS.number("weight").add();
  private static final TextField CITY = PARCELS.text("city").add();

  static {
    PARCELS.field("fragile", FieldType.BOOLEAN).add();
    PARCELS.field("format", FieldType.VERSION).add();
    PARCELS.field("stops", FieldType.INTEGER_LIST).add();
    // Often the given area is the derived one.
    PARCELS
        .field("area", FieldType.INTEGER)
        .derivedUnlessGiven(
            "length * width", Derivation.reading(List.of(LENGTH, WIDTH), RowUpdatesTest::area))
        .add();
    // Not finite, and so absent, where the weight is zero.
    PARCELS
        .field("lightness", FieldType.NUMBER)
        .derived(
            "1 / weight", Derivation.reading(List.of(WEIGHT), offer -> 1 / offer.number(WEIGHT)))
        .add();
    PARCELS
        .field("label", FieldType.TEXT)
        .derivedUnlessGiven("city", Derivation.reading(List.of(CITY), offer -> offer.text(CITY)))
        .add();
    PARCELS
        .field("heavy", FieldType.BOOLEAN)
        .derived(
            "weight is at least 2",
            Derivation.reading(List.of(WEIGHT), offer -> offer.number(WEIGHT) >= 2))
        .add();
    PARCELS
        .field("carrier", FieldType.TEXT)
        .derived("none", Derivation.reading(List.of(), offer -> "none"))
        .add();
  }

  private static final Schema SCHEMA = PARCELS.build();
  private static final int CASES = 2000;

  private final Random random = new Random();
  private final RowUpdates updates = new RowUpdates(SCHEMA);

  private static Object area(Offer offer) {
    return offer.has(LENGTH) && offer.has(WIDTH)
        ? offer.integer(LENGTH) * offer.integer(WIDTH)
        : null;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void row_afterRandomUpdates_equalsTheRowOfTheChangedOffer(boolean sealed) {
    long seed = Seeds.first();
    random.setSeed(seed);
    for (int i = 0; i < CASES; i++) {
      TailSegment open = new TailSegment(SCHEMA, 1);
      int rows = 1 + random.nextInt(4);
      for (int row = 0; row < rows; row++) {
        open.append(List.of(new StoredRow(offer(row))));
      }
      Segment source = sealed ? seal(open) : open;
      int row = random.nextInt(rows);
      OfferChanges changes = changes();
      TailSegment copied = random.nextBoolean() ? open : new TailSegment(SCHEMA, 1);
      int copy = copied.size();
      copied.append(List.of(updates.row(source.id(row), source, row, changes)));
      TailSegment stored = new TailSegment(SCHEMA, 1);
      stored.append(List.of(new StoredRow(StoredOffers.read(source, row).with(changes))));
      assertThat(values(copied, copy))
          .as("seed=%d case=%d row=%s %s", seed, i, values(source, row), changes)
          .isEqualTo(values(stored, 0));
    }
  }

  @Test
  void areComplete_withoutKnownStoredInputs_isFalse() {
    assertThat(updates.areComplete()).isTrue();
    Schema.Builder unknown = Schema.builder("unknown", "id");
    unknown.field("any", FieldType.TEXT).derived("any", Offer::toString).add();
    assertThat(new RowUpdates(unknown.build()).areComplete()).isFalse();
    Schema.Builder chain = Schema.builder("chain", "id");
    IntegerField given =
        chain
            .integer("given")
            .derivedUnlessGiven("1", Derivation.reading(List.of(), offer -> 1L))
            .add();
    chain
        .field("next", FieldType.NUMBER)
        .derived("given", Derivation.reading(List.of(given), offer -> offer.number(given)))
        .add();
    assertThat(new RowUpdates(chain.build()).areComplete()).isFalse();
  }

  private static Segment seal(TailSegment open) {
    RowReferences rows = new RowReferences(new Segment[] {open}, open.size());
    for (int row = 0; row < open.size(); row++) {
      rows.add(0, row);
    }
    return new SegmentSealer(SCHEMA, null).seal(rows, open.size()).get(0);
  }

  private static List<Object> values(Segment segment, int row) {
    List<Object> values = new ArrayList<>();
    for (Field field : SCHEMA.columns()) {
      boolean present = segment.column(field).isPresent(row);
      if (!present) {
        values.add("absent");
      } else if (field.type().isText()) {
        values.add(segment.text(field).text(row) + " by " + segment.text(field).key(row));
      } else if (field.type().hasIntegerKeys()) {
        values.add(segment.numeric(field).key(row) + " is " + segment.numeric(field).number(row));
      } else {
        values.add(Arrays.toString(segment.list(field).integers(row)));
      }
    }
    return values;
  }

  private Offer offer(long id) {
    OfferChanges changes = changes();
    return Offer.builder(SCHEMA).put(ID, id).build().with(changes).with(changes());
  }

  /** Returns changes to some fields, with few values each, so that given ones are often derived. */
  private OfferChanges changes() {
    OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
    for (Field field : SCHEMA.columns()) {
      if (!field.isStored() || field == ID || random.nextInt(3) > 0) {
        continue;
      }
      if (random.nextInt(4) == 0) {
        changes.clear(field);
        continue;
      }
      switch (field.type()) {
        case INTEGER -> changes.put(field, random.nextInt(3));
        case NUMBER -> changes.put(field, random.nextBoolean() ? -0.0 : random.nextInt(4));
        case BOOLEAN -> changes.put(field, random.nextBoolean());
        case TEXT -> changes.put(field, random.nextBoolean() ? "A_1" : "A 1");
        case VERSION -> changes.put(field, random.nextBoolean() ? "1.0" : "1");
        case INTEGER_LIST -> changes.put(field, new long[] {random.nextInt(2)});
        case TEXT_LIST -> changes.put(field, List.of("a"));
        case PLACE, DATE, INSTANT, OBJECT -> throw new IllegalStateException(field.name());
      }
    }
    return changes.build();
  }
}
