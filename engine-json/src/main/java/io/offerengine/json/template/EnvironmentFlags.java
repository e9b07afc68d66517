package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks environment variables and port mappings in the form of flags of a container runtime:
 * {@code -e NAME=value -p 8080:80/udp}.
 *
 * <p>The text is split into words at white space. White space in single or double quotes belongs to
 * a word. Outside single quotes, a backslash makes the next character part of the word.
 *
 * <p>Source: API document, section 4.3; docs/operating.md.
 */
final class EnvironmentFlags {
  private static final Set<String> VARIABLES = Set.of("-e", "--env");
  private static final Set<String> PUBLISHED = Set.of("-p", "--publish");

  private static final Pattern VARIABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);
  private static final Pattern PORTS = Pattern.compile("([0-9]{1,9}):([0-9]{1,9})(/tcp|/udp)?");
  private static final int MAX_PORT = 65_535;

  /** From here on, a number stands for a port that is the same outside and inside. */
  private static final int FIRST_IDENTITY_PORT = 70_000;

  private EnvironmentFlags() {}

  /**
   * Checks a text of options.
   *
   * @throws InvalidQueryException that names the first invalid option or value
   */
  static void check(String text) {
    List<String> words = words(text);
    int next = 0;
    while (next < words.size()) {
      String word = words.get(next++);
      if (!word.startsWith("-")) {
        throw refused(
            "options are -e NAME=value, -p host:container[/udp] and others of the container's"
                + " runtime, each with a - in front",
            word);
      }
      boolean hasNext = next < words.size();
      if (isValued(word)) {
        if (!hasNext) {
          throw refused("an option is followed by its value, but the text ends behind", word);
        }
        checkValue(word, words.get(next++));
      } else if (!checkAttached(word) && hasNext && !words.get(next).startsWith("-")) {
        next++;
      }
    }
  }

  private static boolean isValued(String option) {
    return VARIABLES.contains(option) || PUBLISHED.contains(option);
  }

  /** Checks an option whose value is in the same word; false if it is none that is checked. */
  private static boolean checkAttached(String word) {
    int end = word.startsWith("--") ? word.indexOf('=') : 2;
    if (end < 0 || end >= word.length() || !isValued(word.substring(0, end))) {
      return false;
    }
    checkValue(word.substring(0, end), word.substring(word.charAt(end) == '=' ? end + 1 : end));
    return true;
  }

  private static void checkValue(String option, String value) {
    if (VARIABLES.contains(option) && !VARIABLE.matcher(value).matches()) {
      throw refused(option + " takes NAME=value, the name of letters, digits and _", value);
    }
    if (PUBLISHED.contains(option) && !arePorts(value)) {
      throw refused(
          option
              + " takes host:container[/udp], ports from 1 to 65535, or from 70000 for ports that"
              + " are the same inside",
          value);
    }
  }

  private static boolean arePorts(String value) {
    var matcher = PORTS.matcher(value);
    return matcher.matches() && isPort(matcher.group(1)) && isPort(matcher.group(2));
  }

  private static boolean isPort(String digits) {
    int port = Integer.parseInt(digits);
    return (port >= 1 && port <= MAX_PORT) || port >= FIRST_IDENTITY_PORT;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'') {
        if (++i == text.length()) {
          throw refused("a backslash is followed by a character, but the text ends in", text);
        }
        word.append(text.charAt(i));
        inWord = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw refused("a quote is closed, but " + quote + " is open at the end of", text);
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }

  private static InvalidQueryException refused(String allowed, String got) {
    return new InvalidQueryException(
        INVALID_VALUE, "/" + TemplateField.ENV, allowed + "; got " + MessageText.text(got));
  }
}
