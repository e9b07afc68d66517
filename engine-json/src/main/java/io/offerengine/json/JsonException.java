package io.offerengine.json;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;

/**
 * Thrown if a JSON text can't be read, or does not fit the schema.
 *
 * <p>The message has the code, the path, the position and the problem: {@code UNKNOWN_FIELD at
 * /gpu_nme (line 1, column 2): no offer field is called gpu_nme; did you mean gpu_name?}
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class JsonException extends EngineException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN_PATH = 200;

  private final String path;
  private final String problem;
  private final int line;
  private final int column;

  /**
   * Creates an exception.
   *
   * @param code the kind of error
   * @param path the JSON Pointer of the refused value; empty for the whole text
   * @param line the line, from 1; 0 if the error has no position in the text
   * @param column the column in UTF-16 code units, from 1; 0 if the error has no position
   * @param problem what is wrong, what was read, and what is allowed
   */
  public JsonException(ErrorCode code, String path, int line, int column, String problem) {
    super(code, code + where(path, line, column) + ": " + problem);
    this.path = path;
    this.problem = problem;
    this.line = line;
    this.column = column;
  }

  private static String where(String path, int line, int column) {
    String cut = path.length() > MAX_SHOWN_PATH ? path.substring(0, MAX_SHOWN_PATH) + "…" : path;
    String at = cut.isEmpty() ? "" : " at " + MessageText.withoutControls(cut);
    return line > 0 ? at + " (line " + line + ", column " + column + ")" : at;
  }

  /** Returns the JSON Pointer of the refused value; empty for the whole text. */
  public String path() {
    return path;
  }

  /** Returns the problem without the code, the path and the position. */
  public String problem() {
    return problem;
  }

  /** Returns the line, from 1; 0 if the error has no position in the text. */
  public int line() {
    return line;
  }

  /**
   * Returns the column in UTF-16 code units, from 1; 0 if the error has no position in the text.
   */
  public int column() {
    return column;
  }
}
