package io.offerengine.bench.market;

/**
 * A stream of pseudo-random draws for one object of the market: a host, a machine or an offer.
 *
 * <p>The seed of the market, a kind of object and an index name a stream. The draws of one object
 * therefore do not depend on the draws of another. The same name gives the same draws on every
 * machine and JVM: draws use integers, IEEE doubles and {@link StrictMath} only.
 *
 * <p><b>How.</b> SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014): a counter with an odd step, finished by Stafford's mix 13. {@link
 * java.util.SplittableRandom} does the same, but does not promise its sequence.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Draws {
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  /** The largest distance of a {@linkplain #near neighbouring} rank. */
  private static final double NEIGHBOURHOOD = 0.06;

  private long state;

  private Draws(long state) {
    this.state = state;
  }

  /** Returns the draws of one object. */
  @SuppressWarnings("EnumOrdinal") // a market has the same bytes as long as kinds keep their places
  public static Draws of(long seed, Kind kind, long index) {
    return new Draws(mix(mix(seed + STEP * (kind.ordinal() + 1)) + STEP * index));
  }

  /**
   * The kinds of objects that have draws of their own. No kind is moved or removed. New ones come
   * last.
   */
  public enum Kind {
    HOST,
    SHAPE,
    HARDWARE,
    NETWORK,
    REPUTATION,
    TERMS,
    OCCUPANCY,
    OFFER,
    ORDER,
    CHANGES,
    QUERIES,
    COMPARISON,
    TITLE
  }

  /** Returns 64 bits that depend on all bits of a value. */
  static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns 64 random bits. */
  public long next() {
    state += STEP;
    return mix(state);
  }

  /** Returns a uniform number in [0, 1). */
  public double unit() {
    return (next() >>> 11) * UNIT;
  }

  /** Returns a uniform integer in [0, bound). */
  public int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** Returns a uniform number in [low, high). */
  public double between(double low, double high) {
    return low + (high - low) * unit();
  }

  /** Returns true with a probability. */
  public boolean chance(double probability) {
    return unit() < probability;
  }

  /** Returns one of several values, all with the same probability. */
  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[below(values.length)];
  }

  /**
   * Returns a uniform rank in [0, 1) that is near another one with a probability, and independent
   * of it otherwise.
   *
   * <p>This method correlates two quantities without changing their distributions: a uniform rank
   * that is moved by a uniform distance, and wrapped around, is uniform again.
   */
  double near(double rank, double probability) {
    double independent = unit();
    double moved = rank + between(-NEIGHBOURHOOD, NEIGHBOURHOOD);
    boolean stays = chance(probability);
    return stays ? moved - Math.floor(moved) : independent;
  }
}
