package io.offerengine.query;

/**
 * A query that does not fit its schema.
 *
 * <p>{@link #path} says where, as a JSON Pointer into the request: {@code /gpu_name/gte}.
 */
public class InvalidQueryException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  /**
   * Creates an error.
   *
   * @param path where in the query, as a JSON Pointer; empty for the query as a whole
   * @param problem what is wrong, what was got and what is allowed
   */
  public InvalidQueryException(ErrorCode code, String path, String problem) {
    super(code, code + (path.isEmpty() ? "" : " at " + path) + ": " + problem);
    this.path = path;
    this.problem = problem;
  }

  /** Returns where in the query, as a JSON Pointer. */
  public String path() {
    return path;
  }

  /** Returns the problem without the code and the path. */
  public String problem() {
    return problem;
  }

  /** Returns a JSON Pointer extended by one step, escaped. */
  public static String pointer(String path, String step) {
    return path + '/' + step.replace("~", "~0").replace("/", "~1");
  }
}
