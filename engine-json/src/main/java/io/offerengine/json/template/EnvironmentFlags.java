package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Environment variables and port mappings, in the form of a container run time's flags: {@code -e
 * NAME=value -p 8080:80/udp}.
 *
 * <p>Words are separated by white space; quotes, single or double, keep it within a word, and a
 * backslash outside single quotes keeps the next character.
 *
 * <p>Source: API document, section 4.3; decision 21 (templates).
 */
final class EnvironmentFlags {
  private static final Pattern VARIABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);
  private static final Pattern PORTS = Pattern.compile("([0-9]{1,5}):([0-9]{1,5})(/tcp|/udp)?");
  private static final int MAX_PORT = 65_535;

  private EnvironmentFlags() {}

  /**
   * Passes flags that are well formed.
   *
   * @throws InvalidQueryException naming the first that is not
   */
  static void check(String text) {
    List<String> words = words(text);
    for (int i = 0; i < words.size(); i += 2) {
      String flag = words.get(i);
      if (!flag.equals("-e") && !flag.equals("-p")) {
        throw refused("flags are -e NAME=value and -p host:container[/udp]", flag);
      }
      if (i + 1 == words.size()) {
        throw refused("a flag is followed by its value, but the text ends behind", flag);
      }
      String value = words.get(i + 1);
      if (flag.equals("-e") && !VARIABLE.matcher(value).matches()) {
        throw refused("-e takes NAME=value, the name of letters, digits and _", value);
      }
      if (flag.equals("-p") && !arePorts(value)) {
        throw refused("-p takes host:container[/udp], ports from 1 to 65535", value);
      }
    }
  }

  private static boolean arePorts(String value) {
    var matcher = PORTS.matcher(value);
    return matcher.matches() && isPort(matcher.group(1)) && isPort(matcher.group(2));
  }

  private static boolean isPort(String digits) {
    int port = Integer.parseInt(digits);
    return port >= 1 && port <= MAX_PORT;
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
