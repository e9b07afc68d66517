package io.offerengine.internal.saved;

import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Schema;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the searches with which a set begins, so that they are indexed once.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class SearchLoad {
  final List<SavedSearch> searches = new ArrayList<>();
  private final List<Arguments> usual;
  private final Long2IntOpenHashMap positions = new Long2IntOpenHashMap();

  /** Equal conditions are one object, so that the collected searches take less memory. */
  private final Map<SearchPredicate, SearchPredicate> interned = new HashMap<>();

  /** Creates a load without searches. */
  public SearchLoad(Schema schema) {
    this.usual = usual(schema);
    this.positions.defaultReturnValue(-1);
  }

  /** Returns the arguments that most searches bring. */
  static List<Arguments> usual(Schema schema) {
    List<Arguments> usual = new ArrayList<>(Arguments.usual(schema));
    usual.addAll(Arguments.usualNumbers(schema));
    return List.copyOf(usual);
  }

  /** Adds a search; a search with the same identifier is replaced. */
  public void add(long id, Query query) {
    List<SearchPredicate> predicates = new ArrayList<>();
    for (SearchPredicate each : SavedSearch.of(id, query, usual).predicates()) {
      SearchPredicate known = interned.putIfAbsent(each, each);
      predicates.add(known == null ? each : known);
    }
    SavedSearch search = new SavedSearch(id, List.copyOf(predicates));
    int position = positions.putIfAbsent(id, searches.size());
    if (position < 0) {
      searches.add(search);
    } else {
      searches.set(position, search);
    }
  }

  /** Returns the number of searches. */
  public int size() {
    return searches.size();
  }
}
