package io.offerengine.server.http;

import io.offerengine.query.ErrorCode;

/** Maps each error code to its HTTP status, and back for errors that Jetty finds. */
final class ErrorStatus {
  private ErrorStatus() {}

  /** Returns the HTTP status of an error code. */
  static int of(ErrorCode code) {
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
      case 401 -> ErrorCode.AUTH_ERROR;
      case 403 -> ErrorCode.FORBIDDEN;
      case 404 -> ErrorCode.NOT_FOUND;
      case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
      case 409 -> ErrorCode.CONFLICT;
      case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
      case 414, 431 -> ErrorCode.LIMIT_EXCEEDED;
      case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
      case 429 -> ErrorCode.TOO_MANY_REQUESTS;
      case 503 -> ErrorCode.UNAVAILABLE;
      default ->
          status >= 500 && status != 505 ? ErrorCode.INTERNAL_ERROR : ErrorCode.INVALID_REQUEST;
    };
  }
}
