package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.TextSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.SeededProperties;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The codes of texts that match patterns, beside a test of each text. */
class DictionaryPatternsTest extends SeededProperties {
  private static final Schema.Builder JOBS = Schema.builder("jobs", "job");
  private static final TextField TITLE = JOBS.text("title").add();
  private static final Schema SCHEMA = JOBS.build();

  /** Letters of which several fold to one, among them the Kelvin sign, the long s and dotless i. */
  private static final String[] LETTERS = {
    "a", "A", "k", "K", "\u212A", "s", "S", "\u017F",
    "i", "I", "\u0130", "\u0131", "\u00DF", "1", "\uD801\uDC00", "\uD801\uDC28",
    "\uFFFD",
  };

  private static String text(Random random, int most, int letters) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(LETTERS[random.nextInt(letters)]);
    }
    return text.toString();
  }

  @Property
  void select_ofAnyPatterns_hasTheCodesOfTheTextsThatMatch(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    int letters = 1 + random.nextInt(LETTERS.length);
    TreeSet<String> distinct = new TreeSet<>(Collation::compare);
    for (int i = random.nextInt(400); i > 0; i--) {
      // Some begin like others, and some are long.
      String begin = distinct.isEmpty() ? "" : distinct.first();
      String key =
          random.nextBoolean() ? begin + text(random, 4, letters) : text(random, 6, letters);
      distinct.add(random.nextInt(50) == 0 ? key.repeat(1 + random.nextInt(60)) : key);
    }
    String[] keys = distinct.toArray(String[]::new);
    Dictionary dictionary = new Dictionary(keys, keys);
    for (int i = 0; i < 10; i++) {
      QueryBuilder query = Query.builder(SCHEMA).where(TITLE.contains(text(random, 3, letters)));
      if (random.nextBoolean()) {
        query.where(TITLE.startsWith(text(random, 4, letters)));
      }
      if (random.nextInt(3) == 0) {
        query.where(TITLE.contains(text(random, 2, letters)));
      }
      if (random.nextInt(4) == 0) {
        query.where(Query.none(TITLE.contains(text(random, 2, letters))));
      }
      if (random.nextInt(4) == 0) {
        query.where(TITLE.neq(text(random, 3, letters)));
      }
      if (random.nextInt(4) == 0) {
        query.where(TITLE.startsWith(text(random, 2, letters)));
      }
      TextSet set = (TextSet) Objects.requireNonNull(query.build().valueSets().get(TITLE));
      // There is room for the number that stands for absence.
      long[] expected = new long[Bits.wordCount(keys.length + 1)];
      for (int code = 0; code < keys.length; code++) {
        if (set.contains(keys[code])) {
          Bits.set(expected, code);
        }
      }
      assertThat(dictionary.select(set, () -> {})).as("%s", set).isEqualTo(expected);
    }
  }
}
