package io.offerengine.bench.peers;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.query.OfferValues;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A way to find the saved searches that an offer satisfies. The identifier of a search is its
 * position in the list of searches.
 */
public interface SearchFinder {
  /** The time of every match. */
  Instant TIME = TimeKey.ofSeconds(OfferGenerator.NOW);

  /** Finds all searches that an offer satisfies. */
  void find(Offer offer, LongConsumer sink);

  /**
   * Finds the searches that an offer satisfies after a change, and did not satisfy before.
   *
   * @param before null for a new offer
   */
  default void findNew(@Nullable Offer before, Offer after, LongConsumer sink) {
    if (before == null) {
      find(after, sink);
      return;
    }
    LongOpenHashSet known = new LongOpenHashSet();
    find(before, known::add);
    find(
        after,
        search -> {
          if (!known.contains(search)) {
            sink.accept(search);
          }
        });
  }

  /** Returns the engine's saved searches. */
  static SearchFinder engine(SavedSearches searches) {
    return new SearchFinder() {
      @Override
      public void find(Offer offer, LongConsumer sink) {
        searches.match(offer, TIME, sink);
      }

      @Override
      public void findNew(@Nullable Offer before, Offer after, LongConsumer sink) {
        searches.matchChange(before, after, TIME, sink);
      }
    };
  }

  /** Returns a loop over all searches, which ends a search at its first refusal. */
  static SearchFinder loop(List<Query> searches) {
    Map<Arguments, Arguments> known = new HashMap<>();
    Condition[][] all = new Condition[searches.size()][];
    for (int i = 0; i < all.length; i++) {
      all[i] = conditions(searches.get(i), known);
    }
    return (offer, sink) -> {
      OfferValues values = new OfferValues(offer, OfferGenerator.NOW);
      for (int i = 0; i < all.length; i++) {
        boolean isSatisfied = true;
        for (Condition each : all[i]) {
          if (!values.satisfies(each.field, each.accepted, each.arguments)) {
            isSatisfied = false;
            break;
          }
        }
        if (isSatisfied) {
          sink.accept(i);
        }
      }
    };
  }

  /**
   * Returns the counting algorithm of publish and subscribe systems: each distinct condition is
   * checked once and counts for its searches; a search whose conditions all count is found.
   */
  static SearchFinder counting(List<Query> searches) {
    Map<Arguments, Arguments> known = new HashMap<>();
    Map<Condition, List<Integer>> byCondition = new HashMap<>();
    int[] needed = new int[searches.size()];
    for (int i = 0; i < needed.length; i++) {
      Condition[] own = conditions(searches.get(i), known);
      needed[i] = own.length;
      for (Condition each : own) {
        byCondition.computeIfAbsent(each, any -> new ArrayList<>()).add(i);
      }
    }
    Condition[] distinct = byCondition.keySet().toArray(Condition[]::new);
    int[][] postings = new int[distinct.length][];
    for (int i = 0; i < distinct.length; i++) {
      postings[i] =
          Objects.requireNonNull(byCondition.get(distinct[i])).stream()
              .mapToInt(Integer::intValue)
              .toArray();
    }
    return (offer, sink) -> {
      OfferValues values = new OfferValues(offer, OfferGenerator.NOW);
      byte[] counts = new byte[needed.length];
      for (int i = 0; i < distinct.length; i++) {
        Condition each = distinct[i];
        if (values.satisfies(each.field, each.accepted, each.arguments)) {
          for (int search : postings[i]) {
            counts[search]++;
          }
        }
      }
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] == needed[i]) {
          sink.accept(i);
        }
      }
    };
  }

  /**
   * A condition of a search.
   *
   * @param arguments those of the search if the field is computed
   */
  record Condition(Field field, ValueSet accepted, @Nullable Arguments arguments) {}

  /**
   * Returns the conditions of a search without alternatives.
   *
   * @param known equal arguments become one object, so that values are not computed again
   */
  static Condition[] conditions(Query search, Map<Arguments, Arguments> known) {
    Arguments arguments = known.computeIfAbsent(search.arguments(), any -> any);
    List<Condition> conditions = new ArrayList<>();
    search
        .valueSets()
        .forEach((field, accepted) ->
            conditions.add(
                new Condition(field, accepted, field.formula() == null ? null : arguments)));
    return conditions.toArray(Condition[]::new);
  }
}
