package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.SeededProperties;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Patterns against the comparison of every place. */
class PatternTest extends SeededProperties {
  /** Few letters, so that a pattern often begins at several places at once. */
  private static final String[] LETTERS = {"a", "A", "b", "ß", "\uD83D\uDE00", "\uD83D\uDE01"};

  /** Letters of two code units, and halves of such letters alone. */
  private static final String[] HALVES = {"a", "\uD83D\uDE00", "\uD83D", "\uDE00", "A"};

  private static String text(Random random, int most) {
    return text(random, most, LETTERS);
  }

  private static String text(Random random, int most, String[] letters) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(letters[random.nextInt(2 + random.nextInt(letters.length - 1))]);
    }
    return text.toString();
  }

  private static boolean occurs(String key, String wanted, int last) {
    for (int at = 0; at <= last; at++) {
      if (key.regionMatches(true, at, wanted, 0, wanted.length())) {
        return true;
      }
    }
    return false;
  }

  @Property
  void accepts_anyTexts_isTheComparisonOfEveryPlace(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      String wanted = text(random, 5);
      String key = text(random, 20);
      String what = key + " / " + wanted;
      Pattern contains = Pattern.containing(Pattern.fold(wanted));
      Pattern starts = Pattern.startingWith(Pattern.fold(wanted));
      assertThat(contains.accepts(key)).as(what).isEqualTo(occurs(key, wanted, key.length()));
      assertThat(starts.accepts(key)).as(what).isEqualTo(occurs(key, wanted, 0));
      assertThat(contains.negated().accepts(key)).as(what).isNotEqualTo(contains.accepts(key));
      assertThat(starts.negated().accepts(key)).as(what).isNotEqualTo(starts.accepts(key));
    }
  }

  /** A lone half of a letter occurs in no letter that it begins or ends. */
  @Property
  void scan_ofSortedKeys_acceptsTheSame(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    String wanted = text(random, 4, HALVES);
    TreeSet<String> keys = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      keys.add(text(random, 8, HALVES));
    }
    Pattern contains = Pattern.containing(Pattern.fold(wanted));
    Pattern.KeyScan scan = contains.new KeyScan();
    String before = "";
    for (String key : keys) {
      assertThat(scan.accepts(key, shared(before, key)))
          .as("%s / %s", key, wanted)
          .isEqualTo(contains.accepts(key));
      before = key;
    }
  }

  /** Returns with how much of a key the next one begins, without the half of a letter. */
  private static int shared(String before, String key) {
    int shared = 0;
    while (shared < Math.min(before.length(), key.length())
        && before.charAt(shared) == key.charAt(shared)) {
      shared++;
    }
    return shared > 0 && Character.isHighSurrogate(key.charAt(shared - 1)) ? shared - 1 : shared;
  }

  /** Prefixes are found among sorted keys by every letter that is folded to a letter of theirs. */
  @Example
  void unfolded_ofAnyLetter_hasAllLettersThatAreFoldedToIt() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int folded = Pattern.fold(Character.toString(c)).codePointAt(0);
      if (folded != c || c < 128) {
        assertThat(Pattern.unfolded(folded)).as("%x", c).contains(c);
        for (int each : Pattern.unfolded(folded)) {
          assertThat(Pattern.fold(Character.toString(each)).codePointAt(0)).isEqualTo(folded);
        }
      }
    }
    assertThat(Pattern.unfolded('k')).containsExactlyInAnyOrder('k', 'K', 0x212A);
    assertThat(Pattern.unfolded('1')).containsExactly('1');
  }
}
