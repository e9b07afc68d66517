package io.offerengine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.file.SavedSchema;
import io.offerengine.internal.file.SchemaFingerprint;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.query.EngineException;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that were damaged, cut, exchanged, or written for other offers are never restored. */
class UnusableFilesTest {
  private static final Schema SCHEMA = rooms("Rooms", Tier.HOT, "price * nights", Tier.WARM);

  /** The schema with other code, and the same texts. */
  private static final Schema CHANGED_FORMULA = rooms(1.5, "City ");

  private static final Schema CHANGED_DERIVATION = rooms(1, "Town ");
  private static final Schema OTHER_TEXT =
      rooms("Rooms", Tier.HOT, "price * nights, rounded", Tier.WARM);
  private static final int ROOMS = 3000;
  private static final int DELETED = 20;
  private static final int DAMAGES = 150;

  @TempDir private Path directory;

  @BeforeEach
  void saveRooms() throws IOException {
    rooms(ROOMS).save(directory, "1");
  }

  private static Schema rooms(double factor, String prefix) {
    return rooms("Rooms", Tier.HOT, "price * nights", Tier.WARM, factor, prefix);
  }

  private static Schema rooms(String name, Tier priceTier, String total, Tier cityTier) {
    return rooms(name, priceTier, total, cityTier, 1, "City ");
  }

  private static Schema rooms(
      String name, Tier priceTier, String total, Tier cityTier, double factor, String prefix) {
    Schema.Builder rooms = Schema.builder(name, "room");
    Parameter<Double> nights = rooms.parameter("nights", 1, 1);
    NumberField price = rooms.number("price").tier(priceTier).add();
    IntegerField number = rooms.integer("city_number").add();
    rooms
        .field("city", FieldType.TEXT)
        .tier(cityTier)
        .derived("the name of city_number", offer -> prefix + offer.integer(number))
        .add();
    rooms.field("tags", FieldType.TEXT_LIST).add();
    Formula formula =
        new Formula(
            total,
            List.of(Formula.Input.increasing(price)),
            List.of(nights),
            (in, arguments) -> in[0] * arguments.value(nights) * factor);
    rooms.field("total", FieldType.NUMBER).hot().computed(formula).add();
    return rooms.clusterBy(price).build();
  }

  private static OfferEngine rooms(int count) {
    OfferEngine engine = OfferEngine.builder(SCHEMA).maxSegmentRows(1000).build();
    List<Offer> rooms =
        EngineCheck.offers(
            count,
            id ->
                Offer.builder()
                    .set(SCHEMA.idField(), id)
                    .put(field("price"), id % 977 + 0.5)
                    .put(field("city_number"), id % 7)
                    .put(field("tags"), List.of("tag " + id % 3))
                    .build());
    engine.load(rooms.iterator(), LoadListener.NONE);
    OfferBatch.Builder deleted = OfferBatch.builder();
    for (int id = 0; id < DELETED; id++) {
      deleted.delete(id * 9L);
    }
    engine.apply(deleted.build());
    return engine;
  }

  private static Field field(String name) {
    return SCHEMA.field(name).orElseThrow();
  }

  private UnusableFilesException failure(Schema schema) {
    OfferEngine engine = OfferEngine.builder(schema).build();
    Throwable thrown = catchThrowable(() -> engine.restore(directory));
    assertThat(thrown).isInstanceOf(UnusableFilesException.class);
    assertThat(engine.snapshot().size()).isZero();
    assertThat(engine.snapshot().version()).isZero();
    return (UnusableFilesException) thrown;
  }

  private UnusableFilesException failureUnchanged(Schema schema) {
    OfferEngine engine = OfferEngine.builder(schema).build();
    Throwable thrown = catchThrowable(() -> engine.restoreUnchanged(directory, 7));
    assertThat(thrown).isInstanceOf(UnusableFilesException.class);
    return (UnusableFilesException) thrown;
  }

