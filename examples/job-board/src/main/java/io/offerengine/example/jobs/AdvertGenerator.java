package io.offerengine.example.jobs;

import io.offerengine.example.jobs.JobSchema.Advert;
import io.offerengine.example.jobs.JobSchema.Level;
import io.offerengine.schema.Offer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Makes up adverts: few skills and cities are frequent and many are rare, salaries depend on level
 * and skill, and nearly every title is different.
 */
final class AdvertGenerator {
  private static final List<String> SKILLS =
      List.of(
          "Java",
          "SQL",
          "Python",
          "Kafka",
          "Spring",
          "Docker",
          "Linux",
          "React",
          "Go",
          "Kotlin",
          "Rust",
          "Terraform",
          "Spark",
          "Scala",
          "Redis",
          "C++",
          "Flink",
          "Elixir",
          "Haskell",
          "COBOL");
  private static final List<String> CITIES =
      List.of(
          "Berlin", "Lisbon", "Paris", "Madrid", "Vienna", "Warsaw", "Porto", "Zurich", "Oslo",
          "Turin", "Ghent", "Graz");
  private static final List<Level> LEVELS = List.of(Level.values());
  private static final List<String> ROLES =
      List.of("Engineer", "Developer", "Consultant", "Architect", "Analyst");
  private static final List<String> PRODUCTS =
      List.of("payments", "routing", "search", "billing", "maps", "logistics", "risk", "claims");

  private static final LocalDate LAST_DAY = LocalDate.of(2026, 11, 26);

  private AdvertGenerator() {}

  /**
   * Returns adverts with the identifiers from 1 in a random order. The same number and seed give
   * the same adverts.
   */
  static Iterator<Offer> adverts(int number, long seed) {
    Random random = new Random(seed);
    List<Long> identifiers = new ArrayList<>(LongStream.rangeClosed(1, number).boxed().toList());
    Collections.shuffle(identifiers, random);
    return identifiers.stream().map(advert -> advert(advert, random)).iterator();
  }

  private static Offer advert(long advert, Random random) {
    List<String> skills = new ArrayList<>();
    for (int each = random.nextInt(5); each >= 0; each--) {
      String skill = skewed(SKILLS, random);
      if (!skills.contains(skill)) {
        skills.add(skill);
      }
    }
    int rank = random.nextInt(LEVELS.size());
    Level level = LEVELS.get(rank);
    int employer = (int) (2_000 * Math.pow(random.nextDouble(), 2));
    String title = title(level, skills.get(0), random);
    String city = skewed(CITIES, random);
    boolean remote = random.nextInt(4) == 0;
    LocalDate posted = LAST_DAY.minusDays(random.nextInt(90));
    boolean filled = random.nextInt(10) == 0;
    // One advert of twenty names no salary.
    Double salary = null;
    if (random.nextInt(20) != 0) {
      double paid = (28 + 14 * rank + 20 * random.nextDouble() + 3 * skills.size()) * 1_000;
      salary = Math.rint(paid / 500) * 500;
    }
    Double bonus = random.nextInt(3) == 0 ? 500.0 * (1 + random.nextInt(20)) : null;
    Integer mostHours = random.nextInt(5) == 0 ? 10 * (1 + random.nextInt(4)) : null;
    return JobSchema.ADVERTS.offer(
        new Advert(
            advert,
            title,
            employer,
            "Company " + employer,
            city,
            remote,
            level,
            skills,
            posted,
            filled,
            mostHours,
            salary,
            bonus));
  }

  private static String title(Level level, String skill, Random random) {
    String role = ROLES.get(random.nextInt(ROLES.size()));
    String product = skewed(PRODUCTS, random);
    int team = random.nextInt(1_000);
    String rank = level.name().charAt(0) + level.name().substring(1).toLowerCase(Locale.ROOT);
    return rank + " " + skill + " " + role + " for " + product + ", team " + team;
  }

  /** Returns a value; the first ones are the most frequent. */
  private static String skewed(List<String> values, Random random) {
    return values.get((int) (values.size() * Math.pow(random.nextDouble(), 2.5)));
  }
}
