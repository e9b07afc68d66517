package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Good and bad texts with random damage, and any bytes at all: each is read, or refused in our own
 * words with its place, and nothing else happens.
 */
public class MutatedInputTest {
  private static final SearchCodec REQUESTS = new SearchCodec(MarketplaceSchema.schema());
  private static final OfferCodec OFFERS = new OfferCodec(MarketplaceSchema.schema());
  private static final TemplateCodec TEMPLATES = new TemplateCodec(MarketplaceSchema.schema());
  private static final InvoiceCodec INVOICES = new InvoiceCodec();

  private static final List<byte[]> REQUEST_TEXTS =
      texts("requests.golden", "request-errors.golden");
  private static final List<byte[]> OFFER_TEXTS = texts("offer-errors.golden");

  private static final List<byte[]> TEMPLATE_TEXTS =
      texts("templates.golden", "template-errors.golden");

  private static final List<byte[]> INVOICE_TEXTS =
      texts("ledger.golden", "ledger-errors.golden", "identities.golden", "identity-errors.golden");

  private static final List<byte[]> INVOICE_QUERIES =
      texts("invoice-requests.golden", "invoice-request-errors.golden");

  private static final List<String> BITS =
      List.of(
          "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "null", "true", "NaN", "-",
          "1e999", "0.", "01", "\u0000", "\n", "\r", "é", "\uFEFF", "/*", "'", "eq", "in", "any");

  private static final String PARTS_OF_LINES =
      "-0 1E .5 12345678901234567890 9007199254740993 \"id\":1, \"offers\":[], \"x\":{}, \"x\":1,";

  /** What damages a text, wherever it is put. */
  private static final List<String> SPLICES =
      Stream.of(
              BITS.stream(), Stream.of("\r\n", " ", "\t"), Stream.of(PARTS_OF_LINES.split(" ", -1)))
          .flatMap(each -> each)
          .toList();

  /** Returns the texts of golden files. */
  public static List<byte[]> texts(String... goldenFiles) {
    return Stream.of(goldenFiles)
        .flatMap(GoldenFile::cases)
        .map(each -> ((String) each.get()[0]).getBytes(UTF_8))
        .toList();
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readRequest_ofADamagedText_readsOrRefuses(@ForAll long seed) {
    byte[] text = damaged(REQUEST_TEXTS, new Random(seed));
    try {
      assertThat(REQUESTS.readRequest(text).query()).isNotNull();
    } catch (JsonException e) {
      Refusal.requireOurWords(e, text);
    }
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void read_ofDamagedOffers_readsOrRefuses(@ForAll long seed) {
    byte[] text = damaged(OFFER_TEXTS, new Random(seed));
    List<Long> ids = new ArrayList<>();
    try {
      OFFERS.read(new ByteArrayInputStream(text)).forEachRemaining(offer -> ids.add(offer.id()));
    } catch (JsonException e) {
      Refusal.requireOurWords(e, text);
    }
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readTemplate_ofADamagedText_readsOrRefuses(@ForAll long seed) {
    readOrRefuse(damaged(TEMPLATE_TEXTS, new Random(seed)));
  }

  /** An edit whose name was damaged is one of the image alone: its content makes no template. */
  @Example
  void readTemplate_ofAnEdit_readsBackWithItsHash() {
    readOrRefuse(damaged(TEMPLATE_TEXTS, new Random(15_718_930_763_977L)));
  }

  /** What is read has a content that reads back as itself; that of an edit, with its hash. */
  private static void readOrRefuse(byte[] text) {
    TemplateRequest request;
    try {
      request = TEMPLATES.readRequest(text);
    } catch (JsonException e) {
      requireOurWords(e, text);
      return;
    }
    byte[] content = request.content();
    byte[] again =
        request
            .editedHash()
            .map(hash -> {
              String members = new String(content, UTF_8).substring(1);
              String comma = members.equals("}") ? "" : ",";
              return ("{\"hash_id\":\"" + hash + "\"" + comma + members).getBytes(UTF_8);
            })
            .orElse(content);
    assertThat(TEMPLATES.readRequest(again).content()).isEqualTo(content);
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readEntry_ofADamagedBody_readsOrRefuses(@ForAll long seed) {
    readBody(damaged(INVOICE_TEXTS, new Random(seed)));
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readEntry_ofAnyBytes_readsOrRefuses(@ForAll byte[] bytes) {
    readBody(bytes);
  }

  private static void readBody(byte[] body) {
    try {
      LedgerEntry entry = INVOICES.readEntry(body);
      assertThat(entry.amount()).isBetween(BigDecimal.ZERO, BigDecimal.TEN.pow(9));
      assertThat(entry.amount().scale()).isBetween(0, 12);
      assertThat(entry.serviceFee().scale()).isBetween(0, 12);
    } catch (JsonException e) {
      requireOurWords(e, body);
    }
    try {
      assertThat(INVOICES.readIdentity(body).parts()).hasSize(IdentityPart.values().length);
    } catch (JsonException e) {
      requireOurWords(e, body);
    }
  }

  /** What is missing has no place. */
  private static void requireOurWords(JsonException e, byte[] text) {
    if (!e.problem().matches("a (template|ledger entry) needs.*")) {
      Refusal.requireOurWords(e, text);
    }
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void readParameters_ofADamagedValue_readsOrRefuses(@ForAll long seed) {
    Random random = new Random(seed);
    String query = new String(damaged(INVOICE_QUERIES, random), UTF_8);
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
        InvoiceRequest request = INVOICES.readParameters(parameters);
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
    InvoiceRequest request = INVOICES.readParameters(Map.of("edate", instant.toPlainString()));
    for (long second : Stream.of(-1, 0, 1).map(step -> instant.longValue() + step).toList()) {
      boolean isBefore = BigDecimal.valueOf(second).compareTo(instant) < 0;
      assertThat(Instant.ofEpochSecond(second).isBefore(request.end())).isEqualTo(isBefore);
    }
  }

  /** Returns one of some texts with random damage. */
  public static byte[] damaged(List<byte[]> texts, Random random) {
    return damaged(texts.get(random.nextInt(texts.size())), 0, 1 + random.nextInt(3), random);
  }

  /**
   * Returns a text with random damage.
   *
   * @param first the first index that may be damaged, unless the text is shorter
   * @param times in how many places the text is damaged
   */
  public static byte[] damaged(byte[] whole, int first, int times, Random random) {
    byte[] text = whole;
    for (int i = 0; i < times; i++) {
      byte[] splice =
          random.nextInt(8) == 0
              ? new byte[] {(byte) random.nextInt()}
              : SPLICES.get(random.nextInt(SPLICES.size())).getBytes(UTF_8);
      int at = Math.min(text.length, first + random.nextInt(text.length + 1));
      int dropped = random.nextBoolean() ? 0 : random.nextInt(Math.min(4, text.length - at) + 1);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(text, 0, at);
      out.writeBytes(splice);
      out.write(text, at + dropped, text.length - at - dropped);
      text = out.toByteArray();
    }
    return text;
  }
}
