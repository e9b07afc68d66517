package io.offerengine.server.http;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.BusyException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Writes the errors that Jetty finds before a request reaches {@link ApiHandler}: a malformed
 * request line, too large headers, a server that stops. They have the same form as all other
 * errors.
 */
public final class JettyErrors extends ErrorHandler {
  private static final String CUT_OFF =
      "the service is stopping; the request was cut off and may have taken effect";

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object cause = request.getAttribute(ERROR_EXCEPTION);
    int status = cause instanceof HttpException e ? e.getCode() : response.getStatus();
    String reason = cause instanceof HttpException e ? e.getReason() : null;
    Answer answer = isCutOff(request, cause) ? cutOff() : answer(status, reason);
    if (answer.status() == 503) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    RequestTrace.of(request).answered(answer);
    AnswerWriter.write(answer, response, callback);
    return true;
  }

  /** Returns whether the server closes the connection of a request because it stops. */
  private static boolean isCutOff(Request request, @Nullable Object cause) {
    return cause instanceof EofException
        && request.getConnectionMetaData().getConnector().getServer().isStopping();
  }

  /** Returns an answer that names no refusal, since the request may have taken effect. */
  private static Answer cutOff() {
    return ErrorResponses.ofStatus(503, CUT_OFF).refusedFor(BusyException.Cause.STOPPING.label());
  }

  private static Answer answer(int status, @Nullable String reason) {
    return switch (status) {
      case 414 -> ErrorResponses.ofStatus(status, "the URL is too long; send the query by POST");
      case 415 ->
          ErrorResponses.ofStatus(
              status, "the header Accept-Encoding allows neither gzip nor identity; allow one");
      case 431 -> ErrorResponses.ofStatus(status, "the request's headers are too large");
      case 503 ->
          ErrorResponses.of(
              new BusyException(
                  ErrorCode.UNAVAILABLE,
                  BusyException.Cause.STOPPING,
                  "the service is stopping; try again",
                  null));
      default -> status >= 500 && status != 505 ? ErrorResponses.fault() : refusal(status, reason);
    };
  }

  private static Answer refusal(int status, @Nullable String reason) {
    String what = reason == null || reason.isEmpty() ? HttpStatus.getMessage(status) : reason;
    return ErrorResponses.ofStatus(status, "this is no valid HTTP request: " + what);
  }
}
