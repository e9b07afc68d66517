package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.offer;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The one form of changed offers. */
class ChangeFormTest extends SeededProperties {
  private static final UUID OWNER = new UUID(1, 2);

  private static List<byte[]> write(Schema schema, List<ChangedOffer> changes) {
    List<byte[]> parts = new ArrayList<>();
    ChangeForm.Writer writer =
        new ChangeForm(schema).writer(OWNER, (part, bytes) -> parts.add(bytes));
    changes.forEach(writer::add);
    writer.end();
    assertThat(writer.parts()).isEqualTo(parts.size());
    return parts;
  }

  private static List<LoggedChange> read(ChangeForm form, List<byte[]> parts) {
    List<LoggedChange> changes = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      changes.addAll(form.read(OWNER, part, parts.get(part), "entry 7", true));
    }
    return changes;
  }

  private static LoggedChange logged(ChangedOffer change) {
    return new LoggedChange(
        change.id(), change.after() == null ? null : change.before(), change.after());
  }

  private static ChangedOffer randomChange(Random random, long id) {
    Offer before = random.nextInt(3) == 0 ? null : TestOffers.random(random, id);
    boolean isDeletion = before != null && random.nextInt(3) == 0;
    return new ChangedOffer(before, isDeletion ? null : TestOffers.random(random, id));
  }

  @Property
  void read_ofWhatWasWritten_givesTheChanges(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<ChangedOffer> changes = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      changes.add(randomChange(random, random.nextBoolean() ? random.nextLong() : i));
    }

    List<byte[]> parts = write(SCHEMA, changes);

    assertThat(read(new ChangeForm(SCHEMA), parts))
        .containsExactlyElementsOf(changes.stream().map(ChangeFormTest::logged).toList());
  }

  /** Every bit of a part is checked. */
  @Property
  void read_ofAFlippedBit_isRefused(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    byte[] part = write(SCHEMA, List.of(randomChange(random, 3), randomChange(random, 4))).get(0);
    int bit = random.nextInt(part.length * Byte.SIZE);
    part[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));

    assertThatThrownBy(() -> read(new ChangeForm(SCHEMA), List.of(part)))
        .isInstanceOf(LogDamagedException.class)
        .hasMessage(
            "entry 7 is damaged: it does not match its checksum; restore the database from a copy");
  }

  @Example
  void write_ofMuch_makesPartsThatDependOnTheirPlace() {
    String text = "x".repeat(100_000);
    List<ChangedOffer> changes = new ArrayList<>();
    for (int id = 0; id < 25; id++) {
      changes.add(
          new ChangedOffer(null, offer(id, id).toBuilder().put(TestOffers.NAME, text).build()));
    }

    List<byte[]> parts = write(SCHEMA, changes);

    assertThat(parts).hasSize(3).allMatch(part -> part.length < ChangeForm.PART_BYTES + 110_000);
    assertThat(read(new ChangeForm(SCHEMA), parts)).hasSize(25);
    assertThatThrownBy(() -> read(new ChangeForm(SCHEMA), List.of(parts.get(1))))
        .isInstanceOf(LogDamagedException.class);
  }

  private static Schema schema(FieldType price, String more) {
    Schema.Builder schema = Schema.builder("test offers", "id");
    schema.field("price", price).add();
    if (!more.isEmpty()) {
      schema.field(more, FieldType.TEXT_LIST).add();
    }
    return schema.build();
  }

  private static Offer offerOf(Schema schema) {
    Offer.Builder offer = Offer.builder().set(schema.idField(), 1);
    Field price = schema.field("price").orElseThrow();
    switch (price.type()) {
      case INTEGER -> offer.put(price, 3);
      case NUMBER -> offer.put(price, 3.5);
      default -> offer.put(price, "3");
    }
    schema.field("tags").ifPresent(tags -> offer.put(tags, List.of("a", "b")));
    return offer.build();
  }

  private static List<byte[]> partsOf(Schema schema) {
    return write(schema, List.of(new ChangedOffer(null, offerOf(schema))));
  }

  @Example
  void read_ofAnUnknownField_skipsAndCountsIt() {
    Schema schema = schema(FieldType.NUMBER, "");
    ChangeForm form = new ChangeForm(schema);

    List<LoggedChange> changes = read(form, partsOf(schema(FieldType.NUMBER, "tags")));

    assertThat(changes).containsExactly(new LoggedChange(1, null, offerOf(schema)));
    assertThat(form.skippedFields()).containsExactly(Map.entry("tags", 1L));
  }

  @Example
  void read_ofAMissingField_leavesItAbsent() {
    Schema schema = schema(FieldType.NUMBER, "tags");

    List<LoggedChange> changes =
        read(new ChangeForm(schema), partsOf(schema(FieldType.NUMBER, "")));

    Offer expected = offerOf(schema).toBuilder().clear(schema.field("tags").orElseThrow()).build();
    assertThat(changes).containsExactly(new LoggedChange(1, null, expected));
  }

  @Example
  void read_ofAnIntegerThatBecameANumber_isThatNumber() {
    Schema schema = schema(FieldType.NUMBER, "");

    List<LoggedChange> changes =
        read(new ChangeForm(schema), partsOf(schema(FieldType.INTEGER, "")));

    Field price = schema.field("price").orElseThrow();
    Offer expected = offerOf(schema).toBuilder().put(price, 3).build();
    assertThat(changes).containsExactly(new LoggedChange(1, null, expected));
  }

  @Property
  void read_ofDatesAndInstants_givesThem(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Schema.Builder jobs = Schema.builder("jobs", "job");
    DateField starts = jobs.date("starts").add();
    InstantField posted = jobs.instant("posted").add();
    Schema schema = jobs.build();
    Offer job =
        Offer.builder()
            .set(schema.idField(), 1)
            .set(starts, LocalDate.ofEpochDay(random.nextInt(40_000) - 20_000))
            .set(posted, TimeKey.toInstant(random.nextLong() / 2))
            .build();

    assertThat(read(new ChangeForm(schema), write(schema, List.of(new ChangedOffer(null, job)))))
        .containsExactly(new LoggedChange(1, null, job));
  }

  /** Returns a part with the right checksum. */
  private static byte[] sealed(byte[] part) {
    return sealed(new UUID(1, 2), part);
  }

  /** Returns the first part of an entry with its right checksum. */
  static byte[] sealed(UUID owner, byte[] part) {
    CRC32C checksum = new CRC32C();
    checksum.update(
        ByteBuffer.allocate(20)
            .putLong(owner.getMostSignificantBits())
            .putLong(owner.getLeastSignificantBits())
            .putInt(0)
            .flip());
    checksum.update(part, 0, part.length - Integer.BYTES);
    byte[] sealed = part.clone();
    for (int i = 0; i < Integer.BYTES; i++) {
      sealed[part.length - Integer.BYTES + i] = (byte) (checksum.getValue() >>> (8 * i));
    }
    return sealed;
  }

  /** Bytes with the right checksum are read, or refused as damaged. */
  static void readAnyBytes(byte[] bytes) {
    byte[] part = sealed(Arrays.copyOf(bytes, bytes.length + Integer.BYTES));
    ChangeForm form = new ChangeForm(SCHEMA);
    List<LoggedChange> changes;
    try {
      changes = form.read(OWNER, 0, part, "entry 7", true);
    } catch (LogDamagedException e) {
      assertThat(e).hasMessageStartingWith("entry 7 ");
      return;
    }
    // What was read can be written, and read again.
    List<ChangedOffer> again =
        changes.stream()
            .filter(change -> change.after() != null)
            .map(change -> new ChangedOffer(change.before(), change.after()))
            .toList();
    assertThat(read(new ChangeForm(SCHEMA), write(SCHEMA, again)))
        .containsExactlyElementsOf(again.stream().map(ChangeFormTest::logged).toList());
  }

  /** The same mutated parts that a fuzzer finds: bytes of a real part, changed at random. */
  @Property
  void read_ofRandomlyChangedParts_isRefusedOrRead(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    byte[] part = write(SCHEMA, List.of(randomChange(random, 3), randomChange(random, 4))).get(0);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      part[random.nextInt(part.length)] = (byte) random.nextInt(256);
    }
    int length = random.nextBoolean() ? part.length : random.nextInt(part.length);
    readAnyBytes(Arrays.copyOf(part, Math.max(0, length - Integer.BYTES)));
  }

  private static List<ChangedOffer> frozenChanges() {
    Offer whole =
        Offer.builder(SCHEMA)
            .put(TestOffers.ID, -5)
            .put(TestOffers.COUNT, 1L << 40)
            .put(TestOffers.PRICE, 0.1)
            .put(TestOffers.FLAG, true)
            .put(TestOffers.NAME, "näme")
            .put(TestOffers.DRIVER, "535.86.05")
            .put(TestOffers.CITY, "Montana, US")
            .put(TestOffers.NUMBERS, new long[] {1, -2})
            .put(TestOffers.TAGS, List.of("spot", ""))
            .build();
    Offer cheaper = whole.toBuilder().put(TestOffers.PRICE, -0.0).clear(TestOffers.NAME).build();
    return List.of(
        new ChangedOffer(null, whole),
        new ChangedOffer(whole, cheaper),
        new ChangedOffer(cheaper, whole),
        new ChangedOffer(whole, null));
  }

  /** The bytes of form 1, which every later build reads. Never change this file. */
  @Example
  void read_ofTheFrozenFile_givesItsChanges() throws IOException {
    byte[] frozen;
    try (InputStream in = ChangeFormTest.class.getResourceAsStream("changes-form-1.hex")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), US_ASCII);
      frozen = HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }

    assertThat(read(new ChangeForm(SCHEMA), List.of(frozen)))
        .containsExactlyElementsOf(frozenChanges().stream().map(ChangeFormTest::logged).toList());
    assertThat(write(SCHEMA, frozenChanges()).get(0)).isEqualTo(frozen);
  }
}
