package io.offerengine;

import java.util.Random;

/**
 * The seeds and the numbers of cases of tests that draw their cases in a loop.
 *
 * <p>{@code -Dseed=NUMBER} replays the case that a failure names. {@code -DfixedSeeds=NUMBER} tries
 * the same cases in every run, and at most so many: for mutation tests.
 */
public final class Seeds {
  private Seeds() {}

  /** Returns the seed of the first case: a random one, unless a property fixes it. */
  public static long first() {
    Long given = Long.getLong("seed");
    if (given != null) {
      return given;
    }
    return Integer.getInteger("fixedSeeds") == null ? new Random().nextLong() : 1;
  }

  /** Returns how many cases to try. */
  public static int cases(int usual) {
    return Math.min(usual, Integer.getInteger("fixedSeeds", usual));
  }
}
