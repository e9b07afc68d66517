package io.offerengine.server.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The oracle of a ledger: one user's entries as a plain list, with the rules step by step. */
final class NaiveLedger {
  /** Compares items; amounts compare by value. */
  static final Comparator<InvoiceItem> BY_VALUE =
      Comparator.comparing(InvoiceItem::timestamp)
          .thenComparingLong(InvoiceItem::id)
          .thenComparing(InvoiceItem::type)
          .thenComparing(InvoiceItem::service)
          .thenComparing(InvoiceItem::amount);

  private final List<InvoiceItem> items = new ArrayList<>();
  private final List<LedgerEntry> entries = new ArrayList<>();

  void add(long id, LedgerEntry entry) {
    entries.add(entry);
    items.add(
        new InvoiceItem(id, entry.type(), entry.service(), entry.amount(), entry.timestamp()));
  }

  List<InvoiceItem> items(InvoiceRequest request) {
    List<InvoiceItem> listed = new ArrayList<>();
    for (InvoiceItem item : items) {
      boolean isWanted =
          switch (item.type()) {
            case PAYMENT -> !request.onlyPayouts();
            case CHARGE -> request.incCharges() && !request.onlyPayouts();
            case PAYOUT -> !request.noPayouts();
          };
      if (isWanted
          && !item.timestamp().isBefore(request.start())
          && item.timestamp().isBefore(request.end())) {
        listed.add(item);
      }
    }
    listed.sort(BY_VALUE);
    return listed;
  }

  /** Checks the summary of an account at an instant. */
  void requireCurrent(CurrentSummary current, double now) {
    BigDecimal charges = BigDecimal.ZERO;
    BigDecimal fees = BigDecimal.ZERO;
    BigDecimal credit = BigDecimal.ZERO;
    for (LedgerEntry entry : entries) {
      if (entry.type() == ItemType.CHARGE
          && month(entry.timestamp().getEpochSecond()).equals(month((long) Math.floor(now)))) {
        charges = charges.add(entry.amount());
        fees = fees.add(entry.serviceFee());
      }
      credit =
          entry.type() == ItemType.PAYMENT
              ? credit.add(entry.amount())
              : credit.subtract(entry.amount()).subtract(entry.serviceFee());
    }
    assertThat(current.charges()).isEqualByComparingTo(charges);
    assertThat(current.serviceFee()).isEqualByComparingTo(fees);
    assertThat(current.total()).isEqualByComparingTo(charges.add(fees));
    assertThat(current.credit()).isEqualByComparingTo(credit);
  }

  /** Returns the month of an instant, in seconds since 1970. */
  static YearMonth month(long seconds) {
    return YearMonth.from(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC));
  }
}
