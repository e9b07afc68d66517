package io.offerengine.bench.saved;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that times saved searches, beside other ways to find them. */
@Command(
    name = SavedCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Saves searches that are drawn from a market, and times which of them new and changed offers"
          + " satisfy, on one thread. A line has the quantiles of the changes' medians in µs, and"
          + " how many searches match.",
      "With --peers, a loop, the counting algorithm and Lucene answer the same offers in turn, and"
          + " the loop finds what changes of each kind newly satisfy. If an answer differs from the"
          + " engine's, the command ends with an error."
    },
    footer = {
      "",
      "Examples:",
      "  saved --searches 1000000",
      "  saved --searches 100000 --peers",
      "",
      "Exit codes: 0 done, 1 a peer answered otherwise, 2 wrong options."
    })
public final class SavedCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "saved";

  private static final int REPEATS = 101;
  private static final int PEER_OFFERS = 20;
  private static final int PEER_CHANGES = 100;
  private static final int CHUNK = 10_000;
  private static final double MICRO = 1e3;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--searches",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Number of saved searches (default: ${DEFAULT-VALUE}).")
  private int searches;

  @Option(
      names = "--changes",
      paramLabel = "N",
      defaultValue = "400",
      description = "Number of changes of each kind (default: ${DEFAULT-VALUE}).")
  private int changes;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "4",
      description = "Time for each kind, and for each peer (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      defaultValue = "WALL",
      description = {
        "WALL: elapsed time; CPU: the thread's CPU time, for a machine that others use too"
            + " (default: ${DEFAULT-VALUE})."
      })
  private Clock clock = Clock.WALL;

  @Option(
      names = "--peers",
      description = "Also times other ways; they hold every search as an object.")
  private boolean hasPeers;

  @Mixin private Invocation invocation = new Invocation();

  private SavedCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new SavedCommand(), DifferentAnswerException.class, Throwable::getMessage);
  }

  /** A way found other searches than the engine. */
  private static final class DifferentAnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    DifferentAnswerException(String message) {
      super(message);
    }
  }

  @Override
  public Integer call() throws Exception {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.requireTimes(seconds, 0);
    checks.require(searches > 0, "--searches", "more than 0", searches);
    checks.require(changes > 0, "--changes", "more than 0", changes);
    OfferGenerator offers =
        new OfferGenerator(market.seed(), market.offers(), OfferGenerator.DEFAULT_NOW);
    SavedMix mix = new SavedMix(MarketTable.of(offers), market.seed());
    List<Query> kept = new ArrayList<>();
    SavedSearches saved = build(mix, kept);
    Map<ChangeKind, List<OfferChange>> drawn = ChangeKind.draw(offers, market.seed(), changes);
    line("kind           p50     p99   matches: mean   share of all");
    for (ChangeKind kind : ChangeKind.values()) {
      time(kind, Objects.requireNonNull(drawn.get(kind)), saved);
    }
    if (hasPeers) {
      SearchFinder loop = SearchFinder.loop(kept);
      compareChanges(drawn, saved, loop);
      comparePeers(Objects.requireNonNull(drawn.get(ChangeKind.ANY_OFFER)), saved, loop, kept);
    }
    edit(saved, mix);
    return CommandLine.ExitCode.OK;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the formats are written here
  private void line(String format, Object... values) {
    PrintWriter out = invocation.out();
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  private SavedSearches build(SavedMix mix, List<Query> kept) {
    long before = usedHeap();
    SavedSearches.Builder builder = SavedSearches.builder(MarketplaceSchema.schema());
    long nanos = 0;
    for (int first = 0; first < searches; first += CHUNK) {
      List<Query> chunk = new ArrayList<>();
      for (int i = first; i < Math.min(searches, first + CHUNK); i++) {
        chunk.add(mix.next());
      }
      long start = clock.nanos();
      for (int i = 0; i < chunk.size(); i++) {
        builder.add(first + i, chunk.get(i));
      }
      nanos += clock.nanos() - start;
      if (hasPeers) {
        kept.addAll(chunk);
      }
    }
    long start = clock.nanos();
    SavedSearches saved = builder.build();
    nanos += clock.nanos() - start;
    builder = null;
    long bytes = hasPeers ? 0 : usedHeap() - before;
    line(
        "%,d searches of %.2f conditions: built in %.2f s; %d bytes each by stats, %d by the heap",
        searches,
        mix.conditionsPerSearch(),
        nanos / 1e9,
        saved.stats().bytes() / searches,
        bytes / searches);
    line("%s", saved.stats());
    return saved;
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private void time(ChangeKind kind, List<OfferChange> drawn, SavedSearches saved) {
    long[] found = new long[1];
    LongConsumer sink = id -> found[0]++;
    drawn.forEach(each -> match(each, saved, sink));
    double mean = (double) found[0] / drawn.size();
    DrawTimes times = new DrawTimes(drawn.size(), REPEATS);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (int i = 0; System.nanoTime() < end; i = (i + 1) % drawn.size()) {
      long start = clock.nanos();
      match(drawn.get(i), saved, sink);
      times.add(i, clock.nanos() - start);
    }
    line(
        "%-10s %7.2f %7.2f %15.1f %13.5f %%",
        kind.label(), times.quantile(0.5), times.quantile(0.99), mean, 100 * mean / searches);
  }

  private static void match(OfferChange change, SavedSearches saved, LongConsumer sink) {
    saved.matchChange(change.before(), change.after(), SearchFinder.NOW, sink);
  }

  /** Requires that changes of each kind newly satisfy the searches that a loop finds. */
  private void compareChanges(
      Map<ChangeKind, List<OfferChange>> drawn, SavedSearches saved, SearchFinder loop)
      throws Exception {
    long total = 0;
    for (Map.Entry<ChangeKind, List<OfferChange>> kind : drawn.entrySet()) {
      List<OfferChange> changes = kind.getValue();
      for (OfferChange each : changes.subList(0, Math.min(PEER_CHANGES, changes.size()))) {
        Set<Long> found = new HashSet<>();
        match(each, saved, found::add);
        Set<Long> expected = new HashSet<>();
        loop.find(each.after(), expected::add);
        if (each.before() != null) {
          loop.find(each.before(), expected::remove);
        }
        if (!found.equals(expected)) {
          throw new DifferentAnswerException(
              "a change of the kind " + kind.getKey().label() + " newly satisfies other searches");
        }
        total += found.size();
      }
    }
    line("%,d matches of changes of all kinds, as many as the loop finds", total);
  }

  private void comparePeers(
      List<OfferChange> offers, SavedSearches saved, SearchFinder loop, List<Query> kept)
      throws Exception {
    SearchFinder engine = SearchFinder.engine(saved);
    line("peers, the same offers in turn:   p50    engine    ratio");
    compare("loop", loop, engine, offers);
    compare("counting", SearchFinder.counting(kept), engine, offers);
    compare("Lucene", new LucenePercolator(kept), engine, offers);
  }

  private void compare(
      String name, SearchFinder peer, SearchFinder engine, List<OfferChange> offers)
      throws Exception {
    int count = Math.min(PEER_OFFERS, offers.size());
    DrawTimes peerTimes = new DrawTimes(count, REPEATS);
    DrawTimes engineTimes = new DrawTimes(count, REPEATS);
    for (int i = 0; i < count; i++) {
      long[] expected = found(engine, offers.get(i));
      if (!Arrays.equals(found(peer, offers.get(i)), expected)) {
        throw new DifferentAnswerException(name + " finds other searches than the engine");
      }
    }
    long[] ignored = new long[1];
    LongConsumer sink = id -> ignored[0] += id;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (int i = 0; System.nanoTime() < end; i = (i + 1) % count) {
      long start = clock.nanos();
      peer.find(offers.get(i).after(), sink);
      long middle = clock.nanos();
      engine.find(offers.get(i).after(), sink);
      engineTimes.add(i, clock.nanos() - middle);
      peerTimes.add(i, middle - start);
    }
    double p50 = peerTimes.quantile(0.5);
    double own = engineTimes.quantile(0.5);
    line("%-25s %12.1f %9.2f %8.0f", name, p50, own, p50 / own);
  }

  private static long[] found(SearchFinder finder, OfferChange offer) throws IOException {
    List<Long> ids = new ArrayList<>();
    finder.find(offer.after(), ids::add);
    return ids.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** Times additions and removals. */
  private void edit(SavedSearches saved, SavedMix mix) {
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < CHUNK; i++) {
      queries.add(mix.next());
    }
    long[] added = new long[CHUNK];
    long[] removed = new long[CHUNK];
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < CHUNK; i++) {
        long start = clock.nanos();
        saved.add((long) searches + i, queries.get(i));
        added[i] = clock.nanos() - start;
      }
      for (int i = 0; i < CHUNK; i++) {
        long start = clock.nanos();
        saved.remove((long) searches + i);
        removed[i] = clock.nanos() - start;
      }
    }
    line(
        "add    p50 %.2f µs, mean %.2f",
        median(added), Arrays.stream(added).average().orElse(0) / MICRO);
    line(
        "remove p50 %.2f µs, mean %.2f",
        median(removed), Arrays.stream(removed).average().orElse(0) / MICRO);
  }

  private static double median(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / MICRO;
  }
}
