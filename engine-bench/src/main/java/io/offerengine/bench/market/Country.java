package io.offerengine.bench.market;

import java.util.List;

/**
 * A country with machines.
 *
 * @param code its two letters
 * @param geolocode the number of the country in the marketplace
 * @param regions the texts that may precede the code, the empty text included
 * @param datacenterWeight its weight among machines with datacenter GPUs
 * @param otherWeight its weight among all others
 */
record Country(
    String code,
    long geolocode,
    List<String> regions,
    double datacenterWeight,
    double otherWeight) {

  private static final int COLUMNS = 6;
  private static final double MACHINES_2023 = 5_325;
  private static final double OFFERS_2026 = 31.9;

  /** Every country of the market: resource {@code countries.csv}, which names its sources. */
  private static final List<Country> ALL =
      ResourceTable.read("countries.csv", COLUMNS).stream().map(Country::parse).toList();

  /** The countries of machines with datacenter GPUs. */
  static final Shares<Country> OF_DATACENTERS = Shares.of(ALL, Country::datacenterWeight);

  /** The countries of all other machines: the mean of the shares of 2023 and of 2026. */
  static final Shares<Country> OF_OTHERS = Shares.of(ALL, Country::otherWeight);

  /** Returns a location in the country as offers print it, such as {@code Montana, US}. */
  String location(Draws draws) {
    return regions.get(draws.below(regions.size())) + ", " + code;
  }

  private static Country parse(String[] cells) {
    String code = cells[0];
    double otherWeight =
        Double.parseDouble(cells[1]) / MACHINES_2023 + Double.parseDouble(cells[2]) / OFFERS_2026;
    return new Country(
        code,
        cells[4].isEmpty() ? derivedGeolocode(code) : Long.parseLong(cells[4]),
        List.of(cells[5].split("\\|", -1)),
        Double.parseDouble(cells[3]),
        otherWeight);
  }

  private static long derivedGeolocode(String code) {
    return Draws.mix(code.charAt(0) * 31L + code.charAt(1)) >>> 33;
  }
}
