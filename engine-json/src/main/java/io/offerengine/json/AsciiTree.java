package io.offerengine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.offerengine.query.NumberLiteral;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object as {@link JsonTree} does, where its text is what nearly all requests are: ASCII
 * without escapes, and without a fault.
 *
 * <p>Any other text, good or bad, is left to {@link JsonTree}, which knows all of JSON and says
 * what is wrong with a text. So this has no errors of its own: it only has to read the same tree,
 * or none.
 *
 * <p><b>Cost.</b> Linear, several times less than with a tokeniser. Recursion is as deep as {@link
 * JsonLimits#maxDepth} allows.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class AsciiTree {
  /** Longer numbers are rare, and limited. */
  private static final int LONGEST_NUMBER = 30;

  private final byte[] bytes;
  private final int end;
  private final JsonLimits limits;
  private final KnownKeys keys;
  private int at;
  private int depth;

  /** Whether the text is left to {@link JsonTree}; values are null then. */
  private boolean isLeft;

  private AsciiTree(byte[] bytes, int offset, int length, JsonLimits limits, KnownKeys keys) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
    this.limits = limits;
    this.keys = keys;
  }

  /** Returns the object that a text is; null where that is left to {@link JsonTree}. */
  static @Nullable Map<String, @Nullable Object> readObject(
      byte[] bytes, int offset, int length, JsonLimits limits, KnownKeys keys) {
    AsciiTree tree = new AsciiTree(bytes, offset, length, limits, keys);
    if (tree.next() != '{') {
      return null;
    }
    Map<String, @Nullable Object> object = tree.object();
    boolean isWhole = !tree.isLeft && tree.next() == 0 && tree.at == tree.end;
    return isWhole ? object : null;
  }

  /** Moves to the next character that is no white space and returns it; 0 at the end. */
  private byte next() {
    while (at < end) {
      byte c = bytes[at];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c;
      }
      at++;
    }
    return 0;
  }

  private @Nullable Object value() {
    return switch (next()) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> text();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private @Nullable Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> object = Map.of();
    if (open() && next() != '}') {
      do {
        String key = next() == '"' ? key() : null;
        if (key == null || next() != ':') {
          isLeft = true;
          return null;
        }
        at++;
        object = plus(object, key, value());
      } while (!isLeft && passComma());
    }
    close('}');
    return isLeft ? null : object;
  }

  /** Returns an object with one more member, which may not be there yet. */
  private Map<String, @Nullable Object> plus(
      Map<String, @Nullable Object> object, String key, @Nullable Object value) {
    if (object.isEmpty()) {
      // Nearly every condition stays at one.
      return Collections.singletonMap(key, value);
    }
    if (object instanceof Members members && members.size() < Members.MOST) {
      isLeft |= !members.add(key, value);
      return members;
    }
    if (object.size() == 1) {
      Members members = new Members();
      object.forEach(members::add);
      isLeft |= !members.add(key, value);
      return members;
    }
    Map<String, @Nullable Object> larger =
        object instanceof Members ? new LinkedHashMap<>(object) : object;
    isLeft |= larger.containsKey(key);
    larger.put(key, value);
    return larger;
  }

  private @Nullable List<@Nullable Object> list() {
    List<@Nullable Object> list = new ArrayList<>(2);
    if (open() && next() != ']') {
      do {
        list.add(value());
      } while (!isLeft && passComma());
    }
    close(']');
    return isLeft ? null : list;
  }

  /** Enters an object or a list, unless it is nested too deep. */
  private boolean open() {
    at++;
    depth++;
    isLeft |= depth > limits.maxDepth();
    return !isLeft;
  }

  private boolean passComma() {
    if (next() != ',') {
      return false;
    }
    at++;
    return true;
  }

  private void close(char bracket) {
    isLeft |= next() != bracket;
    at++;
    depth--;
  }

  private @Nullable String key() {
    int start = at + 1;
    int length = passText();
    String known = length < 0 ? null : keys.find(bytes, start, length);
    return known == null ? textAt(start, length) : known;
  }

  private @Nullable String text() {
    int start = at + 1;
    return textAt(start, passText());
  }

  private @Nullable String textAt(int start, int length) {
    return length < 0 ? null : new String(bytes, start, length, ISO_8859_1);
  }

  /** Moves behind a text and returns its length; -1 where it is left. */
  private int passText() {
    int start = at + 1;
    int stop = start;
    while (stop < end && bytes[stop] >= ' ' && bytes[stop] != '"' && bytes[stop] != '\\') {
      stop++;
    }
    at = stop;
    int length = at - start;
    if (at == end || bytes[at] != '"' || length > limits.maxTextLength()) {
      isLeft = true;
      return -1;
    }
    at++;
    return length;
  }

  private @Nullable Boolean word(String word, @Nullable Boolean meaning) {
    if (end - at < word.length()) {
      isLeft = true;
      return null;
    }
    for (int i = 0; i < word.length(); i++) {
      isLeft |= bytes[at + i] != word.charAt(i);
    }
    at += word.length();
    return meaning;
  }

  private @Nullable NumberLiteral number() {
    int start = at;
    int stop = start;
    while (stop < end && isOfNumber(bytes[stop])) {
      stop++;
    }
    at = stop;
    int length = at - start;
    if (length > Math.min(LONGEST_NUMBER, limits.maxNumberLength())) {
      isLeft = true;
      return null;
    }
    String text = new String(bytes, start, length, ISO_8859_1);
    NumberLiteral number = NumberLiteral.parse(text).orElse(null);
    isLeft |= number == null;
    return number;
  }

  private static boolean isOfNumber(byte c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }
}
