package io.offerengine.server.http;

import io.offerengine.json.JsonBody;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.BusyException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the answers to errors: {@code {"success":false,"error":"<code>","msg":"<text>"}} with
 * status and headers.
 *
 * <p>Every error of the service is written here, also the errors that Jetty finds.
 */
public final class ErrorResponses {
  private static final String RETRY_AFTER = "Retry-After";

  /** The header that says what a refused request lacked, such as {@code slots}. */
  public static final String REFUSED_FOR = "Refused-For";

  /** The seconds until a client should try again, if the real time is unknown. */
  private static final String RETRY_AFTER_SECONDS = "1";

  private static final int MAX_ECHO = 100;

  private static final Logger LOG = LoggerFactory.getLogger(ErrorResponses.class);

  private ErrorResponses() {}

  /** Returns the answer to a refused request. */
  public static Answer of(EngineException refusal) {
    return of(refusal, Map.of());
  }

  /**
   * Returns the answer to a request that was refused after a part of it took effect.
   *
   * @param progress additional members of the body, which say which part took effect
   */
  public static Answer of(EngineException refusal, Map<String, Long> progress) {
    Answer answer =
        answer(
            statusOf(refusal.code()),
            refusal.code(),
            String.valueOf(refusal.getMessage()),
            progress);
    if (!(refusal instanceof BusyException busy)) {
      return answer;
    }
    String seconds = busy.seconds();
    String reason = busy.reason().label();
    Answer caused = answer.refusedFor(reason).with(REFUSED_FOR, reason);
    return seconds == null ? caused : caused.with(RETRY_AFTER, seconds);
  }

  /** Returns the answer to a failed request, and logs a fault of the service. */
  static Answer of(Request request, Throwable failure) {
    if (failure instanceof IOException) {
      return brokenBody(failure, "", Map.of());
    }
    Answer answer = failure instanceof EngineException refusal ? of(refusal) : fault();
    if (answer.status() == 500) {
      LOG.atError()
          .addKeyValue("request", RequestTrace.of(request).id)
          .setCause(failure)
          .log("{} {} failed", request.getMethod(), request.getHttpURI().getPath());
    }
    return answer;
  }

  /** Returns the answer to a refused request. The text starts with the code. */
  static Answer of(ErrorCode code, String problem) {
    return of(refusal(code, problem));
  }

  /**
   * Returns the answer to a body that breaks off after a part of it took effect. A client that
   * closed the connection does not see the answer.
   *
   * @param remark a text behind the problem that says which part took effect
   * @param progress additional members of the body, which say the same in numbers
   */
  public static Answer brokenBody(Throwable failure, String remark, Map<String, Long> progress) {
    int status = 400;
    String problem =
        "the body can't be read to its end: it is cut short, or its chunks are malformed";
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TimeoutException) {
        status = 408;
        problem = "the rest of the body did not arrive in time";
      }
    }
    ErrorCode code = codeOf(status);
    return answer(status, code, code + ": " + problem + remark, progress);
  }

  /** Returns the answer to an error that Jetty found, with Jetty's status. */
  static Answer ofStatus(int status, String problem) {
    ErrorCode code = codeOf(status);
    return answer(status, code, code + ": " + problem, Map.of());
  }

  /** Returns the answer to a fault of the service. The text shows nothing of the fault. */
  static Answer fault() {
    return of(
        ErrorCode.INTERNAL_ERROR,
        "the service failed on this request; the fault is in its log, repeating may not help");
  }

  /** Returns a refusal whose text starts with the code, like the engine's refusals. */
  public static EngineException refusal(ErrorCode code, String problem) {
    return new EngineException(code, code + ": " + problem);
  }

  /** Returns a client's text for an error, cut to {@value #MAX_ECHO} characters. */
  public static String echo(String text) {
    return text.length() <= MAX_ECHO ? text : text.substring(0, MAX_ECHO) + "...";
  }

  private static Answer answer(
      int status, ErrorCode code, String message, Map<String, Long> progress) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("success", false);
    json.put("error", code.wireName());
    json.put("msg", message);
    json.putAll(progress);
    Answer answer = Answer.of(status, JsonBody.write(json)).refusedFor(code.wireName());
    return switch (status) {
      case 401 -> answer.with("WWW-Authenticate", "Bearer");
      case 429, 503 -> answer.with(RETRY_AFTER, RETRY_AFTER_SECONDS);
      default -> answer;
    };
  }

  /** Returns the HTTP status of an error code. */
  static int statusOf(ErrorCode code) {
    return switch (code) {
      case INVALID_REQUEST,
          UNKNOWN_FIELD,
          UNKNOWN_OPERATOR,
          OPERATOR_NOT_SUPPORTED,
          INVALID_VALUE,
          EMPTY_CONDITION,
          INVALID_ORDER,
          INVALID_LIMIT,
          INVALID_CURSOR,
          LIMIT_EXCEEDED,
          INVALID_OFFER,
          DUPLICATE_OFFER ->
          400;
      case AUTH_ERROR -> 401;
      case FORBIDDEN -> 403;
      case NOT_FOUND, UNKNOWN_OFFER -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case CONFLICT -> 409;
      case PAYLOAD_TOO_LARGE -> 413;
      case UNSUPPORTED_MEDIA_TYPE -> 415;
      case TOO_MANY_REQUESTS -> 429;
      case INTERNAL_ERROR -> 500;
      case UNAVAILABLE, DEADLINE_EXCEEDED, CLOSED -> 503;
    };
  }

  /** Returns the error code of an error for which only Jetty's status is known. */
  static ErrorCode codeOf(int status) {
    return switch (status) {
      case 414, 431 -> ErrorCode.LIMIT_EXCEEDED;
      case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
      case 503 -> ErrorCode.UNAVAILABLE;
      default ->
          status >= 500 && status != 505 ? ErrorCode.INTERNAL_ERROR : ErrorCode.INVALID_REQUEST;
    };
  }
}
