package io.offerengine.example.jobs;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import java.util.List;
import java.util.Locale;

/**
 * Prints the jobs with the best pay among made-up adverts: {@code job-board.jar CITY HOURS
 * SKILL...}.
 */
public final class Main {
  private static final int ADVERTS = 200_000;
  private static final int LEAST_PAY = 30_000;
  private static final int LIMIT = 5;

  private Main() {}

  /** Runs the program; without arguments it looks for 32 hours of Java and Kafka in Lisbon. */
  public static void main(String[] args) {
    String city = args.length > 0 ? args[0] : "Lisbon";
    double hours = args.length > 1 ? Double.parseDouble(args[1]) : 32;
    List<String> skills =
        args.length > 2 ? List.of(args).subList(2, args.length) : List.of("java", "kafka");
    try (OfferEngine engine = OfferEngine.builder(JobSchema.SCHEMA).build()) {
      engine.load(AdvertGenerator.adverts(ADVERTS, 1), LoadListener.NONE);
      JobBoard board = new JobBoard(engine);
      JobBoard.Wish wish = new JobBoard.Wish(skills, LEAST_PAY, hours, city);
      System.out.println(board.counts(wish).matched() + " jobs");
      for (JobBoard.Job job : board.bestOfEachEmployer(wish, LIMIT)) {
        System.out.println(
            String.format(
                Locale.ROOT, "%10.2f EUR  %s, %s", job.pay(), job.title(), job.company()));
      }
    }
  }
}
