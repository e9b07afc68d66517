package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * For each country, the codes of the places in this country that a dictionary has.
 *
 * <p><b>Layout.</b> Countries are sorted. The codes of country {@code i} are {@code
 * codes[starts[i], starts[i + 1])}.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class CountryCodes {
  private final String[] countries;
  private final int[] starts;
  private final int[] codes;

  private CountryCodes(String[] countries, int[] starts, int[] codes) {
    this.countries = countries;
    this.starts = starts;
    this.codes = codes;
  }

  /**
   * Groups the places of a dictionary by country.
   *
   * @param keys the collation key of each code
   */
  static CountryCodes of(String[] keys) {
    TreeMap<String, IntArrayList> byCountry = new TreeMap<>();
    for (int code = 0; code < keys.length; code++) {
      String country = Collation.countryOf(keys[code]);
      if (country != null) {
        byCountry.computeIfAbsent(country, unknown -> new IntArrayList()).add(code);
      }
    }
    String[] countries = byCountry.keySet().toArray(new String[0]);
    int[] starts = new int[countries.length + 1];
    IntArrayList codes = new IntArrayList(keys.length);
    int country = 0;
    for (IntArrayList ofOne : byCountry.values()) {
      codes.addAll(ofOne);
      starts[++country] = codes.size();
    }
    return new CountryCodes(countries, starts, codes.toIntArray());
  }

  /** Adds the codes of the places in a country to a bitmap of codes. */
  void set(String country, long[] target) {
    int index = Arrays.binarySearch(countries, country);
    for (int i = index < 0 ? 0 : starts[index]; index >= 0 && i < starts[index + 1]; i++) {
      Bits.set(target, codes[i]);
    }
  }

  long bytes() {
    long bytes =
        Footprint.object(3 * Footprint.REFERENCE)
            + Footprint.array(countries.length, Footprint.REFERENCE)
            + Footprint.array(starts.length, Integer.BYTES)
            + Footprint.array(codes.length, Integer.BYTES);
    for (String country : countries) {
      bytes += Footprint.string(country);
    }
    return bytes;
  }
}
