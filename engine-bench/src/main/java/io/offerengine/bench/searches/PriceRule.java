package io.offerengine.bench.searches;

/**
 * The computation of prices from the type and the storage of a search.
 *
 * <p>Prices are evaluated in double, left to right, like in the engine.
 *
 * @param isBid whether the base price is the smallest bid instead of the list price
 * @param storage GB to be allocated
 */
public record PriceRule(boolean isBid, double storage) {
  /** On demand with 8 GB: the price that is stored as {@link Column#DPH_TOTAL}. */
  public static final PriceRule STANDARD = new PriceRule(false, 8);

  /** The hours of a month, by which monthly prices are divided. */
  public static final double HOURS_PER_MONTH = 720;

  /** Returns the column of the base price. */
  public Column base() {
    return isBid ? Column.MIN_BID : Column.DPH_BASE;
  }

  /** Returns a total price. */
  public double total(double base, double storageCost) {
    return base + storageCost * storage / HOURS_PER_MONTH;
  }

  /** Returns the performance per dollar of a total price; NaN if the price is zero. */
  public static double perTotal(double performance, double total) {
    double ratio = performance / total;
    return Double.isFinite(ratio) ? ratio : Double.NaN;
  }
}
