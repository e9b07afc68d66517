package io.offerengine.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which the texts of a field compare: it gives every text a key.
 *
 * <p>Two texts of one field are equal exactly when their keys are equal. Texts are ordered as their
 * keys are, by Unicode code point, but for places ({@link #order}). Results show texts as they were
 * stored.
 *
 * <p>A field has the rule that its {@link FieldBuilder#collation description} names, {@link #EXACT}
 * by default. The types of versions and places add to it. The key of a {@link FieldType#VERSION
 * version} consists of its parts as numbers without leading zeros, each preceded by its number of
 * digits; trailing zero parts are dropped. So {@code 580.142} equals {@code 580.142.0}, and {@code
 * 86.05} equals {@code 86.5}. The key of a text that is not a version follows the key of every
 * version; such texts compare among each other by the field's collation.
 *
 * <p>The key of a {@link FieldType#PLACE place} begins with its country, so that the places of a
 * country are a range of keys. The rest of the key is that of a text, and orders the places.
 *
 * <p>Source: docs/query-language.md (texts and versions).
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Collation {
  /** Texts are equal only if all their characters are equal, including their case. */
  public static final Collation EXACT = new Collation("exact", UnaryOperator.identity(), false);

  /** The first character of the key of a text that is not a version; no other key contains it. */
  public static final String UNREADABLE = "\uFFFF";

  /** A text with a part of more digits is not a version. */
  public static final int MAX_DIGITS = 0xD000;

  /** Ranks are characters below the surrogates. */
  private static final int MAX_RANKS = 50_000;

  /** Follows the country in the key of a place, or is the first character without a country. */
  private static final char COUNTRY_END = '\0';

  /** The first character of the key of a text without a rank: beyond all ranks. */
  private static final String BEHIND_RANKS = "\uE000";

  private final String name;
  private final UnaryOperator<String> rule;
  private final boolean isRanked;
  private final FieldType type;

  /** The collation of texts by the same rule; so {@link #EXACT} stays one object. */
  private final Collation ofTexts;

  private Collation(String name, UnaryOperator<String> rule, boolean isRanked) {
    this.name = name;
    this.rule = rule;
    this.isRanked = isRanked;
    this.type = FieldType.TEXT;
    this.ofTexts = this;
  }

  private Collation(Collation ofTexts, FieldType type) {
    this.name = ofTexts.name;
    this.rule = ofTexts.rule;
    this.isRanked = ofTexts.isRanked;
    this.type = type;
    this.ofTexts = ofTexts;
  }

  /**
   * Returns a collation.
   *
   * <p>{@code Collation.of("ignores case", text -> text.toLowerCase(Locale.ROOT))} lets {@code
   * Lisbon} equal {@code lisbon}.
   *
   * @param name what the rule does, for messages
   * @param rule gives the key of a text: valid Unicode, and always the same key for the same text
   */
  public static Collation of(String name, UnaryOperator<String> rule) {
    return new Collation(name, rule, false);
  }

  /**
   * Returns a collation by which some texts come in the given order, and all other texts behind
   * them, by code point. Texts are equal only if all their characters are equal.
   *
   * <p>No condition can ask for the beginning or a part of such a text, since its key begins with
   * its rank.
   *
   * @param texts the texts in their order, at most 50,000
   * @throws IllegalArgumentException if a text occurs twice, or there are too many
   */
  public static Collation inOrder(List<String> texts) {
    Map<String, String> keys = new HashMap<>();
    for (String text : texts) {
      String key = Character.toString(keys.size() + 1);
      if (keys.size() == MAX_RANKS || keys.put(text, key) != null) {
        throw new IllegalArgumentException(
            "an order has each text once, and at most " + MAX_RANKS + ", but got " + texts);
      }
    }
    UnaryOperator<String> rule = text -> keys.getOrDefault(text, BEHIND_RANKS + text);
    return new Collation("in the order " + texts, rule, true);
  }

  /** Returns the collation of a type by the rule of this one. */
  Collation of(FieldType fieldType) {
    boolean hasOwnKeys = fieldType == FieldType.VERSION || fieldType == FieldType.PLACE;
    return hasOwnKeys ? new Collation(ofTexts, fieldType) : ofTexts;
  }

  /** Returns whether keys are ranks, so that they tell nothing about the parts of a text. */
  public boolean isRanked() {
    return isRanked;
  }

  /** Returns the key of a text. */
  public String key(String text) {
    if (type == FieldType.VERSION) {
      return versionKey(text);
    }
    String key = ruledKey(text);
    return type == FieldType.PLACE ? placeKey(key) : key;
  }

  private String ruledKey(String text) {
    String key;
    try {
      key = rule.apply(text);
    } catch (Exception e) { // Some languages have no checked exceptions.
      throw new IllegalStateException(
          "the collation '" + name + "' failed for the text '" + text + "': " + e, e);
    }
    if (key == null) {
      throw new IllegalStateException(
          "the collation '" + name + "' gave no key for the text '" + text + "'");
    }
    if (loneSurrogate(key) >= 0) {
      throw new IllegalStateException(
          "the collation '" + name + "' gave a key with " + describeLoneSurrogate(key));
    }
    return key;
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Returns the index of the first surrogate without its other half; -1 if the text is valid
   * Unicode. Only valid Unicode has an order by code point.
   */
  public static int loneSurrogate(String text) {
    int letter;
    for (int i = 0; i < text.length(); i += Character.charCount(letter)) {
      letter = text.codePointAt(i);
      if (letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE) {
        return i;
      }
    }
    return -1;
  }

  /** Returns how messages describe the error of a text that is not valid Unicode. */
  public static String describeLoneSurrogate(String text) {
    int index = loneSurrogate(text);
    return String.format(
        Locale.ROOT,
        "half of a surrogate pair, U+%04X at index %d",
        (int) text.charAt(index),
        index);
  }

  /** Compares two keys of valid Unicode by code point, which {@link String#compareTo} does not. */
  public static int compare(String left, String right) {
    return compare(left, 0, right, 0);
  }

  private static int compare(String left, int leftStart, String right, int rightStart) {
    int leftLength = left.length() - leftStart;
    int rightLength = right.length() - rightStart;
    int common = Math.min(leftLength, rightLength);
    for (int i = 0; i < common; i++) {
      char a = left.charAt(leftStart + i);
      char b = right.charAt(rightStart + i);
      if (a != b) {
        boolean bothOrNeither = Character.isSurrogate(a) == Character.isSurrogate(b);
        return bothOrNeither ? a - b : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return leftLength - rightLength;
  }

  /**
   * Compares two texts of a field, given by their keys: negative if the first one ranks before the
   * second. Absent values, and texts that are no versions, rank by rules of their own.
   */
  public int order(String left, String right) {
    return type == FieldType.PLACE
        ? compare(left, left.indexOf(COUNTRY_END) + 1, right, right.indexOf(COUNTRY_END) + 1)
        : compare(left, right);
  }

  private static String placeKey(String text) {
    int start = text.length() - 2;
    boolean isWord = start == 0 || text.startsWith(", ", start - 2);
    boolean isCountry =
        isWord && isUpperCase(text.charAt(start)) && isUpperCase(text.charAt(start + 1));
    return (isCountry ? text.substring(start) : "") + COUNTRY_END + text;
  }

  /**
   * Returns the start of the keys of all places in a country, if a place is named by the code of
   * its country alone: exactly two upper-case ASCII letters. Null for the key of any other place.
   */
  public static @Nullable String countryStart(String placeKey) {
    int end = placeKey.indexOf(COUNTRY_END);
    boolean isCountry = end > 0 && placeKey.substring(end + 1).equals(placeKey.substring(0, end));
    return isCountry ? placeKey.substring(0, end + 1) : null;
  }

  /** Returns whether a key of a version field belongs to a text that is a version. */
  public static boolean isReadableVersion(String key) {
    return !key.startsWith(UNREADABLE);
  }

  /**
   * Returns the country of a place: {@code CC} for {@code "…, CC"} and for {@code "CC"}. Null if it
   * has none, and for a text of a field that is of another type.
   */
  public @Nullable String countryOf(String place) {
    String key = key(place);
    int end = type == FieldType.PLACE ? key.indexOf(COUNTRY_END) : 0;
    return end > 0 ? key.substring(0, end) : null;
  }

  private static boolean isUpperCase(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private String versionKey(String text) {
    StringBuilder key = new StringBuilder(text.length() + 4);
    int significantLength = 0;
    int start = 0;
    while (true) {
      int end = start;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      boolean atEnd = end == text.length();
      if (end == start || end - start > MAX_DIGITS || !(atEnd || text.charAt(end) == '.')) {
        return UNREADABLE + ruledKey(text);
      }
      int significant = start;
      while (significant < end && text.charAt(significant) == '0') {
        significant++;
      }
      key.append((char) (end - significant)).append(text, significant, end);
      if (significant < end) {
        significantLength = key.length();
      }
      if (atEnd) {
        key.setLength(significantLength);
        return key.toString();
      }
      start = end + 1;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
