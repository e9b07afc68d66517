package io.offerengine.bench.peers;

import static com.googlecode.cqengine.query.QueryFactory.and;
import static com.googlecode.cqengine.query.QueryFactory.applyThresholds;
import static com.googlecode.cqengine.query.QueryFactory.ascending;
import static com.googlecode.cqengine.query.QueryFactory.attribute;
import static com.googlecode.cqengine.query.QueryFactory.descending;
import static com.googlecode.cqengine.query.QueryFactory.equal;
import static com.googlecode.cqengine.query.QueryFactory.greaterThanOrEqualTo;
import static com.googlecode.cqengine.query.QueryFactory.lessThanOrEqualTo;
import static com.googlecode.cqengine.query.QueryFactory.nullableAttribute;
import static com.googlecode.cqengine.query.QueryFactory.orderBy;
import static com.googlecode.cqengine.query.QueryFactory.queryOptions;
import static com.googlecode.cqengine.query.QueryFactory.threshold;

import com.googlecode.cqengine.ConcurrentIndexedCollection;
import com.googlecode.cqengine.IndexedCollection;
import com.googlecode.cqengine.attribute.Attribute;
import com.googlecode.cqengine.attribute.support.SimpleFunction;
import com.googlecode.cqengine.index.hash.HashIndex;
import com.googlecode.cqengine.index.navigable.NavigableIndex;
import com.googlecode.cqengine.query.Query;
import com.googlecode.cqengine.query.option.AttributeOrder;
import com.googlecode.cqengine.query.option.EngineThresholds;
import com.googlecode.cqengine.query.option.QueryOptions;
import com.googlecode.cqengine.resultset.ResultSet;
import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.searches.SearchClass.Group;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CQEngine: an indexed collection of objects. An index provides the order of results. Numbers that
 * searches filter or order by have a navigable index, flags and texts a hash index.
 *
 * <p>The peer does not answer searches with other prices or with folding: CQEngine would need
 * custom code for these.
 */
public final class CqEnginePeer extends TablePeer {
  /** The columns that searches order by; every offer of the market has a value. */
  private static final Set<Column> KEYS =
      Set.of(Column.NUM_GPUS, Column.SCORE, Column.DPH_TOTAL, Column.DLPERF_PER_DPHTOTAL);

  private final List<PeerOffer> offers = new ArrayList<>();
  private final IndexedCollection<PeerOffer> collection = new ConcurrentIndexedCollection<>();
  private final Map<Column, Attribute<PeerOffer, Double>> numbers = new EnumMap<>(Column.class);
  private final Map<Column, Attribute<PeerOffer, String>> texts = new EnumMap<>(Column.class);
  private final Attribute<PeerOffer, Long> id = present(Column.ID, Long.class, PeerOffer::id);

  /** Indexes a market. */
  public CqEnginePeer(MarketTable table) {
    super(table);
    for (Column column : Column.values()) {
      switch (column.kind()) {
        case TEXT -> texts.put(column, nullable(column, String.class, offer -> offer.text(column)));
        case FLAG, INTEGER, NUMBER ->
            numbers.put(
                column,
                KEYS.contains(column)
                    ? present(column, Double.class, offer -> offer.number(column))
                    : nullable(column, Double.class, offer -> known(offer.number(column))));
      }
      if (column.kind() == Column.Kind.FLAG) {
        collection.addIndex(HashIndex.onAttribute(number(column)));
      }
    }
    for (Column column : INDEXED) {
      collection.addIndex(NavigableIndex.onAttribute(number(column)));
    }
    texts.values().forEach(text -> collection.addIndex(HashIndex.onAttribute(text)));
    for (int row = 0; row < table.size(); row++) {
      offers.add(PeerOffer.of(table, row));
    }
    collection.addAll(offers);
  }

  private static <A> Attribute<PeerOffer, A> present(
      Column column, Class<A> type, SimpleFunction<PeerOffer, A> value) {
    return attribute(PeerOffer.class, type, column.label(), value);
  }

  private static <A> Attribute<PeerOffer, A> nullable(
      Column column, Class<A> type, SimpleFunction<PeerOffer, @Nullable A> value) {
    return nullableAttribute(PeerOffer.class, type, column.label(), value);
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    Query<PeerOffer> query = query(search.allConditions());
    if (search.answer() == DrawnSearch.Answer.COUNT) {
      return () -> {
        try (ResultSet<PeerOffer> found = collection.retrieve(query)) {
          return new long[] {found.size()};
        }
      };
    }
    if (search.answer() == DrawnSearch.Answer.ALL) {
      return () -> {
        LongArrayList ids = new LongArrayList();
        try (ResultSet<PeerOffer> found = collection.retrieve(query)) {
          found.forEach(offer -> ids.add(offer.id()));
        }
        return ids.toLongArray();
      };
    }
    List<AttributeOrder<PeerOffer>> order = new ArrayList<>();
    for (Ordering key : search.order()) {
      Attribute<PeerOffer, Double> attribute = number(key.column());
      order.add(key.descending() ? descending(attribute) : ascending(attribute));
    }
    order.add(ascending(id));
    return () -> {
      QueryOptions options =
          queryOptions(
              orderBy(order),
              applyThresholds(threshold(EngineThresholds.INDEX_ORDERING_SELECTIVITY, 1.0)));
      try (ResultSet<PeerOffer> found = collection.retrieve(query, options)) {
        return first(found, search.limit());
      }
    };
  }

  private static long[] first(ResultSet<PeerOffer> found, int limit) {
    long[] ids = new long[limit];
    int size = 0;
    for (Iterator<PeerOffer> each = found.iterator(); size < limit && each.hasNext(); ) {
      ids[size++] = each.next().id();
    }
    return Arrays.copyOf(ids, size);
  }

  private Query<PeerOffer> query(List<Comparison> conditions) {
    List<Query<PeerOffer>> queries = new ArrayList<>();
    for (Comparison condition : conditions) {
      queries.add(query(condition));
    }
    if (queries.size() == 1) {
      return queries.get(0);
    }
    return and(queries.get(0), queries.get(1), queries.subList(2, queries.size()));
  }

  private Query<PeerOffer> query(Comparison condition) {
    Column column = condition.column();
    Attribute<PeerOffer, String> attribute = texts.get(column);
    String text = condition.text();
    if (attribute != null && text != null) {
      return equal(attribute, text);
    }
    return switch (condition.operator()) {
      case GTE -> greaterThanOrEqualTo(number(column), condition.number());
      case LTE -> lessThanOrEqualTo(number(column), condition.number());
      default -> equal(number(column), condition.number());
    };
  }

  private Attribute<PeerOffer, Double> number(Column column) {
    Attribute<PeerOffer, Double> attribute = numbers.get(column);
    if (attribute == null) {
      throw new IllegalArgumentException(column + " is no number");
    }
    return attribute;
  }

  @Override
  public void update(PriceChange change) {
    table.change(change);
    PeerOffer before = offers.get(change.row());
    PeerOffer after = PeerOffer.of(table, change.row());
    offers.set(change.row(), after);
    collection.update(List.of(before), List.of(after));
  }

  @Override
  public boolean answers(SearchClass kind) {
    return kind.group() != Group.TEXTS && super.answers(kind);
  }

  @Override
  public Object held() {
    return collection;
  }

  @Override
  public void close() {
    collection.clear();
  }
}
