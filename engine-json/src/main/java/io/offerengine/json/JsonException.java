package io.offerengine.json;

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

  JsonException(ErrorCode code, String path, Place place, String problem) {
    super(code, code + where(path, place) + ": " + problem);
    this.path = path;
    this.problem = problem;
    this.line = place.line();
    this.column = place.column();
  }

  private static String where(String path, Place place) {
    String cut = path.length() > MAX_SHOWN_PATH ? path.substring(0, MAX_SHOWN_PATH) + "…" : path;
    String at = cut.isEmpty() ? "" : " at " + Shown.withoutControls(cut);
    return place.isKnown() ? at + " (" + place + ")" : at;
  }

  /** Returns where in the text, as a JSON Pointer; empty for the text as a whole. */
  public String path() {
    return path;
  }

  /** Returns what is wrong, without the code and the place. */
  public String problem() {
    return problem;
  }

  /** Returns the line, from 1; 0 when the error has no place in the text. */
  public int line() {
    return line;
  }

  /** Returns the column, in UTF-16 code units from 1; 0 when the error has no place in the text. */
  public int column() {
    return column;
  }
}
