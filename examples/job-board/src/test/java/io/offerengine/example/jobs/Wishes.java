package io.offerengine.example.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws what people look for among the adverts of {@link AdvertGenerator}, for 40 hours a week. */
final class Wishes {
  private static final List<String> SKILLS =
      List.of("java", "SQL", "python", "Kafka", "spring", "docker", "cobol", "haskell");
  private static final List<String> CITIES = List.of("Berlin", "Lisbon", "Porto", "Graz", "Rome");
  private static final List<String> PARTS =
      List.of("engineer", "Architect for", "kafka", "MAPS, team 1", "team 33", "risk", "o", "xyz");
  private static final List<String> BEGINNINGS =
      List.of("senior", "Lead Java", "JUNIOR SQL A", "Principal Rust Engineer for p", "Chief", "s");

  private final Random random;

  Wishes(Random random) {
    this.random = random;
  }

  JobBoard.Wish next() {
    List<String> skills = new ArrayList<>();
    for (int each = random.nextInt(4); each > 0; each--) {
      String skill = SKILLS.get(random.nextInt(SKILLS.size()));
      if (!skills.contains(skill)) {
        skills.add(skill);
      }
    }
    int leastPay = 30_000 + 1_000 * random.nextInt(60);
    String city = random.nextInt(3) == 0 ? null : CITIES.get(random.nextInt(CITIES.size()));
    return new JobBoard.Wish(skills, leastPay, 40, city);
  }

  String partOfATitle() {
    return PARTS.get(random.nextInt(PARTS.size())) + digits();
  }

  String beginningOfATitle() {
    return BEGINNINGS.get(random.nextInt(BEGINNINGS.size()));
  }

  /** Usually nothing; otherwise a number, which few titles have. */
  private String digits() {
    return random.nextInt(3) == 0 ? " " + random.nextInt(10) : "";
  }
}
