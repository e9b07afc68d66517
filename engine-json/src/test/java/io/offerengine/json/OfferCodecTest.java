package io.offerengine.json;

import static io.offerengine.marketplace.MarketplaceSchema.DPH_BASE;
import static io.offerengine.marketplace.MarketplaceSchema.DRIVER_VERS;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_IDS;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_NAME;
import static io.offerengine.marketplace.MarketplaceSchema.ID;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.RENTABLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Offers written to JSON and read back. */
class OfferCodecTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final OfferCodec CODEC = new OfferCodec(SCHEMA);

  private static final Offer SAMPLE =
      Offer.builder()
          .set(ID, 7)
          .set(GPU_NAME, "RTX \"4090\" ü")
          .set(NUM_GPUS, 4)
          .set(RENTABLE, true)
          .set(DPH_BASE, 0.1)
          .set(GPU_IDS, new long[] {1, 2})
          .set(DRIVER_VERS, 535086005)
          .build();

  private static final Offer BARE = Offer.builder().set(ID, -8).build();

  private static final String SAMPLE_JSON =
      "{\"id\":7,\"rentable\":true,\"gpu_name\":\"RTX \\\"4090\\\" ü\",\"num_gpus\":4,"
          + "\"gpu_ids\":[1,2],\"dph_base\":0.1,\"driver_vers\":535086005}";

  @Property(tries = 1000)
  void read_ofWrittenLines_equalsWhatWasWritten(@ForAll("offers") List<Offer> offers) {
    assertThat(read(lines(offers))).isEqualTo(offers);
  }

  @Property(tries = 300)
  void read_ofAWrittenList_equalsWhatWasWritten(@ForAll("offers") List<Offer> offers) {
    assertThat(read(list(offers))).isEqualTo(offers);
  }

  @Provide
  Arbitrary<List<Offer>> offers() {
    return OfferArbitrary.of(SCHEMA).list().ofMaxSize(4);
  }

  @Test
  void writeLines_writesPresentStoredValuesOnly() {
    assertThat(lines(List.of(SAMPLE, BARE))).isEqualTo(SAMPLE_JSON + "\n{\"id\":-8}\n");
    assertThat(lines(List.of())).isEmpty();
  }

  @Test
  void writeList_writesPresentStoredValuesOnly() {
    assertThat(list(List.of(SAMPLE, BARE))).isEqualTo("[" + SAMPLE_JSON + ",{\"id\":-8}]");
    assertThat(list(List.of())).isEqualTo("[]");
  }

  @Test
  void write_toAStreamThatFails_showsItsError() {
    IOException cause = new IOException("the disk is full");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw cause;
          }
        };
    assertThatThrownBy(() -> CODEC.writeList(List.of(SAMPLE).iterator(), full)).isSameAs(cause);
    assertThatThrownBy(() -> CODEC.writeLines(List.of(SAMPLE).iterator(), full)).isSameAs(cause);
  }

  @Test
  void write_leavesTheStreamOpenAndUnflushed() throws IOException {
    List<String> calls = new ArrayList<>();
    OutputStream watched =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            calls.add("flush");
          }

          @Override
          public void close() {
            calls.add("close");
          }
        };
    CODEC.writeLines(List.of(SAMPLE).iterator(), watched);
    CODEC.writeList(List.of(SAMPLE).iterator(), watched);
    assertThat(calls).isEmpty();
    assertThat(watched.toString()).hasSizeGreaterThan(2 * SAMPLE_JSON.length());
  }

  private static String lines(List<Offer> offers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      CODEC.writeLines(offers.iterator(), out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(UTF_8);
  }

  private static String list(List<Offer> offers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      CODEC.writeList(offers.iterator(), out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(UTF_8);
  }

  private static List<Offer> read(String text) {
    List<Offer> offers = new ArrayList<>();
    CODEC
        .read(new ByteArrayInputStream(text.getBytes(UTF_8)), DuplicatePolicy.LAST)
        .forEachRemaining(offers::add);
    return offers;
  }
}