  /** Returns the present schema or one with another formula, whose files are read by name. */
  private static Schema anySchema(Random random) {
    return random.nextBoolean() ? SCHEMA : OTHER_TEXT;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private Path list() {
    return directory.resolve("offers.list");
  }

  @Test
  void restore_ofNothing_isMissing() throws IOException {
    Files.delete(list());

    assertThat(failure(SCHEMA))
        .hasMessage(list() + " does not exist")
        .returns(Reason.MISSING, UnusableFilesException::reason);
  }

  @Test
  void restore_withoutASegment_isMissing() throws IOException {
    Path segment = files().get(0);
    Files.delete(segment);

    assertThat(failure(SCHEMA)).hasMessage(segment + " does not exist");
    assertThat(failure(OTHER_TEXT)).hasMessage(segment + " does not exist");
  }

  @Test
  void restore_ofAForeignFile_saysSo() throws IOException {
    for (String content : List.of("", "x", "SQLite format 3 and much more")) {
      Files.writeString(list(), content);

      assertThat(failure(SCHEMA))
          .hasMessage(list() + " is not a file of saved offers")
          .returns(Reason.FOREIGN, UnusableFilesException::reason);
    }
  }

  @Test
  void restore_ofAnotherFormat_namesBothVersions() throws IOException {
    byte[] bytes = Files.readAllBytes(list());
    bytes[8] = 77;
    Files.write(list(), bytes);

    assertThat(failure(SCHEMA))
        .hasMessage(list() + " has version 77 of the format, but expected 2")
        .returns(Reason.VERSION, UnusableFilesException::reason);
  }

  @Test
  void restoreUnchanged_underAnotherSchema_namesIt() {
    List<Schema> others =
        List.of(
            rooms("Huts", Tier.HOT, "price * nights", Tier.WARM),
            rooms("Rooms", Tier.WARM, "price * nights", Tier.WARM),
            rooms("Rooms", Tier.HOT, "price * nights, rounded", Tier.WARM),
            rooms("Rooms", Tier.HOT, "price * nights", Tier.COLD));
    for (Schema other : others) {
      assertThat(failureUnchanged(other))
          .hasMessage(list() + " has offers of another schema than " + other + " is now")
          .returns(Reason.SCHEMA, UnusableFilesException::reason);
    }
  }

  @Test
  void restoreUnchanged_withOtherCode_namesTheField() {
    assertThat(failureUnchanged(CHANGED_FORMULA))
        .hasMessageContaining("has values of total that the schema's code does not give now")
        .returns(Reason.SCHEMA, UnusableFilesException::reason);
    assertThat(failureUnchanged(CHANGED_DERIVATION))
        .hasMessageContaining("has values of city that the schema's code does not give now");
  }

  /** Writes a list of segments of no rows, whose indexes have a form. */
  private void writeList(int form, int segments) throws IOException {
    BlockWriter.write(
        list(),
        SchemaFingerprint.of(SCHEMA),
        (fingerprint, out) -> {
          out.writeText("1");
          out.writeText(fingerprint);
          out.writeInt(form);
          SavedSchema.of(SCHEMA).write(out);
          out.writeInt(segments);
          for (int i = 0; i < segments; i++) {
            out.writeLong(0);
            out.writeLong(0);
            out.writeInt(ROOMS);
            out.write(new long[1]);
          }
          out.writeInt(0);
        });
  }

  @Test
  void restoreUnchanged_ofIndexesOfAnotherForm_namesBothForms() throws IOException {
    writeList(77, 0);

    assertThat(failureUnchanged(SCHEMA))
        .hasMessage(
            list() + " has indexes of the form 77, but expected " + SealedSegment.INDEX_FORM)
        .returns(Reason.VERSION, UnusableFilesException::reason);
  }

  @Test
  void restore_ofAnotherKindOfOffers_namesBoth() {
    assertThat(failure(rooms("Huts", Tier.HOT, "price * nights", Tier.WARM)))
        .hasMessage(list() + " has offers of the schema Rooms, but expected Huts")
        .returns(Reason.SCHEMA, UnusableFilesException::reason);
  }

  @Test
  void restore_ofExchangedSegments_isDamaged() throws IOException {
    Path first = files().get(0);
    byte[] bytes = Files.readAllBytes(first);
    Files.write(first, Files.readAllBytes(files().get(1)));
    Files.write(files().get(1), bytes);

    assertThat(failure(SCHEMA)).hasMessageContaining("is the file of another segment");
    assertThat(failure(OTHER_TEXT)).hasMessageContaining("is the file of another segment");
  }

  @Test
  void restore_ofAnyCutFile_isTruncatedOrForeign() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < DAMAGES / 4; i++) {
      Path file = files().get(random.nextInt(files().size()));
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));

      assertThat(failure(anySchema(random)).reason()).isIn(Reason.TRUNCATED, Reason.FOREIGN);
      Files.write(file, bytes);
    }
  }

  @Test
  void restore_ofAnyDamagedFile_fails() throws IOException {
    long seed = Seeds.first();
    Random random = new Random(seed);
    Set<Reason> seen = EnumSet.noneOf(Reason.class);
    for (int i = 0; i < DAMAGES; i++) {
      Path file = files().get(random.nextInt(files().size()));
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, damage(bytes.clone(), random));

      seen.add(failure(anySchema(random)).reason());
      Files.write(file, bytes);
    }
    assertThat(seen).as("seed=%d", seed).contains(Reason.DAMAGED);
    assertThat(OfferEngine.builder(SCHEMA).restore(directory).snapshot().size())
        .isEqualTo(ROOMS - DELETED);
  }

  /** Changes some bytes, or adds some at the end. */
  private static byte[] damage(byte[] bytes, Random random) {
    if (random.nextInt(10) == 0) {
      return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(20));
    }
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 4));
    for (int i = from; i < to; i++) {
      bytes[i] ^= (byte) (1 + random.nextInt(255));
    }
    return bytes;
  }

  @Test
  void save_ofUnchangedSegments_writesTheListAlone() throws IOException {
    OfferEngine engine = OfferEngine.builder(SCHEMA).restore(directory);
    List<Path> before = files();
    Path broken = directory.resolve(UUID.randomUUID() + ".segment.part");
    Files.writeString(broken, "left by a crash");
    Files.writeString(directory.resolve("notes.txt"), "somebody's");

    engine.save(directory, "2");

    assertThat(files()).containsAll(before).hasSize(before.size() + 1);
    assertThat(Files.readString(directory.resolve("notes.txt"), UTF_8)).isEqualTo("somebody's");
  }

  @Test
  void save_ofAnEmptyEngine_restoresAnEmptyEngine() throws IOException {
    OfferEngine.builder(SCHEMA).build().save(directory, "");

    assertThat(files()).containsExactly(list());
    assertThat(OfferEngine.savedPosition(directory)).isEmpty();
    assertThat(OfferEngine.builder(SCHEMA).restore(directory).snapshot().size()).isZero();
  }

  @Test
  void restore_ofContentThatDoesNotFit_isDamaged() throws IOException {
    Path segment = files().get(0);
    byte[] bytes = Files.readAllBytes(segment);
    BlockWriter.write(
        segment,
        "no such kind of column",
        (text, out) -> {
          out.writeLong(0);
          out.writeLong(0);
          out.writeInt(ROOMS);
          out.writeInt(1);
          out.writeText("room");
          out.writeText("INTEGER");
          out.writeText(text);
        });
    assertThat(failure(SCHEMA))
        .hasMessageContaining("has content that does not fit")
        .returns(Reason.DAMAGED, UnusableFilesException::reason)
        .hasCauseInstanceOf(RuntimeException.class);

    Files.write(segment, bytes);
    writeList(SealedSegment.INDEX_FORM, 1);
    assertThat(failure(SCHEMA)).returns(Reason.DAMAGED, UnusableFilesException::reason);
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "TEXT_LIST"})
  void restoreUnchanged_withACollationOfOtherKeys_namesTheField(FieldType type) throws IOException {
    Schema ignoresCase = guests(type, name -> name.toLowerCase(Locale.ROOT));
    OfferEngine engine = OfferEngine.builder(ignoresCase).build();
    Offer.Builder guest = Offer.builder().set(ignoresCase.idField(), 1);
    Field name = ignoresCase.field("name").orElseThrow();
    if (type == FieldType.TEXT) {
      guest.put(name, "Ann");
    } else {
      guest.put(name, List.of("Ann"));
    }
    engine.apply(OfferBatch.builder().upsert(guest.build()).build());
    engine.save(directory, "1");

    assertThat(OfferEngine.builder(ignoresCase).restore(directory).snapshot().size()).isEqualTo(1);
    assertThat(failureUnchanged(guests(type, text -> text.toUpperCase(Locale.ROOT))))
        .hasMessageContaining("has values of name that the schema's code does not give now");
  }

  private static Schema guests(FieldType type, UnaryOperator<String> rule) {
    Schema.Builder guests = Schema.builder("Guests", "guest");
    guests.field("name", type).collation(Collation.of("ignores case", rule)).add();
    return guests.build();
  }

  @Test
  void restore_intoAnEngineThatIsNotNew_readsNothing() throws IOException {
    OfferEngine used = OfferEngine.builder(SCHEMA).build();
    used.applyAt(1, OfferBatch.builder().build());
    OfferEngine closed = OfferEngine.builder(SCHEMA).build();
    closed.close();
    Files.delete(list());

    assertThat(catchThrowable(() -> used.restore(directory)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(catchThrowable(() -> closed.restore(directory)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("CLOSED");
  }
}
