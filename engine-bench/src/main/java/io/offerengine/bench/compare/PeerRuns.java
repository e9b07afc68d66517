package io.offerengine.bench.compare;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The runs of one peer, one for each class. A run repeats the draws of the class in turn.
 *
 * <p>A duration is the difference of a {@link Clock} around a call, and includes copying the
 * identifiers of the answer. The first answer to each draw is checked after its duration was
 * measured. Updates are applied and undone in turn, so that every class begins with the market from
 * which it was drawn.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class PeerRuns {
  private static final int READS_PER_UPDATE = 19;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Peer peer;
  private final MarketDraws draws;
  private final Expected expected;
  private final Settings settings;
  private final Blackhole blackhole =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is"
              + " dangerous.");

  PeerRuns(Peer peer, MarketDraws draws, Expected expected, Settings settings) {
    this.peer = peer;
    this.draws = draws;
    this.expected = expected;
    this.settings = settings;
  }

  /** Prepares a class. */
  CellRun of(SearchClass kind) throws Exception {
    return switch (kind) {
      case U1 -> new Updates();
      case MIX -> new Mix(prepare(kind));
      default -> new Searches(kind, prepare(kind));
    };
  }

  /** Applies every update and undoes it. */
  void updateOnce() throws Exception {
    updateAll();
    restoreAll();
  }

  private void updateAll() throws Exception {
    for (PriceChange change : draws.updates()) {
      peer.update(change);
    }
  }

  private void restoreAll() throws Exception {
    for (PriceChange change : draws.restorations()) {
      peer.update(change);
    }
  }

  private PreparedSearch[] prepare(SearchClass kind) throws Exception {
    List<DrawnSearch> searches = draws.searches(kind);
    PreparedSearch[] prepared = new PreparedSearch[searches.size()];
    for (int i = 0; i < prepared.length; i++) {
      prepared[i] = peer.prepare(searches.get(i));
    }
    return prepared;
  }

  /** Checks the answers of searches by price, as many as the time of a class allows. */
  private void checkAll(boolean updated) throws Exception {
    PreparedSearch[] searches = prepare(Expected.UPDATED);
    long end = settings.clock().nanos() + (long) (settings.seconds() * NANOS_PER_SECOND);
    for (int i = 0; i < searches.length && settings.clock().nanos() < end; i++) {
      long[] ids = searches[i].run();
      if (updated) {
        expected.checkUpdated(peer, i, ids);
      } else {
        expected.check(peer, Expected.UPDATED, i, ids);
      }
    }
  }

  private final class Searches extends CellRun {
    private final SearchClass kind;
    private final PreparedSearch[] searches;
    private final boolean[] checked;

    Searches(SearchClass kind, PreparedSearch[] searches) {
      super(settings.clock());
      this.kind = kind;
      this.searches = searches;
      this.checked = new boolean[searches.length];
    }

    @Override
    void step(DrawTimes noted) throws Exception {
      int draw = draw();
      long start = settings.clock().nanos();
      long[] ids = searches[draw].run();
      long elapsed = settings.clock().nanos() - start;
      blackhole.consume(ids);
      noted.add(draw, elapsed);
      if (!checked[draw]) {
        checked[draw] = true;
        expected.check(peer, kind, draw, ids);
      }
      nextDraw(searches.length);
    }
  }

  private final class Updates extends CellRun {
    private final UpdateTurns turns = new UpdateTurns(draws.updates(), draws.restorations());

    Updates() {
      super(settings.clock());
    }

    @Override
    void step(DrawTimes noted) throws Exception {
      PriceChange change = turns.next();
      long start = settings.clock().nanos();
      peer.update(change);
      noted.add(turns.last(), settings.clock().nanos() - start);
    }

    @Override
    void end() throws Exception {
      updateAll();
      checkAll(true);
      restoreAll();
      checkAll(false);
    }
  }

  private final class Mix extends CellRun {
    private final UpdateTurns turns = new UpdateTurns(draws.updates(), draws.restorations());
    private final PreparedSearch[] searches;
    private int reads;

    Mix(PreparedSearch[] searches) {
      super(settings.clock());
      this.searches = searches;
    }

    @Override
    void step(DrawTimes noted) throws Exception {
      long start = settings.clock().nanos();
      long[] ids = searches[draw()].run();
      noted.add(draw(), settings.clock().nanos() - start);
      blackhole.consume(ids);
      nextDraw(searches.length);
      reads = (reads + 1) % READS_PER_UPDATE;
      if (reads == 0) {
        peer.update(turns.next());
      }
    }

    @Override
    void end() throws Exception {
      restoreAll();
      checkAll(false);
    }
  }

  /** Updates in turn: all are applied, then all are undone, and so on. */
  private static final class UpdateTurns {
    private final List<PriceChange> updates;
    private final List<PriceChange> restorations;
    private int turn = -1;

    UpdateTurns(List<PriceChange> updates, List<PriceChange> restorations) {
      this.updates = updates;
      this.restorations = restorations;
    }

    PriceChange next() {
      turn = (turn + 1) % (2 * updates.size());
      return turn < updates.size() ? updates.get(turn) : restorations.get(turn - updates.size());
    }

    /** Returns the number of the last draw. */
    int last() {
      return turn % updates.size();
    }
  }
}
