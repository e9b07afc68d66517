package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceReport;
import io.offerengine.json.invoice.InvoiceRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports billing histories from a {@link BillingLedger}.
 *
 * <p>The summary covers the calendar month, in UTC, in which the report begins, including entries
 * dated later in that month.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, sections 2.3 and 4.2; docs/operating.md.
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
   * Reports on a user from one version of the ledger, the present one.
   *
   * <p><b>Cost.</b> A page of items in memory. The report reads each page when it is asked for, so
   * that a slow reader holds no connection to a database.
   *
   * @param user the user's number, from 1
   * @return a report whose methods throw an {@link io.offerengine.query.EngineException} if the
   *     ledger can't be read
   * @throws io.offerengine.query.EngineException if the ledger can't be read
   */
  public InvoiceReport report(long user, InvoiceRequest request) {
    LocalDate month =
        Instant.ofEpochSecond((long) Math.floor(clock.getAsDouble()))
            .atOffset(ZoneOffset.UTC)
            .toLocalDate()
            .withDayOfMonth(1);
    return ledger.read(
        user,
        account ->
            new PagedReport(
                ledger,
                user,
                request,
                account.newest(),
                account.identity(),
                account.current(firstSecond(month), firstSecond(month.plusMonths(1)))));
  }

  private static long firstSecond(LocalDate day) {
    return day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
  }

  private record PagedReport(
      BillingLedger ledger,
      long user,
      InvoiceRequest request,
      long newest,
      BillingIdentity identity,
      CurrentSummary current)
      implements InvoiceReport {
    @Override
    public void forEachItem(Consumer<? super InvoiceItem> consumer) {
      for (List<InvoiceItem> page = page(null);
          !page.isEmpty();
          page = page(page.get(page.size() - 1))) {
        page.forEach(consumer);
      }
    }

    private List<InvoiceItem> page(@Nullable InvoiceItem after) {
      return ledger.read(user, account -> account.page(request, newest, after));
    }
  }
}
