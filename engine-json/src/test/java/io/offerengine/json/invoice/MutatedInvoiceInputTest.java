package io.offerengine.json.invoice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.JsonException;
import io.offerengine.json.MutatedInputTest;
import io.offerengine.json.Refusal;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Ledger bodies and parameters of invoices that are damaged, or any bytes at all: each is read, or
 * refused in our own words, and nothing else happens.
 */
class MutatedInvoiceInputTest {
  private static final InvoiceCodec CODEC = new InvoiceCodec();

  private static final List<byte[]> BODIES =
      MutatedInputTest.texts(
          "ledger.golden", "ledger-errors.golden", "identities.golden", "identity-errors.golden");

  private static final List<byte[]> QUERIES =
      MutatedInputTest.texts("invoice-requests.golden", "invoice-request-errors.golden");

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readEntry_ofADamagedBody_readsOrRefuses(@ForAll long seed) {
    readBody(MutatedInputTest.damaged(BODIES, new Random(seed)));
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readEntry_ofAnyBytes_readsOrRefuses(@ForAll byte[] bytes) {
    readBody(bytes);
  }

  private static void readBody(byte[] body) {
    try {
      LedgerEntry entry = CODEC.readEntry(body);
      assertThat(entry.amount()).isBetween(BigDecimal.ZERO, BigDecimal.TEN.pow(9));
      assertThat(entry.amount().scale()).isBetween(0, 12);
      assertThat(entry.serviceFee().scale()).isBetween(0, 12);
    } catch (JsonException e) {
      requireOurWords(e, body);
    }
    try {
      assertThat(CODEC.readIdentity(body).parts()).hasSize(IdentityPart.values().length);
    } catch (JsonException e) {
      requireOurWords(e, body);
    }
  }

  private static void requireOurWords(JsonException e, byte[] body) {
    if (!e.problem().startsWith("a ledger entry needs")) { // What is missing has no place.
      Refusal.requireOurWords(e, body);
    }
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readParameters_ofADamagedValue_readsOrRefuses(@ForAll long seed) {
    Random random = new Random(seed);
    String query = new String(MutatedInputTest.damaged(QUERIES, random), UTF_8);
    readValue(random, query.substring(query.indexOf('=') + 1));
    readValue(random, query.split("[=&]", -1)[0]);
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readParameters_ofAnyText_readsOrRefuses(@ForAll long seed, @ForAll String text) {
    readValue(new Random(seed), text);
  }

  private static void readValue(Random random, String value) {
    String name = InvoiceCodec.parameters().get(random.nextInt(5));
    for (Map<String, String> parameters :
        List.of(Map.of(name, value), Map.of(value, "1"), Map.of("sdate", value, "edate", "0"))) {
      try {
        InvoiceRequest request = CODEC.readParameters(parameters);
        assertThat(request.start()).isBeforeOrEqualTo(request.end());
      } catch (EngineException e) {
        assertThat(e.code().category()).isEqualTo(ErrorCode.Category.REQUEST);
        assertThat(e.getMessage().chars().noneMatch(Character::isISOControl)).isTrue();
        assertThat(e.getMessage()).startsWith(e.code() + ": ").doesNotContain("Exception");
      }
    }
  }

  /** Whatever the instant and its form, whole seconds are before it exactly when they were. */
  @Property(tries = 2000)
  void readParameters_ofAnInstant_splitsWholeSecondsExactly(
      @ForAll int seconds, @ForAll short fraction) {
    BigDecimal instant = BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(fraction, 5));
    InvoiceRequest request = CODEC.readParameters(Map.of("edate", instant.toPlainString()));
    for (long second : Stream.of(-1, 0, 1).map(step -> instant.longValue() + step).toList()) {
      boolean isBefore = BigDecimal.valueOf(second).compareTo(instant) < 0;
      assertThat(Instant.ofEpochSecond(second).isBefore(request.end())).isEqualTo(isBefore);
    }
  }
}
