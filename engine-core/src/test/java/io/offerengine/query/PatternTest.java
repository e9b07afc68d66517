package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.SeededProperties;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Patterns against the comparison of every place. */
class PatternTest extends SeededProperties {
  /**
   * Few letters, so that a pattern often begins at several places at once: letters of one and two
   * code units, halves of the latter alone, and letters with more than two ways to write them.
   */
  private static final List<String[]> ALPHABETS =
      List.of(
          new String[] {"a", "A", "b", "ß", "\uD83D\uDE00", "\uD83D\uDE01"},
          new String[] {"a", "\uD83D\uDE00", "\uD83D", "\uDE00", "A"},
          new String[] {"k", "K", "\u212A", "s", "S", "\u017F", "x"},
          new String[] {"e", "q", "E", "Q", "é", "É", " "});

  private static String text(Random random, int most, String[] letters) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(letters[random.nextInt(2 + random.nextInt(letters.length - 1))]);
    }
    return text.toString();
  }

  /** Returns whether a text stands in a key, at one of the first places. */
  private static boolean occurs(String key, String wanted, int places) {
    int[] letters = key.codePoints().toArray();
    int[] looked = wanted.codePoints().toArray();
    for (int at = 0; at < places && at + looked.length <= letters.length; at++) {
      int start = at;
      if (IntStream.range(0, looked.length).allMatch(i -> isSame(letters[start + i], looked[i]))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSame(int letter, int other) {
    return Character.toLowerCase(Character.toUpperCase(letter))
        == Character.toLowerCase(Character.toUpperCase(other));
  }

  @Property
  void accepts_anyTexts_isTheComparisonOfEveryPlace(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      String[] letters = ALPHABETS.get(random.nextInt(ALPHABETS.size()));
      String wanted = text(random, 5, letters);
      String key = text(random, 20, letters);
      String what = key + " / " + wanted;
      Pattern contains = Pattern.containing(Pattern.fold(wanted));
      Pattern starts = Pattern.startingWith(Pattern.fold(wanted));
      assertThat(contains.accepts(key)).as(what).isEqualTo(occurs(key, wanted, Integer.MAX_VALUE));
      assertThat(starts.accepts(key)).as(what).isEqualTo(occurs(key, wanted, 1));
      assertThat(contains.negated().accepts(key)).as(what).isNotEqualTo(contains.accepts(key));
      assertThat(starts.negated().accepts(key)).as(what).isNotEqualTo(starts.accepts(key));
    }
  }

  /** A rarest letter that stands everywhere does not make a search slow. */
  @Example
  void accepts_ofAKeyThatNearlyMatchesEverywhere_isRight() {
    String many = "q".repeat(5_000);
    Pattern pattern = Pattern.containing("q".repeat(500) + "e" + "q".repeat(500));
    assertThat(pattern.accepts(many)).isFalse();
    assertThat(pattern.accepts(many + "e" + "q".repeat(499))).isFalse();
    assertThat(pattern.accepts(many + "E" + many)).isTrue();
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
