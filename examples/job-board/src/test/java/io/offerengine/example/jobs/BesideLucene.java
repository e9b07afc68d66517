package io.offerengine.example.jobs;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Prints the median time of a search of the job board, beside Lucene, in turns in one process. The
 * README has the command.
 */
public final class BesideLucene {
  private static final int ADVERTS = 200_000;
  private static final int TURNS = 9;
  private static final int SEARCHES = 200;

  private BesideLucene() {}

  /** A search; the count of its results keeps the compiler from leaving it out. */
  private interface Search {
    int run(Wishes wishes) throws IOException;
  }

  /** Runs all searches; the first two turns warm up and do not count. */
  public static void main(String[] args) throws IOException {
    try (OfferEngine engine = OfferEngine.builder(JobSchema.SCHEMA).build();
        LuceneJobs lucene = new LuceneJobs(AdvertGenerator.adverts(ADVERTS, 1))) {
      engine.load(AdvertGenerator.adverts(ADVERTS, 1), LoadListener.NONE);
      JobBoard board = new JobBoard(engine);
      compare(
          "skills, pay, place",
          wishes -> board.best(wishes.next(), 20).size(),
          wishes -> lucene.best(wishes.next(), 20).size());
      compare(
          "title contains",
          wishes -> board.openWhere(JobSchema.TITLE.contains(wishes.partOfATitle()), 20).size(),
          wishes -> lucene.titleContains(wishes.partOfATitle(), 20).size());
      compare(
          "title starts with",
          wishes ->
              board.openWhere(JobSchema.TITLE.startsWith(wishes.beginningOfATitle()), 20).size(),
          wishes -> lucene.titleStartsWith(wishes.beginningOfATitle(), 20).size());
    }
  }

  private static void compare(String name, Search engine, Search lucene) throws IOException {
    double[] ratios = new double[TURNS - 2];
    double[] engineTimes = new double[TURNS - 2];
    for (int turn = 0; turn < TURNS; turn++) {
      double ours = micros(engine, turn);
      double theirs = micros(lucene, turn);
      if (turn >= 2) {
        engineTimes[turn - 2] = ours;
        ratios[turn - 2] = theirs / ours;
      }
    }
    Arrays.sort(ratios);
    Arrays.sort(engineTimes);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-20s %8.1f µs; Lucene takes %.1f times as long (%.1f to %.1f)",
            name,
            engineTimes[engineTimes.length / 2],
            ratios[ratios.length / 2],
            ratios[0],
            ratios[ratios.length - 1]));
  }

  /** Returns the median of the searches that a turn draws, in microseconds. */
  private static double micros(Search search, int turn) throws IOException {
    Wishes wishes = new Wishes(new Random(turn));
    double[] times = new double[SEARCHES];
    int found = 0;
    for (int each = 0; each < SEARCHES; each++) {
      long start = System.nanoTime();
      found += search.run(wishes);
      times[each] = (System.nanoTime() - start) / 1e3;
    }
    if (found == 0) {
      throw new IllegalStateException("no search of turn " + turn + " found anything");
    }
    Arrays.sort(times);
    return times[SEARCHES / 2];
  }
}
