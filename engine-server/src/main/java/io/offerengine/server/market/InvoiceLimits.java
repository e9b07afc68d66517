package io.offerengine.server.market;

import java.time.Duration;

/**
 * How much reports of invoices may take from others.
 *
 * <p>Each holds one version of the ledger, and with it a connection to the database, for as long as
 * its client takes to read it.
 *
 * @param reportsAtOnce how many may be told at once; more are refused
 * @param reportTime how long one may take, at least; then its connection is cut
 */
public record InvoiceLimits(int reportsAtOnce, Duration reportTime) {
  /** Half of the connections by which a database is read. */
  private static final int DEFAULT_REPORTS = 4;

  /** Enough for a million items at 200 kB a second. */
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  /** Checks that there is room for a report. */
  public InvoiceLimits {
    if (reportsAtOnce < 1) {
      throw new IllegalArgumentException("reportsAtOnce must be at least 1: " + reportsAtOnce);
    }
  }

  /** Returns 4 reports at once, each in up to 10 minutes. */
  public static InvoiceLimits defaults() {
    return new InvoiceLimits(DEFAULT_REPORTS, DEFAULT_TIME);
  }
}
