package io.offerengine.internal.saved;

import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Collects the searches with which a set begins, so that they are indexed once.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class SearchLoad {
  final Long2ObjectOpenHashMap<SavedSearch> searches = new Long2ObjectOpenHashMap<>();

  /** The arguments that most searches bring. */
  final List<Arguments> usual;

  /** Equal conditions are one object, so that the collected searches take less memory. */
  private final Map<SearchPredicate, SearchPredicate> interned = new HashMap<>();

  /** Creates a load without searches. */
  public SearchLoad(Schema schema) {
    this.usual =
        Stream.concat(Arguments.usual(schema).stream(), Arguments.usualNumbers(schema).stream())
            .toList();
  }

  /** Adds a search; a search with the same identifier is replaced. */
  public void add(long id, Query query) {
    List<SearchPredicate> predicates = new ArrayList<>();
    for (SearchPredicate each : SavedSearch.of(id, query, usual).predicates()) {
      predicates.add(interned.computeIfAbsent(each, any -> any));
    }
    searches.put(id, new SavedSearch(id, List.copyOf(predicates)));
  }

  /** Returns the number of searches. */
  public int size() {
    return searches.size();
  }
}
