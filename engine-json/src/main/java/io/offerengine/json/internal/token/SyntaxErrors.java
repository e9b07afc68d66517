package io.offerengine.json.internal.token;

import io.offerengine.query.ErrorCode;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Translates the errors of the tokeniser into words that a client understands.
 *
 * <p>The tokeniser distinguishes its errors only by their messages, which name its own options and
 * classes. A message that is not in the table becomes "malformed JSON". A test produces each
 * message of the table.
 */
final class SyntaxErrors {
  private static final List<Wording> WORDINGS =
      List.of(
          new Wording("Duplicate Object property", "the key occurs twice in one object"),
          new Wording("Unexpected close marker", "malformed JSON: this bracket closes nothing"),
          new Wording("numeric value", "malformed number"),
          new Wording(
              "Non-standard token", "no JSON value: NaN and infinities do not exist in JSON"),
          new Wording(
              "Unrecognized token",
              "no JSON value: expected an object, a list, a text in double quotes, a number, true,"
                  + " false or null"),
          new Wording("Illegal unquoted", "a control character inside a text must be escaped"),
          new Wording("character escape", "no escape that JSON knows"),
          new Wording("surrogate", "the text holds half of a surrogate pair, which is no Unicode"),
          new Wording("a colon", "malformed JSON: expected a colon"),
          new Wording("property name", "malformed JSON: expected a key in double quotes"),
          new Wording("comma", "malformed JSON: expected a comma or a closing bracket"));

  /**
   * A translation.
   *
   * @param mark a part of the tokeniser's message
   * @param problem the words for a client
   */
  private record Wording(String mark, String problem) {}

  private SyntaxErrors() {}

  /**
   * Returns {@code LIMIT_EXCEEDED} if the text exceeds a limit, and {@code INVALID_REQUEST}
   * otherwise.
   */
  static ErrorCode codeOf(JacksonException error) {
    return error instanceof StreamConstraintsException
        ? ErrorCode.LIMIT_EXCEEDED
        : ErrorCode.INVALID_REQUEST;
  }

  /** Returns what is wrong with the text and, where possible, what is allowed. */
  static String problemOf(JacksonException error, InputRules rules) {
    String text = String.valueOf(error.getOriginalMessage());
    if (error instanceof StreamConstraintsException) {
      return exceeded(text, rules);
    }
    if (error instanceof UnexpectedEndOfInputException || text.contains("end-of-input")) {
      return "the text ends too early; it was cut short";
    }
    for (Wording wording : WORDINGS) {
      if (text.contains(wording.mark)) {
        return wording.problem;
      }
    }
    return "malformed JSON";
  }

  private static String exceeded(String text, InputRules rules) {
    if (text.contains("depth")) {
      return "objects and lists may be nested at most " + rules.maxDepth() + " deep";
    }
    if (text.contains("Number")) {
      return "a number may have at most " + rules.maxNumberLength() + " characters";
    }
    if (text.contains("Name") || text.contains("String")) {
      return "a text may have at most " + rules.maxTextLength() + " characters";
    }
    return "more than can be read";
  }
}
