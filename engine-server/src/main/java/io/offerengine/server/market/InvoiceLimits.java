package io.offerengine.server.market;

import java.time.Duration;

/**
 * The limits of running reports of invoices.
 *
 * <p>A report holds one version of the ledger, and a database connection, until its client has read
 * it.
 *
 * @param reportsAtOnce how many reports may run at once; more are refused
 * @param reportTime how long a report may take before its connection is cut
 */
public record InvoiceLimits(int reportsAtOnce, Duration reportTime) {
  /** Half of the database's connections for reading. */
  private static final int DEFAULT_REPORTS = 4;

  /** Enough for a million items at 200 kB per second. */
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  /** Checks that one report may run. */
  public InvoiceLimits {
    if (reportsAtOnce < 1) {
      throw new IllegalArgumentException("reportsAtOnce must be at least 1: " + reportsAtOnce);
    }
  }

  /** Returns the default limits: 4 reports at once, 10 minutes each. */
  public static InvoiceLimits defaults() {
    return new InvoiceLimits(DEFAULT_REPORTS, DEFAULT_TIME);
  }
}
