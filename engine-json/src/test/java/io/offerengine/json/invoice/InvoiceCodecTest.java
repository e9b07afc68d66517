package io.offerengine.json.invoice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What requests for invoices, ledger entries and identities are, and how a report is written. */
class InvoiceCodecTest {
  private static final Instant AT = Instant.ofEpochSecond(5);
  private static final InvoiceCodec CODEC = new InvoiceCodec();

  @Test
  void readParameters_ofNone_isTheDefault() {
    assertThat(CODEC.readParameters(Map.of()))
        .isEqualTo(new InvoiceRequest(false, false, false, Instant.MIN, Instant.MAX));
  }

  @ParameterizedTest
  @CsvSource({
    "false,false,false,PAYMENT PAYOUT",
    "true,false,false,PAYMENT CHARGE PAYOUT",
    "false,false,true,PAYMENT",
    "true,false,true,PAYMENT CHARGE",
    "false,true,false,PAYOUT",
    "true,true,false,PAYOUT",
  })
  void types_followTheFlags(boolean charges, boolean only, boolean no, String types) {
    InvoiceRequest request = new InvoiceRequest(charges, only, no, Instant.EPOCH, Instant.EPOCH);
    assertThat(request.types().stream().map(ItemType::name)).containsExactly(types.split(" "));
  }

  @Test
  void entry_madeInJava_keepsTheSameRules() {
    BigDecimal one = new BigDecimal("1.00");
    LedgerEntry entry = new LedgerEntry("r", ItemType.CHARGE, "", one, BigDecimal.ZERO, AT);
    assertThat(entry)
        .isEqualTo(
            new LedgerEntry("r", ItemType.CHARGE, "", BigDecimal.ONE, new BigDecimal("0.0"), AT));
    assertThatThrownBy(
            () -> new LedgerEntry("r", ItemType.PAYMENT, "\ud83d", one, BigDecimal.ZERO, AT))
        .isInstanceOfSatisfying(
            InvalidQueryException.class, e -> assertThat(e.path()).isEqualTo("/service"))
        .hasMessageContaining("half of a surrogate pair");
    assertThatThrownBy(() -> new LedgerEntry("r", ItemType.PAYMENT, "", one, one, AT))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_VALUE));
    assertThatThrownBy(() -> new BillingIdentity(Map.of(IdentityPart.EMAIL, "a\r\nb")))
        .hasMessageStartingWith("INVALID_VALUE at /email: ");
  }

  @Test
  void readIdentity_ofAnAddressBlock_keepsItsLines() {
    BillingIdentity identity =
        CODEC.readIdentity("{\"bill_to\":\"Ann\\nStreet 1\\r\\nTown\"}".getBytes(UTF_8));
    assertThat(identity.part(IdentityPart.BILL_TO)).isEqualTo("Ann\nStreet 1\r\nTown");
  }

  private record Report(List<InvoiceItem> items, BillingIdentity identity, CurrentSummary current)
      implements InvoiceReport {
    @Override
    public void forEachItem(Consumer<? super InvoiceItem> consumer) {
      items.forEach(consumer);
    }
  }

  private static Report report(InvoiceItem... items) {
    BillingIdentity identity =
        new BillingIdentity(
            Map.of(IdentityPart.USERNAME, "ann", IdentityPart.BILL_TO, "Ann\n\"Co\""));
    CurrentSummary current =
        new CurrentSummary(new BigDecimal("1E+3"), new BigDecimal("0.10"), new BigDecimal("-7.00"));
    return new Report(List.of(items), identity, current);
  }

  @Test
  void writeReport_isTheDocumentedShape() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CODEC.writeReport(
        report(
            new InvoiceItem(1, ItemType.PAYMENT, "stripe", new BigDecimal("12.340000"), AT),
            new InvoiceItem(
                2, ItemType.CHARGE, "", new BigDecimal("1E-12"), Instant.ofEpochSecond(-5)),
            new InvoiceItem(
                3,
                ItemType.PAYOUT,
                "\"\n",
                new BigDecimal("1E+9"),
                Instant.ofEpochSecond(2, 250_000_000))),
        out);
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            "{\"invoices\":["
                + "{\"id\":1,\"type\":\"payment\",\"service\":\"stripe\",\"amount\":-12.34,"
                + "\"timestamp\":5},"
                + "{\"id\":2,\"type\":\"charge\",\"service\":\"\",\"amount\":0.000000000001,"
                + "\"timestamp\":-5},"
                + "{\"id\":3,\"type\":\"payout\",\"service\":\"\\\"\\n\",\"amount\":1000000000,"
                + "\"timestamp\":2.25}],"
                + "\"username\":\"ann\",\"bill_to\":\"Ann\\n\\\"Co\\\"\",\"email\":\"\","
                + "\"fullname\":\"\",\"address1\":\"\",\"address2\":\"\",\"city\":\"\","
                + "\"zip\":\"\",\"country\":\"\",\"taxinfo\":\"\","
                + "\"current\":{\"charges\":1000,\"service_fee\":0.1,\"total\":1000.1,"
                + "\"credit\":-7}}");
  }
}
