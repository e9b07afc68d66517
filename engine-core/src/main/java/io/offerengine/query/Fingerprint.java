package io.offerengine.query;

import io.offerengine.schema.Parameter;
import it.unimi.dsi.fastutil.HashCommon;

/**
 * The number that tells one query's cursors from another's: a hash of what it asks.
 *
 * <p>Queries that ask the same have the same number, on any JVM; two that differ share one as
 * rarely as two random numbers of 64 bits do. It is no secret and keeps none: whoever makes another
 * query's cursor up gets a page of their own query.
 *
 * <p><b>Cost.</b> Linear in the query, a few nanoseconds for each number and each four characters.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Fingerprint {
  private static final int CHARS = Long.SIZE / Character.SIZE;

  private long hash;

  private Fingerprint() {}

  /** Returns the fingerprint of all but the limit, the page and the deadline. */
  static long of(Query query) {
    Fingerprint all = new Fingerprint();
    all.add(query.schema().name());
    all.add(query.order().size());
    for (SortKey key : query.order()) {
      all.add(key.field().name());
      all.add(key.isDescending());
    }
    all.add(query.fold());
    for (Parameter<?> parameter : query.schema().parameters()) {
      boolean unset = parameter.isClock() && !query.arguments().isGiven(parameter);
      all.add(unset);
      all.add(unset ? 0 : Double.doubleToLongBits(query.arguments().value(parameter)));
    }
    // A sum, since conditions mean the same in any order.
    long[] sum = {0};
    query
        .valueSets()
        .forEach((field, accepted) -> {
          Fingerprint one = new Fingerprint();
          one.add(field.name());
          one.add(accepted);
          sum[0] += one.hash;
        });
    all.add(sum[0]);
    return all.hash;
  }

  private void add(ValueSet accepted) {
    add(accepted.includesAbsent());
    if (accepted instanceof NumericSet numbers) {
      for (int i = 0; i < numbers.rangeCount(); i++) {
        add(numbers.low(i));
        add(numbers.high(i));
      }
    } else if (accepted instanceof TextSet texts) {
      for (TextSet.Cut cut : texts.cuts()) {
        add(cut.after());
        add(cut.key());
      }
    } else {
      add(accepted.toString());
    }
  }

  private void add(String text) {
    int length = text.length();
    add(length);
    for (int from = 0; from < length; from += CHARS) {
      long chars = 0;
      for (int i = from; i < Math.min(from + CHARS, length); i++) {
        chars = chars << Character.SIZE | text.charAt(i);
      }
      add(chars);
    }
  }

  private void add(boolean flag) {
    add(flag ? 1 : 0);
  }

  private void add(long number) {
    hash = HashCommon.murmurHash3(31 * hash + number + 1);
  }
}
