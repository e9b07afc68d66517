package io.offerengine.json;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;

/**
 * JSON that can't be read as what it should be.
 *
 * <p>The message says it all: {@code UNKNOWN_FIELD at /gpu_nme (line 1, column 2): no offer field
 * is called gpu_nme; did you mean gpu_name?}
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
   * Creates an error.
   *
   * @param path the JSON Pointer of the value that is refused; empty for the whole text
   * @param line the line, from 1; 0 if the error has no position in the text
   * @param column the column in UTF-16 code units, from 1; 0 if the error has no position
   * @param problem what is wrong, what was got, and what is allowed
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

  /** Returns where in the text, as a JSON Pointer; empty for the text as a whole. */
  public String path() {
    return path;
  }

  /** Returns what is wrong, without the code and the position. */
  public String problem() {
    return problem;
  }

  /** Returns the line, from 1; 0 when the error has no position in the text. */
  public int line() {
    return line;
  }

  /**
   * Returns the column, in UTF-16 code units from 1; 0 when the error has no position in the text.
   */
  public int column() {
    return column;
  }
}
