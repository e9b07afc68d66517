package io.offerengine.query;

import io.offerengine.schema.Parameter;

/**
 * A query that does not fit its schema.
 *
 * <p>{@link #path} locates the error in the request, as a JSON Pointer: {@code /gpu_name/gte}.
 */
public class InvalidQueryException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  /**
   * Creates an error.
   *
   * @param path the location of the error, as a JSON Pointer; empty for the query as a whole
   * @param problem the text of the error: what is wrong, the value given, and what is allowed
   */
  public InvalidQueryException(ErrorCode code, String path, String problem) {
    super(code, code + (path.isEmpty() ? "" : " at " + path) + ": " + problem);
    this.path = path;
    this.problem = problem;
  }

  /** Returns the location of the error in the request, as a JSON Pointer. */
  public String path() {
    return path;
  }

  /** Returns the text of the error without the code and the path. */
  public String problem() {
    return problem;
  }

  /** Returns a JSON Pointer extended by one step; this method escapes the step. */
  public static String pointer(String path, String step) {
    return path + '/' + step.replace("~", "~0").replace("/", "~1");
  }

  /** Returns the JSON Pointer of a parameter in a request. */
  public static String pointer(Parameter<?> parameter) {
    String object = parameter.object();
    return pointer(object.isEmpty() ? "" : pointer("", object), parameter.memberName());
  }
}
