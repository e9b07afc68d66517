package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.JsonException;
import io.offerengine.json.MutatedInputTest;
import io.offerengine.json.OfferArbitrary;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.json.TestRules;
import io.offerengine.json.internal.token.Position;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plain lines, held to the tokeniser: a byte order mark, which counts for no place, makes it read a
 * text whole.
 */
class FastLineReaderTest {
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final OfferCodec CODEC = new OfferCodec(SCHEMA);
  private static final int OFFERS = 200;

  /** The tokeniser holds so many bytes at once; across its ends some errors are a column off. */
  private static final int SHORT = 3500;

  /** What a plain line may hold beside what offers are written as. */
  private static final List<String> LINES =
      List.of(
          "{\"id\":1,\"gpu_name\":\"RTX 4090\",\"dph_base\":0.1,\"gpu_ids\":[1,2],\"rented\":true}",
          "{\"id\": 2, \"gpu_name\": null, \"has_avx\": true, \"gpu_ids\": [ ]}",
          "{\"geolocation\":\"Köln, DE\",\"id\":3,\"price_of_fish\":1.5,\"note\":\"x\",\"k\":true}",
          "{\"id\":4,\"search\":{\"gpuCostPerHour\":0.1,\"totalHour\":null,\"other\":\"x\"}} ",
          "{\"id\":6,\"gpu_name\":\"RTX \\\"4090\\\" \\u00b2\"}",
          "{\"id\":7,\"more\":{\"a\":[1,{}]},\"note\":[[]],\"num_gpus\":2}",
          "  {\"id\":8, \"more\": {}, \"more of it\": {}}\t",
          "{\"offers\":[],\"id\":9}",
          "{\"id\":5,\"dph_total\":1e-7,\"score\":2.7777777777777778E-4,\"verified\":false}",
          "{}",
          "");

  /** Good records that are alone on their lines, with the number of the line for an identifier. */
  private static final List<String> ODD =
      List.of(
          "{\"id\":%d,\"gpu_name\":\"RTX \\\"4090\\\" \\u00b2\"}",
          "{\"more\":{\"a\":[1,{}],\"b\":{}},\"id\":%d,\"note\":[[]],\"num_gpus\":2}",
          "{\"id\":%d, \"score\": 0.5, \"more\": {} } ",
          "{\"id\":%d,\"search\":{\"x\":[]},\"gpu_n\\u0061me\":\"A\"}");

  private static final String PLAIN = "{\"id\":%d,\"gpu_name\":\"RTX 4090\",\"k\":1}";

  /** What ends the fast way, or the text. */
  private static final List<String> STOPS =
      List.of(
          "{\"id\":1,",
          "{\"id\":2}{\"id\":3}",
          "{\"id\":4,\"more\":{}\r}",
          "{\"more\":{}}",
          "{\"id\":1,\"more\":{}}",
          "{\"offers\":[{\"id\":1}]}",
          "[{\"id\":1}]",
          "null",
          " ",
          "{\"id\":5,\n\"more\":{}}",
          "{\"id\":6,\"more\":{},\"more\":{}}",
          "{\"id\":7,\"num_gpus\":1.5,\"more\":{}}");

