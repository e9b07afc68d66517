package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.DatabaseCheck;
import io.offerengine.server.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records give back the offers that they were made of, also under a later schema. */
abstract class OfferRecordsContract {
  private static final Schema SCHEMA = schema("name", "stars");
  private static final long[] INTEGERS = {
    0, 1, -1, 63, 64, -65, 127, 128, Long.MAX_VALUE, Long.MIN_VALUE
  };
  private static final double[] NUMBERS = {0, -0.0, 0.1, Double.MIN_VALUE, -Double.MAX_VALUE};
  private static final String[] TEXTS = {"", "a", "é\n\"", "😀", "x".repeat(3_000)};

  private Database database;

  /** Opens an empty database. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    database = open();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Schema schema(String text, String integer) {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    rooms.field(text, FieldType.TEXT).add();
    rooms.field("price", FieldType.NUMBER).add();
    rooms.field("free", FieldType.BOOLEAN).add();
    rooms.field("floors", FieldType.INTEGER_LIST).add();
    rooms.field("tags", FieldType.TEXT_LIST).add();
    rooms.field(integer, FieldType.INTEGER).add();
    return rooms.build();
  }

  private static Field field(String name) {
    return SCHEMA.field(name).orElseThrow();
  }

  private static Offer offer(long id, Random random) {
    Offer.Builder offer = Offer.builder(SCHEMA).set(SCHEMA.idField(), id);
    if (random.nextInt(4) > 0) {
      offer.set(field("name"), TEXTS[random.nextInt(TEXTS.length)]);
    }
    if (random.nextInt(4) > 0) {
      offer.set(field("price"), NUMBERS[random.nextInt(NUMBERS.length)]);
    }
    if (random.nextInt(4) > 0) {
      offer.set(field("free"), random.nextBoolean());
    }
    if (random.nextInt(4) > 0) {
      offer.set(field("floors"), Arrays.copyOf(INTEGERS, random.nextInt(INTEGERS.length)));
    }
    if (random.nextInt(4) > 0) {
      offer.set(field("tags"), List.of(TEXTS).subList(0, random.nextInt(TEXTS.length)));
    }
    if (random.nextInt(4) > 0) {
      offer.set(field("stars"), INTEGERS[random.nextInt(INTEGERS.length)]);
    }
    return offer.build();
  }

  private OfferRecords records(Schema schema) {
    OfferRecords records = new OfferRecords(database, schema);
    records.prepare();
    return records;
  }

  @Test
  void read_ofAnyOffer_givesItBack() {
    Random random = new Random(3);
    OfferRecords records = records(SCHEMA);
    Map<String, Long> skipped = new TreeMap<>();
    for (int i = 0; i < 2_000; i++) {
      Offer offer = offer(INTEGERS[random.nextInt(INTEGERS.length)], random);
      byte[] record = records.of(offer);
      assertThat(OfferRecords.isRecord(record)).isTrue();
      assertThat(records.read(offer.id(), record, skipped)).isEqualTo(offer);
    }
    assertThat(skipped).isEmpty();
    assertThat(OfferRecords.isRecord("{\"id\":1}".getBytes(UTF_8))).isFalse();
  }

  @Test
  void read_underALaterSchema_skipsWhatItDoesNotHaveAndCountsIt() {
    Offer old =
        Offer.builder(SCHEMA)
            .set(SCHEMA.idField(), 5)
            .set(field("name"), "Lisbon")
            .set(field("price"), 8.5)
            .set(field("stars"), 4)
            .build();
    byte[] record = records(SCHEMA).of(old);
    Schema later = schema("title", "stars");
    OfferRecords records = records(later);
    Map<String, Long> skipped = new TreeMap<>();

    Offer read = records.read(5, record, skipped);

    assertThat(read.number(later.field("price").orElseThrow())).isEqualTo(8.5);
    assertThat(read.integer(later.field("stars").orElseThrow())).isEqualTo(4);
    assertThat(read.has(later.field("title").orElseThrow())).isFalse();
    assertThat(skipped).isEqualTo(Map.of("name", 1L));
    assertThat(records.read(5, records.of(read), skipped)).isEqualTo(read);
  }

  @Test
  void read_underASchemaWithAnotherType_isAnError() {
    byte[] record =
        records(SCHEMA).of(offer(5, new Random(1)).toBuilder().set(field("stars"), 3).build());
    Schema.Builder other = Schema.builder("rooms", "room");
    other.field("stars", FieldType.TEXT).add();
    OfferRecords records = records(other.build());

    assertThatThrownBy(() -> records.read(5, record, new TreeMap<>()))
        .isInstanceOf(DamagedOfferException.class)
        .hasMessageContaining("offer 5 is damaged: its record can't be read: the integer 3");
  }

  @Test
  void read_ofAnotherOffer_namesBoth() {
    OfferRecords records = records(SCHEMA);
    byte[] record = records.of(offer(5, new Random(1)));

    assertThatThrownBy(() -> records.read(6, record, new TreeMap<>()))
        .hasMessage("the stored offer 6 is damaged: its record is that of the offer 5");
  }

  @Test
  void read_ofAnyDamagedRecord_givesAnOfferOrADamage() {
    Random random = new Random(9);
    OfferRecords records = records(SCHEMA);
    for (int i = 0; i < 5_000; i++) {
      byte[] record = records.of(offer(7, random));
      byte[] damaged = Arrays.copyOf(record, 1 + random.nextInt(record.length));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        assertThat(records.read(7, damaged, new TreeMap<>()).id()).isEqualTo(7);
      } catch (DamagedOfferException e) {
        assertThat(e).hasMessageStartingWith("the stored offer 7 is damaged");
      }
    }
  }

  @Test
  void read_ofADamagedLayout_namesTheLayout() {
    OfferRecords records = records(SCHEMA);
    byte[] record = records.of(offer(5, new Random(1)));
    change("UPDATE record_layouts SET fields = replace(fields, 'price', 'prize')");

    assertThatThrownBy(() -> records.read(5, record, new TreeMap<>()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("row 1 of the table record_layouts is damaged");
    assertThat(database.check())
        .filteredOn(check -> !check.damages().isEmpty())
        .extracting(DatabaseCheck::part)
        .containsExactly("record_layouts");
  }

  @Test
  void read_ofARecordWhoseLayoutIsGone_namesOfferAndLayout() {
    OfferRecords records = records(SCHEMA);
    byte[] record = records.of(offer(5, new Random(1)));
    change("DELETE FROM record_layouts");

    assertThatThrownBy(() -> records.read(5, record, new TreeMap<>()))
        .hasMessage(
            "the stored offer 5 is damaged: its record can't be read: the database does not have"
                + " its layout 1");
  }

  private void change(String sql) {
    database.<Integer>write(connection -> connection.createStatement().executeUpdate(sql));
  }

  @Test
  void prepare_addsALayoutForEachSchemaOnce() {
    byte[] first = records(SCHEMA).of(offer(1, new Random(1)));
    byte[] second = records(SCHEMA).of(offer(1, new Random(1)));
    assertThat(second).isEqualTo(first);
    records(schema("title", "stars"));
    records(SCHEMA);
    assertThat(database.check())
        .filteredOn(check -> check.part().equals("record_layouts"))
        .extracting(DatabaseCheck::rows)
        .containsExactly(2L);
  }

  /** Several services and commands may add their layouts at the same moment. */
  @Test
  void record_underManySchemasAtOnce_keepsALayoutForEach() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        String name = "name" + i % 8;
        all.add(threads.submit(() -> assertRecordIsRead(name)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    // Two writers may add the same layout at once; records of both can be read.
    assertThat(database.check())
        .filteredOn(each -> each.part().equals("record_layouts"))
        .allSatisfy(layouts -> {
          assertThat(layouts.damages()).isEmpty();
          assertThat(layouts.rows()).isBetween(8L, 64L);
        })
        .hasSize(1);
  }

  private void assertRecordIsRead(String name) {
    Schema.Builder fields = Schema.builder("rooms", "room");
    fields.field(name, FieldType.TEXT).add();
    Schema schema = fields.build();
    Field field = schema.field(name).orElseThrow();
    Offer offer = Offer.builder(schema).set(schema.idField(), 3).set(field, name).build();
    OfferRecords records = new OfferRecords(database, schema);
    records.prepare();
    assertThat(records.read(3, records.of(offer), new TreeMap<>())).isEqualTo(offer);
  }
}
