package io.offerengine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.offerengine.query.NumberLiteral;
import java.util.ArrayList;
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
  /** Stands for a value that is left to {@link JsonTree}. */
  private static final Object LEFT = new Object();

  /** Longer numbers are rare, and limited. */
  private static final int LONGEST_NUMBER = 30;

  private final byte[] bytes;
  private final int end;
  private final JsonLimits limits;
  private int at;
  private int depth;

  private AsciiTree(byte[] bytes, int offset, int length, JsonLimits limits) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
    this.limits = limits;
  }

  /** Returns the object that a text is; null where that is left to {@link JsonTree}. */
  static @Nullable Map<String, @Nullable Object> readObject(
      byte[] bytes, int offset, int length, JsonLimits limits) {
    AsciiTree tree = new AsciiTree(bytes, offset, length, limits);
    if (tree.next() != '{') {
      return null;
    }
    Map<String, @Nullable Object> object = tree.object();
    return object != null && tree.next() == 0 && tree.at == tree.end ? object : null;
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
      case '{' -> {
        Map<String, @Nullable Object> object = object();
        yield object == null ? LEFT : object;
      }
      case '[' -> {
        List<@Nullable Object> list = list();
        yield list == null ? LEFT : list;
      }
      case '"' -> {
        String text = text();
        yield text == null ? LEFT : text;
      }
      case 't' -> word("true") ? Boolean.TRUE : LEFT;
      case 'f' -> word("false") ? Boolean.FALSE : LEFT;
      case 'n' -> word("null") ? null : LEFT;
      default -> number();
    };
  }

  private @Nullable Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    at++;
    if (++depth > limits.maxDepth()) {
      return null;
    }
    if (next() != '}') {
      do {
        String key = next() == '"' ? text() : null;
        if (key == null || next() != ':') {
          return null;
        }
        at++;
        Object value = value();
        int size = object.size();
        object.put(key, value);
        if (value == LEFT || object.size() == size) {
          return null;
        }
      } while (passComma());
    }
    return close('}') ? object : null;
  }

  private @Nullable List<@Nullable Object> list() {
    List<@Nullable Object> list = new ArrayList<>();
    at++;
    if (++depth > limits.maxDepth()) {
      return null;
    }
    if (next() != ']') {
      do {
        Object value = value();
        if (value == LEFT) {
          return null;
        }
        list.add(value);
      } while (passComma());
    }
    return close(']') ? list : null;
  }

  private boolean passComma() {
    if (next() != ',') {
      return false;
    }
    at++;
    return true;
  }

  private boolean close(char bracket) {
    if (next() != bracket) {
      return false;
    }
    at++;
    depth--;
    return true;
  }

  private @Nullable String text() {
    int start = ++at;
    while (at < end && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    int length = at - start;
    if (at == end || bytes[at] != '"' || length > limits.maxTextLength()) {
      return null;
    }
    at++;
    return new String(bytes, start, length, ISO_8859_1);
  }

  private boolean word(String word) {
    if (end - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        return false;
      }
    }
    at += word.length();
    return true;
  }

  private Object number() {
    int start = at;
    while (at < end && isOfNumber(bytes[at])) {
      at++;
    }
    int length = at - start;
    if (length > Math.min(LONGEST_NUMBER, limits.maxNumberLength())) {
      return LEFT;
    }
    NumberLiteral number =
        NumberLiteral.parse(new String(bytes, start, length, ISO_8859_1)).orElse(null);
    return number == null ? LEFT : number;
  }

  private static boolean isOfNumber(byte c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }
}
