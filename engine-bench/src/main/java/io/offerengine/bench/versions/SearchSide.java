package io.offerengine.bench.versions;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The searches and updates of all classes in the engine or in one of its peers.
 *
 * <p>An update is applied when its draw is run, and undone when the draw is run again. One in ten
 * updates with a condition is refused instead. Turning to another class undoes what is left. So two
 * sides that run the same draws hold the same market, and every class begins with the market from
 * which it was drawn.
 */
public final class SearchSide implements TimedVersion {
  private static final int READS_PER_UPDATE = 19;
  private static final int UPDATES_PER_REFUSAL = 10;
  private static final long[] NOTHING = {};

  private final Peer peer;
  private final MarketDraws draws;
  private final UnaryOperator<SearchClass> choice;
  private final Map<SearchClass, PreparedSearch[]> prepared = new EnumMap<>(SearchClass.class);
  private final BitSet updated = new BitSet();

  /** The updates that were left before the first class. */
  private final BitSet updatedFirst = new BitSet();

  private SearchClass kind = SearchClass.Q1;
  private PreparedSearch[] searches = {};
  private long[] found = NOTHING;
  private int last;
  private int reads;

  /** Creates the side of a peer, which runs the draws of each class. */
  public SearchSide(Peer peer, MarketDraws draws) {
    this(peer, draws, UnaryOperator.identity());
  }

  /**
   * Creates a side that runs the draws of related classes.
   *
   * @param choice maps a class to the class whose draws are run
   */
  public SearchSide(Peer peer, MarketDraws draws, UnaryOperator<SearchClass> choice) {
    this.peer = peer;
    this.draws = draws;
    this.choice = choice;
  }

  /**
   * Applies drawn updates, and undoes them, alternately.
   *
   * @param count the number of changes; the market is as before if it is a multiple of twice the
   *     draws
   */
  public void update(int count) throws Exception {
    List<PriceChange> changes = draws.updates();
    List<PriceChange> restorations = draws.restorations();
    for (int i = 0; i < count; i++) {
      int draw = i % changes.size();
      peer.update((updated.get(draw) ? restorations : changes).get(draw));
      updated.flip(draw);
      updatedFirst.flip(draw);
    }
  }

  @Override
  public int turnTo(String name) throws Exception {
    BitSet changed = (BitSet) updated.clone();
    changed.xor(updatedFirst);
    for (int draw = changed.nextSetBit(0); draw >= 0; draw = changed.nextSetBit(draw + 1)) {
      toggle(draw);
    }
    kind = choice.apply(SearchClass.valueOf(name));
    if (kind.group() == SearchClass.Group.SAVED || !peer.answers(kind)) {
      return 0;
    }
    searches = prepared(kind);
    return kind.isUpdate() ? draws.updates().size() : searches.length;
  }

  private PreparedSearch[] prepared(SearchClass wanted) throws Exception {
    PreparedSearch[] known = prepared.get(wanted);
    if (known == null) {
      List<DrawnSearch> drawn = draws.searches(wanted);
      known = new PreparedSearch[drawn.size()];
      for (int i = 0; i < known.length; i++) {
        known[i] = peer.prepare(drawn.get(i));
      }
      prepared.put(wanted, known);
    }
    return known;
  }

  @Override
  public long run(int draw) throws Exception {
    last = draw;
    if (kind.isUpdate()) {
      long start = System.nanoTime();
      toggle(draw);
      return System.nanoTime() - start;
    }
    PreparedSearch search = searches[draw];
    long start = System.nanoTime();
    found = search.run();
    long took = System.nanoTime() - start;
    if (kind == SearchClass.MIX && ++reads % READS_PER_UPDATE == 0) {
      toggle(draw);
    }
    return took;
  }

  private void toggle(int draw) throws Exception {
    boolean undoes = updated.get(draw);
    if (kind != SearchClass.U2) {
      peer.update(change(draw, undoes));
      updated.flip(draw);
      return;
    }
    boolean isRefused = draw % UPDATES_PER_REFUSAL == 0;
    if (peer.updateIf(change(draw, undoes != isRefused)) == isRefused) {
      throw new IllegalStateException(
          "the update " + draw + " was not decided as its condition says");
    }
    if (!isRefused) {
      updated.flip(draw);
    }
  }

  private PriceChange change(int draw, boolean undoes) {
    return (undoes ? draws.restorations() : draws.updates()).get(draw);
  }

  /** Returns what the last draw found; after an update, what a search finds then. */
  @Override
  public long[] found() throws Exception {
    if (kind.isUpdate()) {
      found = searches[last].run();
    }
    if (kind.variant() == SearchClass.Variant.ALL) {
      found = found.clone();
      Arrays.sort(found);
    }
    return found;
  }
}
