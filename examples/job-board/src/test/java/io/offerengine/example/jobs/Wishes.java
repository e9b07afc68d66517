package io.offerengine.example.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws what people look for among the adverts of {@link AdvertGenerator}, for 40 hours a week. */
final class Wishes {
  private static final List<String> SKILLS =
      List.of("java", "SQL", "python", "Kafka", "spring", "docker", "cobol", "haskell");
  private static final List<String> CITIES = List.of("Berlin", "Lisbon", "Porto", "Graz", "Rome");
  private static final List<String> LEVELS = List.of("junior", "Senior", "LEAD", "principal");
  private static final List<String> ROLES = List.of("engineer", "Architect", "ANALYST", "xyz");

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

  /** Returns one of some thousand texts, so that few searches of a program are the same. */
  String partOfATitle() {
    String role = ROLES.get(random.nextInt(ROLES.size()));
    return switch (random.nextInt(3)) {
      case 0 -> SKILLS.get(random.nextInt(SKILLS.size())) + " " + role;
      case 1 -> "team " + random.nextInt(1_000);
      default -> role.substring(0, 1 + random.nextInt(role.length()));
    };
  }

  /** Returns one of some hundred texts. */
  String beginningOfATitle() {
    String level = LEVELS.get(random.nextInt(LEVELS.size()));
    String skill = SKILLS.get(random.nextInt(SKILLS.size()));
    return level + " " + skill.substring(0, random.nextInt(skill.length()));
  }
}
