package io.offerengine.json;

import static io.offerengine.marketplace.MarketplaceSchema.DRIVER_VERS;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_IDS;
import static io.offerengine.marketplace.MarketplaceSchema.HAS_AVX;
import static io.offerengine.marketplace.MarketplaceSchema.ID;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.SCORE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What offers look like in JSON. */
class OfferReaderTest {
  private static final OfferCodec CODEC = new OfferCodec(MarketplaceSchema.schema());

  /** Only the identifier makes an offer of an object that holds a list of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"id\":1},{\"id\":2}]",
        " [ {\"id\":1} ,\n {\"id\":2} ] \n",
        "{\"offers\":[{\"id\":1},{\"id\":2}]}",
        "{\"ok\":true,\"host_id\":\"7\",\"x\":[{}],\"offers\":[{\"id\":1},{\"id\":2}],\"n\":[2]}\n",
        "{\"search\":5,\"gpu_ids\":[\"x\",[1]],\"offers\":[{\"id\":1},{\"id\":2}]}",
        "{\"machine_id\":\"x\",\"q\":{\"id\":7},\"offers\":[{\"id\":1},{\"id\":2}],\"host_id\":8}",
        "{\"ids\":[5],\"offers\":[{\"id\":1},{\"id\":2}],\"page\":{\"id\":1}}",
        "{\"id\":1}\n{\"id\":2}",
        "{\"id\":1}\r\n\r\n{\"id\":2}\r\n",
        "\n\n{\"id\":1}\n\n\n{\"id\":2}\n\n",
        "{\n  \"id\": 1\n}\n{\n  \"id\": 2\n}\n",
        "{\"id\":1}{\"id\":2}",
        "\uFEFF[{\"id\":1},{\"id\":2}]"
      })
  void read_ofAnyLayout_findsTheSameOffers(String text) {
    assertThat(readAll(text)).extracting(Offer::id).containsExactly(1L, 2L);
    List<Long> changed = new ArrayList<>();
    CODEC.readChanges(stream(text)).forEachRemaining(change -> changed.add(change.id()));
    assertThat(changed).containsExactly(1L, 2L);
  }

  /** Past the first object, a list called offers is a field that the schema does not know. */
  @Test
  void read_ofAListOfOffersInALaterOffer_countsItAsSkipped() {
    OfferReader offers = read("{\"id\":4}\n{\"id\":5,\"offers\":[{\"id\":6}]}");
    assertThat(offers.next().id()).isEqualTo(4);
    assertThat(offers.next().id()).isEqualTo(5);
    assertThat(offers.hasNext()).isFalse();
    assertThat(offers.skippedFields()).containsOnlyKeys("offers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "[]", "{\"offers\":[]}", "{\"offers\":[],\"more\":{}}"})
  void read_ofNoOffers_isEmpty(String text) {
    OfferReader offers = read(text);
    assertThat(offers.hasNext()).isFalse();
    assertThatThrownBy(offers::next).isInstanceOf(NoSuchElementException.class);
    assertThat(offers.line()).isZero();
  }

  @Test
  void read_ofNumbers_takesAnyWayOfWritingThem() {
    Offer offer =
        readAll("{\"id\":6.4e1,\"num_gpus\":8.0,\"has_avx\":true,\"score\":7,\"gpu_ids\":[1.0,2]}")
            .get(0);
    assertThat(offer.id()).isEqualTo(64);
    assertThat(offer.integer(NUM_GPUS)).isEqualTo(8);
    assertThat(offer.integer(HAS_AVX)).isEqualTo(1);
    assertThat(offer.number(SCORE)).isEqualTo(7);
    assertThat(offer.integers(GPU_IDS)).containsExactly(1, 2);
  }

  @Test
  void read_ofTheExtremeIntegers_keepsThem() {
    List<Offer> offers = readAll("[{\"id\":9223372036854775807},{\"id\":-9223372036854775808.0}]");
    assertThat(offers).extracting(Offer::id).containsExactly(Long.MAX_VALUE, Long.MIN_VALUE);
  }

  @Test
  void read_ofNulls_leavesThemAbsent() {
    Offer offer = readAll("{\"id\":1,\"gpu_name\":null,\"gpu_ids\":null,\"search\":null}").get(0);
    assertThat(offer).isEqualTo(Offer.builder().set(ID, 1).build());
  }

  @Test
  void read_ofValuesThatFollowFromOthers_dropsThem() {
    Offer offer =
        readAll(
                """
                {"id":1,"dph_total":5,"gpu_total_ram":7.0,"time_remaining":"1 day","verified":false,
                 "search":{"totalHour":null,"diskHour":1},"duration":0.5,"driver_vers":7}
                """)
            .get(0);
    assertThat(offer).isEqualTo(Offer.builder().set(ID, 1).set(DRIVER_VERS, 7).build());
  }

  @Test
  void skippedFields_countsUnknownNamesInTheOrderOfTheText() {
    OfferReader offers =
        read(
            """
            {"id":1,"sla":null,"deep":[{"id":{}}],"search":{"premium":0,"totalHour":1}}
            {"id":2,"reliability3":"x","sla":1}
            """);
    assertThat(offers.skippedFields()).isEmpty();
    offers.forEachRemaining(offer -> {});
    assertThat(offers.skippedFields())
        .containsExactly(
            entry("sla", 2L),
            entry("deep", 1L),
            entry("search.premium", 1L),
            entry("search", 1L),
            entry("reliability3", 1L));
  }

  @Test
  void skippedFields_ofManyNames_countsTheRestTogether() {
    JsonLimits limits = new JsonLimits(100, 32, 100, 100, 1000, 2);
    OfferReader offers =
        new OfferCodec(MarketplaceSchema.schema(), limits)
            .read(stream("{\"a\":1,\"id\":1,\"b\":1,\"c\":1,\"d\":1}{\"id\":2,\"a\":2,\"c\":2}"));
    offers.forEachRemaining(offer -> {});
    assertThat(offers.skippedFields())
        .containsExactly(entry("a", 2L), entry("b", 1L), entry("…", 3L));
  }

  @Test
  void skippedFields_ofAResponse_leavesOutWhatStandsBesideTheOffers() {
    OfferReader offers = read("{\"total\":2,\"offers\":[{\"id\":1,\"sla\":0}],\"took\":3}");
    offers.forEachRemaining(offer -> {});
    assertThat(offers.skippedFields()).containsExactly(entry("sla", 1L));
  }

  @Test
  void line_isThatOfTheOfferReturnedLast() {
    OfferReader offers = read("{\"id\":1}\n\n{\n\"id\":2}\n{\"id\":3}");
    List<Integer> lines = new ArrayList<>();
    while (offers.hasNext()) {
      offers.next();
      boolean ahead = offers.hasNext();
      assertThat(ahead).isEqualTo(lines.size() < 2);
      lines.add(offers.line());
    }
    assertThat(lines).containsExactly(1, 3, 5);
  }

  @Test
  void read_whereTheLastWins_handsOutBoth() {
    OfferReader offers =
        CODEC.read(
            stream("{\"id\":1,\"num_gpus\":1}\n{\"id\":1,\"num_gpus\":2}"), DuplicatePolicy.LAST);
    assertThat(offers.next().integer(NUM_GPUS)).isEqualTo(1);
    assertThat(offers.next().integer(NUM_GPUS)).isEqualTo(2);
  }

  @Test
  void hasNext_afterAnError_failsAgain() {
    OfferReader offers = read("{\"id\":1}\n{\"id\":x}\n{\"id\":3}");
    assertThat(offers.next().id()).isEqualTo(1);
    assertThatThrownBy(offers::hasNext).hasMessageContaining("line 2");
    assertThatThrownBy(offers::hasNext).hasMessageContaining("line 2");
    assertThatThrownBy(offers::next).hasMessageContaining("line 2");
  }

  @Test
  void hasNext_ofAStreamThatFails_showsItsError() {
    IOException cause = new IOException("the disk is gone");
    OfferReader offers =
        CODEC.read(
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw cause;
              }

              @Override
              public int read(byte[] target, int offset, int length) throws IOException {
                throw cause;
              }
            });
    assertThatThrownBy(offers::hasNext)
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasCause(cause);
  }

  /** Nothing before, and once, even if that fails; by lines and by tokens. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{\"id\":1}\n", "[{\"id\":1}]"})
  void close_closesTheStream(String text) {
    AtomicInteger closed = new AtomicInteger();
    IOException cause = new IOException("it can't be closed");
    OfferReader offers =
        CODEC.read(
            new ByteArrayInputStream(text.getBytes(UTF_8)) {
              @Override
              public void close() throws IOException {
                closed.incrementAndGet();
                throw cause;
              }
            });
    offers.forEachRemaining(offer -> assertThat(offer.id()).isEqualTo(1));
    assertThat(offers.hasNext()).isFalse();
    assertThat(closed).hasValue(0);
    assertThatThrownBy(offers::close).isSameAs(cause).hasNoSuppressedExceptions();
    assertThat(closed).hasValue(1);
  }

  private static List<Offer> readAll(String text) {
    List<Offer> offers = new ArrayList<>();
    read(text).forEachRemaining(offers::add);
    return offers;
  }

  private static OfferReader read(String text) {
    return CODEC.read(stream(text));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