  @Property(tries = 4000, shrinking = ShrinkingMode.OFF)
  void read_ofDamagedLines_agreesWithTheTokeniser(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] whole = text(random);
    boolean isDamaged = whole.length < SHORT && random.nextInt(8) > 0;
    // A second mark, or bytes that look like UTF-16, mean something else behind a mark.
    int times = isDamaged ? random.nextInt(3) : 0;
    byte[] text = MutatedInputTest.damaged(whole, MARK.length + 1, times, random);
    int longestPiece = isDamaged ? SHORT : 1 + random.nextInt(random.nextBoolean() ? 3 : 5000);
    requireAgreement(seed, text, longestPiece, random);
  }

  private static void requireAgreement(long seed, byte[] text, int longestPiece, Random random) {
    DuplicatePolicy duplicates =
        random.nextBoolean() ? DuplicatePolicy.ERROR : DuplicatePolicy.LAST;
    assertThat(offers(inPieces(text, longestPiece), duplicates))
        .as("seed %s: %s", seed, new String(text, UTF_8))
        .isEqualTo(offers(new ByteArrayInputStream(marked(text)), duplicates));
    assertThat(changes(inPieces(text, longestPiece)))
        .as("seed %s: %s", seed, new String(text, UTF_8))
        .isEqualTo(changes(new ByteArrayInputStream(marked(text))));
  }

  private static byte[] text(Random random) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = random.nextInt(12); i >= 0; i--) {
      if (random.nextInt(3) == 0) {
        text.writeBytes(written(Collections.nCopies(1, OfferArbitrary.offer(SCHEMA, random))));
      } else {
        text.writeBytes(LINES.get(random.nextInt(LINES.size())).getBytes(UTF_8));
        text.writeBytes(random.nextInt(20) == 0 ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
      }
    }
    return text.toByteArray();
  }

  private static byte[] marked(byte[] text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MARK);
    out.writeBytes(text);
    return out.toByteArray();
  }

  private static InputStream inPieces(byte[] text, int longest) {
    return new ByteArrayInputStream(text) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(length, longest));
      }
    };
  }

  private static List<Object> offers(InputStream text, DuplicatePolicy duplicates) {
    OfferReader reader = CODEC.read(text, duplicates);
    List<Object> heard = heard(reader, reader::line);
    heard.add(List.copyOf(reader.skippedFields().entrySet()));
    return heard;
  }

  private static List<Object> changes(InputStream text) {
    ChangesReader reader = CODEC.readChanges(text);
    List<Object> heard = heard(reader, reader::line);
    heard.add(List.copyOf(reader.skippedFields().entrySet()));
    return heard;
  }

  /** Returns each record with its line, and the error. */
  private static List<Object> heard(Iterator<?> records, Supplier<Integer> line) {
    List<Object> heard = new ArrayList<>();
    try {
      while (records.hasNext()) {
        Object next = records.next();
        heard.add(next instanceof Offer ? next : next.toString());
        heard.add(line.get());
      }
    } catch (JsonException e) {
      heard.add(e.getMessage());
      heard.add(e.code());
    }
    return heard;
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void read_ofMixedLines_agreesWithTheTokeniser(@ForAll long seed) {
    Random random = new Random(seed);
    int oddInHundred = random.nextInt(100);
    // Now and then, so that most texts are read to their end.
    int stopInThousand = random.nextInt(10);
    StringBuilder lines = new StringBuilder();
    for (int line = 1; line <= 150; line++) {
      String text = random.nextInt(100) < oddInHundred ? pick(ODD, random) : PLAIN;
      boolean isStop = random.nextInt(1000) < stopInThousand;
      lines.append(isStop ? pick(STOPS, random) : text.formatted(line));
      lines.append(random.nextInt(20) == 0 ? "\r\n" : random.nextInt(20) == 0 ? "\n\n" : "\n");
    }
    byte[] text = lines.toString().getBytes(UTF_8);
    requireAgreement(seed, text, 1 + random.nextInt(random.nextBoolean() ? 3 : 5000), random);
  }

  private static String pick(List<String> texts, Random random) {
    return texts.get(random.nextInt(texts.size()));
  }

  private static FastLineReader<Long> lines(String text, SkippedFields skipped) {
    return new FastLineReader<>(
        OfferFormat.of(MarketplaceSchema.schema(), TestRules.DEFAULTS, 100),
        new ByteArrayInputStream(text.getBytes(UTF_8)),
        new Identifiers(),
        skipped);
  }

  @Test
  void next_afterOddLines_goesOnPlainly() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int line = 1; line <= 1000; line++) {
      String form = line % 20 == 1 ? ODD.get(line / 20 % ODD.size()) : PLAIN;
      text.append(form.formatted(line)).append('\n');
    }
    SkippedFields skipped = new SkippedFields(100);
    FastLineReader<Long> lines = lines(text.toString(), skipped);
    for (int line = 1; line <= 1000; line++) {
      assertThat(lines.next()).isEqualTo(line);
      assertThat(lines.position()).isEqualTo(new Position(line, 1));
    }
    assertThat(lines.next()).isNull();
    assertThat(lines.rest().toStream().read()).isEqualTo(-1);
    assertThat(skipped.counts()).containsEntry("k", 950L).containsEntry("search.x", 12L);
  }

  @Test
  void next_ofManyOddLines_leavesTheRest() throws IOException {
    String odd = ODD.get(0).formatted(1) + "\n";
    FastLineReader<Long> lines = lines(odd.repeat(100), new SkippedFields(100));
    int read = 0;
    while (lines.next() != null) {
      read++;
    }
    assertThat(read).isBetween(10, 40);
    assertThat(new String(lines.rest().toStream().readAllBytes(), UTF_8))
        .isEqualTo(odd.repeat(100 - read));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":2,\"more\":{}}{\"id\":3}",
        "{\"id\":2,\"more\":{},",
        "{\"id\":2,\"more\":{}\r}",
        "{\"id\":2,\"more\":{}}x",
        "{\"id\":2,\"more\":{},\"more\":{}}",
        " {\"id\":2}",
        "[{\"id\":2}]"
      })
  void next_ofALineThatIsNoOneRecord_leavesItAndCountsNothing(String line) throws IOException {
    SkippedFields skipped = new SkippedFields(100);
    FastLineReader<Long> lines = lines("{\"id\":1}\n" + line + "\n", skipped);
    assertThat(lines.next()).isEqualTo(1);
    assertThat(lines.next()).isNull();
    assertThat(new String(lines.rest().toStream().readAllBytes(), UTF_8)).isEqualTo(line + "\n");
    assertThat(skipped.counts()).isEmpty();
  }

  /** A key that needs escapes is not taken for one that lacks them. */
  @Test
  void read_ofAKeyThatLacksItsEscapes_refusesIt() {
    OfferCodec codec = new OfferCodec(Schema.builder("quoted", "the \"id\"").build());
    byte[] escaped = "{\"the \\\"id\\\"\":5}\n".getBytes(UTF_8);
    assertThat(codec.read(new ByteArrayInputStream(escaped)).next().id()).isEqualTo(5);
    byte[] raw = "{\"the \"id\"\":5}\n".getBytes(UTF_8);
    OfferReader bad = codec.read(new ByteArrayInputStream(raw));
    assertThatThrownBy(bad::next).isInstanceOf(JsonException.class);
  }

  /** Offers as they are written never go to the tokeniser, whatever pieces they come in. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1 << 20})
  void next_ofOffersAsWritten_leavesNothing(int longestPiece) throws IOException {
    Random random = new Random(longestPiece);
    List<Offer> offers = Stream.generate(() -> plain(random)).limit(OFFERS).toList();
    byte[] text = written(offers);
    FastLineReader<Long> lines =
        new FastLineReader<>(
            OfferFormat.of(SCHEMA, TestRules.DEFAULTS, 100),
            inPieces(text, longestPiece),
            new Identifiers(),
            new SkippedFields(1));
    for (int i = 0; i < OFFERS; i++) {
      assertThat(lines.next()).isEqualTo(offers.get(i).id());
      assertThat(lines.position()).isEqualTo(new Position(i + 1, 1));
    }
    assertThat(lines.next()).isNull();
    assertThat(lines.rest().toStream().read()).isEqualTo(-1);
  }

  /** An offer of fields of all types, with numbers that real ones have. */
  private static Offer plain(Random random) {
    Offer.Builder offer = Offer.builder().set(MarketplaceSchema.ID, random.nextInt(1 << 30));
    for (Field field : SCHEMA.columns()) {
      if (field.isStored() && field != MarketplaceSchema.ID && random.nextBoolean()) {
        switch (field.type()) {
          case INTEGER, DATE, INSTANT -> offer.put(field, (long) random.nextInt());
          case NUMBER -> offer.put(field, random.nextDouble() * (1 << random.nextInt(30)));
          case BOOLEAN -> offer.put(field, random.nextBoolean());
          case TEXT, VERSION, PLACE -> offer.put(field, "Text " + random.nextInt(100));
          case INTEGER_LIST -> offer.put(field, random.longs(4).map(each -> each >> 8).toArray());
          case TEXT_LIST -> offer.put(field, List.of("a", "b"));
          case OBJECT -> throw new IllegalStateException(field + " is never stored");
        }
      }
    }
    return offer.build();
  }

  private static byte[] written(List<Offer> offers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      CODEC.writeLines(offers.iterator(), out);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  @Test
  void readNumber_ofRandomDecimals_isTheNearestDouble() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      String text = decimal(random);
      LineBuffer bytes =
          new LineBuffer(new ByteArrayInputStream((text + ",").getBytes(ISO_8859_1)));
      assertThat(bytes.readMore()).isTrue();
      ValueScanner values = new ValueScanner(bytes, TestRules.DEFAULTS);
      assertThat(values.readNumber()).as(text).isTrue();
      assertThat(values.number()).as(text).isEqualTo(Double.parseDouble(text));
      assertThat(bytes.pass(',')).as(text).isTrue();
    }
  }

  private static String decimal(Random random) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    text.append(1 + random.nextInt(9));
    text.append(digits(random, random.nextInt(10)));
    if (random.nextBoolean()) {
      text.append('.').append(digits(random, 1 + random.nextInt(10)));
    }
    if (random.nextInt(4) == 0) {
      text.append(random.nextBoolean() ? 'e' : 'E');
      text.append(List.of("", "+", "-").get(random.nextInt(3))).append(random.nextInt(40));
    }
    return text.toString();
  }

  private static String digits(Random random, int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append(random.nextInt(10));
    }
    return digits.toString();
  }

  /** Keeps the identifier of a record. */
  private static final class Identifiers implements Assembly<Long> {
    private final UnstoredValues unstored = new UnstoredValues(MarketplaceSchema.schema());
    private Offer.Builder offer = Offer.builder(MarketplaceSchema.schema());

    @Override
    public UnstoredValues unstored() {
      return unstored;
    }

    @Override
    public Offer.Builder builder() {
      return offer;
    }

    @Override
    public void begin() {
      offer = Offer.builder(MarketplaceSchema.schema());
    }

    @Override
    public Long end(Supplier<String> path, Position start, Consumer<String> unused) {
      return has(MarketplaceSchema.ID) ? offer.build().id() : -1;
    }

    @Override
    public void clear(Field field) {}
  }
}
