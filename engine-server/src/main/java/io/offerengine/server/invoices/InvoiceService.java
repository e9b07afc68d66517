package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceReport;
import io.offerengine.json.invoice.InvoiceRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Reports billing histories from a {@link BillingLedger}.
 *
 * <p>The summary covers the calendar month, in UTC, in which the report begins, including entries
 * dated later in that month.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, sections 2.3 and 4.2; decision 26.
 */
public final class InvoiceService {
  private final BillingLedger ledger;
  private final DoubleSupplier clock;

  /**
   * Creates a service.
   *
   * @param clock returns the seconds since 1970
   */
  public InvoiceService(BillingLedger ledger, DoubleSupplier clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Reports on a user from one version of the ledger.
   *
   * <p><b>Cost.</b> Constant memory: the ledger is read while the report is written.
   *
   * @param user the user's number, from 1
   * @param reading reads the report within this call; if it throws, the exception reaches the
   *     caller
   * @throws io.offerengine.query.EngineException if the ledger can't be read
   */
  public void report(long user, InvoiceRequest request, Consumer<? super InvoiceReport> reading) {
    LocalDate month =
        Instant.ofEpochSecond((long) Math.floor(clock.getAsDouble()))
            .atOffset(ZoneOffset.UTC)
            .toLocalDate()
            .withDayOfMonth(1);
    ledger.read(user, account -> reading.accept(new AccountReport(account, request, month)));
  }

  private record AccountReport(
      BillingLedger.Account account, InvoiceRequest request, LocalDate month)
      implements InvoiceReport {
    @Override
    public void forEachItem(Consumer<? super InvoiceItem> consumer) {
      account.forEachItem(request, consumer);
    }

    @Override
    public BillingIdentity identity() {
      return account.identity();
    }

    @Override
    public CurrentSummary current() {
      return account.current(firstSecond(month), firstSecond(month.plusMonths(1)));
    }

    private static long firstSecond(LocalDate day) {
      return day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }
  }
}
