package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The codes of a dictionary's places by the country that they lie in.
 *
 * <p><b>Layout.</b> The codes of country {@code i} are {@code codes[starts[i], starts[i + 1])}.
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

  /** Returns the countries of places, given by collation key. */
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

  /** Sets the codes of the places in a country in a bitmap. */
  void set(String country, long[] target) {
    int place = Arrays.binarySearch(countries, country);
    for (int i = place < 0 ? 0 : starts[place]; place >= 0 && i < starts[place + 1]; i++) {
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
