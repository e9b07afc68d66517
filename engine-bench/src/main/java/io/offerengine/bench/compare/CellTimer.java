package io.offerengine.bench.compare;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Times one peer: draws of a class in turn, again and again, while its time lasts.
 *
 * <p>The time is that of a {@link Clock} around a call, the answer's identifiers copied out
 * included. Each draw's first answer is checked, outside of the time. Updates are made and taken
 * back in turn, so that a class begins with the market that it was drawn from.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class CellTimer {
  private static final int MOST_REPEATS = 1_000;
  private static final int READS_PER_UPDATE = 19;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Peer peer;
  private final PeerKind name;
  private final MarketDraws draws;
  private final Expected expected;
  private final Settings settings;
  private final Blackhole blackhole =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is"
              + " dangerous.");

  CellTimer(Peer peer, PeerKind name, MarketDraws draws, Expected expected, Settings settings) {
    this.peer = peer;
    this.name = name;
    this.draws = draws;
    this.expected = expected;
    this.settings = settings;
  }

  /** Times a class. */
  Cell time(SearchClass kind) throws Exception {
    return switch (kind) {
      case U1 -> timeUpdates();
      case MIX -> timeMix();
      default -> timeSearches(kind);
    };
  }

  /** Makes the searches of a class for a while, and checks what they find. */
  void warmUp(SearchClass kind) throws Exception {
    PreparedSearch[] searches = prepare(kind);
    warmUp(kind, searches, new boolean[searches.length]);
  }

  private void warmUp(SearchClass kind, PreparedSearch[] searches, boolean[] checked)
      throws Exception {
    long warm = deadline(settings.warmUpSeconds());
    int next = 0;
    do {
      check(kind, next, searches[next].run(), checked);
      next = (next + 1) % searches.length;
    } while (settings.clock().nanos() < warm);
  }

  private Cell timeSearches(SearchClass kind) throws Exception {
    PreparedSearch[] searches = prepare(kind);
    boolean[] checked = new boolean[searches.length];
    warmUp(kind, searches, checked);
    DrawTimes times = new DrawTimes(searches.length, MOST_REPEATS);
    long end = deadline(settings.seconds());
    int draw = 0;
    do {
      long start = settings.clock().nanos();
      long[] ids = searches[draw].run();
      long elapsed = settings.clock().nanos() - start;
      blackhole.consume(ids);
      times.add(draw, elapsed);
      check(kind, draw, ids, checked);
      draw = (draw + 1) % searches.length;
    } while (settings.clock().nanos() < end);
    return cell(kind, times);
  }

  private Cell timeUpdates() throws Exception {
    List<PriceChange> updates = draws.updates();
    List<PriceChange> restorations = draws.restorations();
    UpdateTurns turns = new UpdateTurns(updates, restorations);
    long warm = deadline(settings.warmUpSeconds());
    do {
      peer.update(turns.next());
    } while (settings.clock().nanos() < warm);
    DrawTimes times = new DrawTimes(updates.size(), MOST_REPEATS);
    long end = deadline(settings.seconds());
    do {
      PriceChange change = turns.next();
      long start = settings.clock().nanos();
      peer.update(change);
      times.add(turns.last(), settings.clock().nanos() - start);
    } while (settings.clock().nanos() < end);
    for (PriceChange change : updates) {
      peer.update(change);
    }
    checkAll(true);
    for (PriceChange change : restorations) {
      peer.update(change);
    }
    checkAll(false);
    return cell(SearchClass.U1, times);
  }

  private Cell timeMix() throws Exception {
    PreparedSearch[] searches = prepare(SearchClass.MIX);
    UpdateTurns turns = new UpdateTurns(draws.updates(), draws.restorations());
    DrawTimes warming = new DrawTimes(searches.length, 1);
    mix(searches, turns, warming, deadline(settings.warmUpSeconds()));
    DrawTimes times = new DrawTimes(searches.length, MOST_REPEATS);
    mix(searches, turns, times, deadline(settings.seconds()));
    for (PriceChange change : draws.restorations()) {
      peer.update(change);
    }
    checkAll(false);
    return cell(SearchClass.MIX, times);
  }

  private void mix(PreparedSearch[] searches, UpdateTurns turns, DrawTimes times, long end)
      throws Exception {
    int draw = 0;
    int reads = 0;
    do {
      long start = settings.clock().nanos();
      long[] ids = searches[draw].run();
      times.add(draw, settings.clock().nanos() - start);
      blackhole.consume(ids);
      draw = (draw + 1) % searches.length;
      if (++reads % READS_PER_UPDATE == 0) {
        peer.update(turns.next());
      }
    } while (settings.clock().nanos() < end);
  }

  /** Checks what searches by price see, as many of them as the time of a class allows. */
  private void checkAll(boolean updated) throws Exception {
    PreparedSearch[] searches = prepare(Expected.UPDATED);
    long end = deadline(settings.seconds());
    for (int i = 0; i < searches.length && settings.clock().nanos() < end; i++) {
      long[] ids = searches[i].run();
      if (updated) {
        expected.checkUpdated(peer, i, ids);
      } else {
        expected.check(peer, Expected.UPDATED, i, ids);
      }
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

  private void check(SearchClass kind, int draw, long[] ids, boolean[] checked) {
    if (!checked[draw]) {
      checked[draw] = true;
      expected.check(peer, kind, draw, ids);
    }
  }

  private Cell cell(SearchClass kind, DrawTimes times) {
    return new Cell(kind, name, times.draws(), times.quantile(0.5), times.quantile(0.99));
  }

  private long deadline(double seconds) {
    return settings.clock().nanos() + (long) (seconds * NANOS_PER_SECOND);
  }

  /** Updates in turn: all of them, then all of them taken back, and so on. */
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

    /** Returns the number of the draw that came last. */
    int last() {
      return turn % updates.size();
    }
  }
}
