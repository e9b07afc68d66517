package io.offerengine.testing;

import java.util.Random;

/**
 * The seeds of tests that draw their cases.
 *
 * <p>Every run draws the same cases, unless {@code -Dseeds=new} asks for new ones, as the profile
 * {@code full} does. A failure names the seed of its case, and {@code -Dseed=NUMBER} draws that
 * case alone.
 */
public final class Seeds {
  private Seeds() {}

  /** Returns the seed of the first case. */
  public static long first() {
    Long given = Long.getLong("seed");
    if (given != null) {
      return given;
    }
    return areNew() ? new Random().nextLong() : 1;
  }

  /**
   * Returns how many cases to draw: the usual number, at most {@code -DmostCases}, and one if a
   * seed is given.
   */
  public static int cases(int usual) {
    return Long.getLong("seed") == null
        ? Math.min(usual, Integer.getInteger("mostCases", usual))
        : 1;
  }

  /** Whether each run draws new cases. */
  static boolean areNew() {
    return "new".equals(System.getProperty("seeds"));
  }
}
