package io.offerengine.example.jobs;

import io.offerengine.schema.Offer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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
  private static final List<String> LEVELS = List.of("Junior", "Senior", "Lead", "Principal");
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
    int level = random.nextInt(LEVELS.size());
    int employer = (int) (2_000 * Math.pow(random.nextDouble(), 2));
    Offer.Builder builder =
        Offer.builder()
            .set(JobSchema.ADVERT, advert)
            .set(JobSchema.TITLE, title(level, skills.get(0), random))
            .set(JobSchema.EMPLOYER, employer)
            .set(JobSchema.COMPANY, "Company " + employer)
            .set(JobSchema.CITY, skewed(CITIES, random))
            .set(JobSchema.REMOTE, random.nextInt(4) == 0)
            .set(JobSchema.LEVEL, LEVELS.get(level))
            .set(JobSchema.SKILLS, skills)
            .set(JobSchema.POSTED, LAST_DAY.minusDays(random.nextInt(90)))
            .set(JobSchema.FILLED, random.nextInt(10) == 0);
    // One advert of twenty names no salary.
    if (random.nextInt(20) != 0) {
      double salary = (28 + 14 * level + 20 * random.nextDouble() + 3 * skills.size()) * 1_000;
      builder.set(JobSchema.SALARY, Math.rint(salary / 500) * 500);
    }
    if (random.nextInt(3) == 0) {
      builder.set(JobSchema.BONUS, 500 * (1 + random.nextInt(20)));
    }
    if (random.nextInt(5) == 0) {
      builder.set(JobSchema.MOST_HOURS, 10L * (1 + random.nextInt(4)));
    }
    return builder.build();
  }

  private static String title(int level, String skill, Random random) {
    String role = ROLES.get(random.nextInt(ROLES.size()));
    String product = skewed(PRODUCTS, random);
    int team = random.nextInt(1_000);
    return LEVELS.get(level) + " " + skill + " " + role + " for " + product + ", team " + team;
  }

  /** Returns a value; the first ones are the most frequent. */
  private static String skewed(List<String> values, Random random) {
    return values.get((int) (values.size() * Math.pow(random.nextDouble(), 2.5)));
  }
}
