package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks environment variables and port mappings in the form of flags of a container runtime:
 * {@code -e NAME=value -p 8080:80/udp}.
 *
 * <p>The text is split into words at white space. White space in single or double quotes belongs to
 * a word. Outside single quotes, a backslash makes the next character part of the word.
 *
 * <p>Source: API document, section 4.3; decision 21.
 */
final class EnvironmentFlags {
  private static final Pattern VARIABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);
  private static final Pattern PORTS = Pattern.compile("([0-9]{1,5}):([0-9]{1,5})(/tcp|/udp)?");
  private static final int MAX_PORT = 65_535;

  private EnvironmentFlags() {}

  /**
   * Checks a text of flags.
   *
   * @throws InvalidQueryException that names the first invalid flag or value
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
