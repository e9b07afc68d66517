package io.offerengine.query;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.SortKey;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.List;
import java.util.Map;

/**
 * A 64-bit hash of a query. A cursor holds the hash of its query, so that a query can reject the
 * cursors of other queries.
 *
 * <p>The hash covers the schema, the order, the parameters, the accepted values and whether results
 * collapse. Equal queries have the same hash on every JVM. Two different queries have the same hash
 * with a probability of about 2<sup>-64</sup>. The hash is not a protection: a client that forges a
 * cursor only receives a page of its own query.
 *
 * <p><b>Cost.</b> Linear in the size of the query: a few nanoseconds for each number, and for every
 * four characters of a text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Fingerprint {
  private static final int CHARS = Long.SIZE / Character.SIZE;

  private long hash;

  private Fingerprint() {}

  /** Returns the hash of everything except the limit, the cursor and the deadline. */
  static long of(Query query) {
    Fingerprint all = new Fingerprint();
    all.add(query.schema().name());
    all.add(query.order().size());
    for (SortKey key : query.order()) {
      all.add(key.field().name());
      all.add(key.isDescending());
      if (key.field().type() == FieldType.PLACE) {
        all.add(true); // Tells it from cursors of builds whose keys of places have no country.
      }
    }
    all.add(query.fold());
    for (Parameter<?> parameter : query.schema().parameters()) {
      if (!parameter.object().isEmpty()) {
        all.addMember(parameter, query.arguments().value(parameter));
        continue;
      }
      boolean unset = parameter.isClock() && !query.arguments().isGiven(parameter);
      all.add(unset);
      all.add(unset ? 0 : Double.doubleToLongBits(query.arguments().value(parameter)));
    }
    all.add(sum(query.valueSets()));
    if (!query.alternatives().isEmpty()) {
      all.add(sum(query.alternatives()));
    }
    return all.hash;
  }

  /** Adds a member of an object, unless it is as by default: tokens of other queries stay valid. */
  private void addMember(Parameter<?> parameter, double value) {
    if (value != parameter.defaultValue()) {
      add(parameter.name());
      add(Double.doubleToLongBits(value));
    }
  }

  /** Sums the hashes of the fields, because the order of conditions does not matter. */
  private static long sum(Map<Field, ValueSet> valueSets) {
    long[] sum = {0};
    valueSets.forEach((field, accepted) -> {
      Fingerprint one = new Fingerprint();
      one.add(field.name());
      one.add(accepted);
      sum[0] += one.hash;
    });
    return sum[0];
  }

  private static long sum(List<Alternatives> lists) {
    long sum = 0;
    for (Alternatives list : lists) {
      long ofList = 0;
      for (Map<Field, ValueSet> conjunction : list.conjunctions()) {
        Fingerprint one = new Fingerprint();
        one.add(sum(conjunction));
        ofList += one.hash;
      }
      Fingerprint one = new Fingerprint();
      one.add(ofList);
      sum += one.hash;
    }
    return sum;
  }

  /** Adds a set part by part; a part of any length but the last follows its length. */
  @SuppressWarnings("EnumOrdinal") // the order of quantifiers is part of tokens
  private void add(ValueSet accepted) {
    add(accepted.includesAbsent());
    if (accepted instanceof NumericSet numbers) {
      for (int i = 0; i < numbers.rangeCount(); i++) {
        add(numbers.low(i));
        add(numbers.high(i));
      }
    } else if (accepted instanceof TextSet texts) {
      addTexts(texts);
    } else if (accepted instanceof ListSet lists) {
      add(lists.excludesPresent());
      add(lists.terms().size());
      for (ListSet.Term term : lists.terms()) {
        add(term.quantifier().ordinal());
        add(term.values().size());
        for (Object value : term.values()) {
          add(value instanceof Long);
          if (value instanceof Long integer) {
            add(integer.longValue());
          } else {
            add((String) value);
          }
        }
      }
    }
  }

  private void addTexts(TextSet texts) {
    if (texts.hasPatterns()) {
      add(texts.cuts().size());
    }
    for (TextSet.Cut cut : texts.cuts()) {
      add(cut.after());
      add(cut.key());
    }
    if (texts.hasPatterns()) {
      add(texts.patterns().size());
    }
    for (Pattern pattern : texts.patterns()) {
      add(pattern.isPrefix);
      add(pattern.isExcluded);
      add(pattern.text);
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
