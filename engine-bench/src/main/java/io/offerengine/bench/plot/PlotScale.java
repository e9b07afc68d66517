package io.offerengine.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A logarithmic scale from times to heights, from a power of ten to another one.
 *
 * @param lowest exponent of the smallest time, in µs
 * @param highest exponent of the largest one
 * @param top where the largest one is drawn
 * @param height from there to the smallest one
 */
public record PlotScale(int lowest, int highest, double top, double height) {
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  /** Returns a scale that has room for times from one to another, in µs. */
  public static PlotScale of(double smallest, double largest, double top, double height) {
    int lowest = (int) Math.floor(Math.log10(Math.max(smallest, 1e-3)));
    int highest = (int) Math.ceil(Math.log10(Math.max(largest, 1e-3)));
    return new PlotScale(lowest, Math.max(highest, lowest + 1), top, height);
  }

  /** Returns where a time is drawn, in µs. */
  public double y(double micros) {
    double share = (Math.log10(Math.max(micros, 1e-3)) - lowest) / (highest - lowest);
    return top + height * (1 - share);
  }

  /** Returns the powers of ten. */
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (int exponent = lowest; exponent <= highest; exponent++) {
      ticks.add(Math.pow(10, exponent));
    }
    return ticks;
  }

  /** Returns a time with its unit. */
  public static String label(double micros) {
    if (micros >= MICROS_PER_SECOND) {
      return number(micros / MICROS_PER_SECOND) + " s";
    }
    return micros >= MICROS_PER_MILLI
        ? number(micros / MICROS_PER_MILLI) + " ms"
        : number(micros) + " µs";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.3g" : "%.0f", value);
  }
}
