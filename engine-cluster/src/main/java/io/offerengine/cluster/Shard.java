package io.offerengine.cluster;

import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;

/**
 * One of several parts of all offers. Offers with the same value of the fold field, such as those
 * of one machine, are in the same shard. An offer without this value is in the shard of its
 * identifier.
 *
 * @param index the number of the shard, from 0
 * @param count how many shards there are, from 1 to {@value #MOST}
 */
public record Shard(int index, int count) {
  /** The greatest number of shards. */
  public static final int MOST = 1_024;

  /** The only shard of one. */
  public static final Shard ALL = new Shard(0, 1);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no such shard
   */
  public Shard {
    if (count < 1 || count > MOST || index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "a shard is one of 0 to "
              + (MOST - 1)
              + " of at most "
              + MOST
              + " shards, but this is "
              + index
              + " of "
              + count);
    }
  }

  /** Returns whether an offer belongs to this shard. */
  public boolean holds(Offer offer) {
    return count == 1 || indexOf(offer, count) == index;
  }

  /** Returns whether there is no other shard. */
  public boolean isAll() {
    return count == 1;
  }

  private static int indexOf(Offer offer, int count) {
    Field fold = offer.schema().foldField();
    long key = fold != null && offer.has(fold) ? offer.integer(fold) : offer.id();
    return (int) Long.remainderUnsigned(mix(key), count);
  }

  /**
   * Spreads keys evenly: neighbours, and keys with a common factor, go to different shards. All
   * members must agree, so the constants never change. Source: the finaliser of SplitMix64 (Steele,
   * Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
   */
  private static long mix(long key) {
    long mixed = (key ^ (key >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
