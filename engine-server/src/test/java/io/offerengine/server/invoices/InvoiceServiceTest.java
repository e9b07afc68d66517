package io.offerengine.server.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of the running month. */
class InvoiceServiceTest {
  /** An account that records the month it was asked for. */
  private record AskedAccount(List<Long> months) implements BillingLedger.Account {
    @Override
    public long newest() {
      return 0;
    }

    @Override
    public List<InvoiceItem> page(InvoiceRequest request, long newest, InvoiceItem after) {
      return List.of();
    }

    @Override
    public BillingIdentity identity() {
      return BillingIdentity.EMPTY;
    }

    @Override
    public CurrentSummary current(long monthStart, long monthEnd) {
      months.add(monthStart);
      months.add(monthEnd);
      return new CurrentSummary(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);
    }
  }

  /** A ledger with one account. */
  private record OneAccount(Account account) implements BillingLedger {
    @Override
    public <T> T read(long user, Function<? super Account, T> reading) {
      return reading.apply(account);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-18T08:56:40Z, 0.25, 2026-07-01T00:00Z, 2026-08-01T00:00Z",
    "2026-07-01T00:00:00Z, 0, 2026-07-01T00:00Z, 2026-08-01T00:00Z",
    "2026-07-31T23:59:59Z, 0.999, 2026-07-01T00:00Z, 2026-08-01T00:00Z",
    "2026-12-31T23:59:59Z, 0.5, 2026-12-01T00:00Z, 2027-01-01T00:00Z",
    "2024-02-29T12:00:00Z, 0, 2024-02-01T00:00Z, 2024-03-01T00:00Z",
    "1969-12-31T23:59:59Z, 0.5, 1969-12-01T00:00Z, 1970-01-01T00:00Z",
  })
  void report_asksForTheMonthOfTheClock(
      OffsetDateTime now, double fraction, OffsetDateTime start, OffsetDateTime end) {
    List<Long> months = new ArrayList<>();
    BillingLedger ledger = new OneAccount(new AskedAccount(months));
    new InvoiceService(ledger, () -> now.toEpochSecond() + fraction)
        .report(7, InvoiceRequest.DEFAULT);
    assertThat(months).containsExactly(start.toEpochSecond(), end.toEpochSecond());
  }
}
