package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.TestRules;
import io.offerengine.json.internal.token.Position;
import io.offerengine.marketplace.MarketplaceSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain lines with some among them that are none: read as the tokeniser reads all of them. */
class FallbackLineReaderTest {
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
    int longestPiece = 1 + random.nextInt(random.nextBoolean() ? 3 : 5000);
    DuplicatePolicy duplicates =
        random.nextBoolean() ? DuplicatePolicy.ERROR : DuplicatePolicy.LAST;
    ByteArrayInputStream whole = new ByteArrayInputStream(FastLineReaderTest.marked(text));
    assertThat(
            FastLineReaderTest.offers(FastLineReaderTest.inPieces(text, longestPiece), duplicates))
        .as("seed %s: %s", seed, lines)
        .isEqualTo(FastLineReaderTest.offers(whole, duplicates));
    whole.reset();
    assertThat(FastLineReaderTest.changes(FastLineReaderTest.inPieces(text, longestPiece)))
        .as("seed %s: %s", seed, lines)
        .isEqualTo(FastLineReaderTest.changes(whole));
  }

  private static String pick(List<String> texts, Random random) {
    return texts.get(random.nextInt(texts.size()));
  }

  private static FastLineReader<Long> lines(String text, SkippedFields skipped) {
    return new FastLineReader<>(
        OfferFormat.of(MarketplaceSchema.schema(), TestRules.DEFAULTS, 100),
        new ByteArrayInputStream(text.getBytes(UTF_8)),
        new FastLineReaderTest.Identifiers(),
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
}
