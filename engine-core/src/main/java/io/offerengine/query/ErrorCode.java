package io.offerengine.query;

import java.util.Locale;

/**
 * Every kind of error that the engine, the JSON adapter and the server report.
 *
 * <p>The names are stable. Responses use the name in lower case.
 */
public enum ErrorCode {
  /** The request is not JSON, is cut short, or has the wrong shape. */
  INVALID_REQUEST(Category.REQUEST),
  /** A field that the schema does not know. */
  UNKNOWN_FIELD(Category.REQUEST),
  /** An operator that does not exist. */
  UNKNOWN_OPERATOR(Category.REQUEST),
  /** An operator that the field's type can't take, or a field that can't be compared at all. */
  OPERATOR_NOT_SUPPORTED(Category.REQUEST),
  /** A value of the wrong type or out of its range. */
  INVALID_VALUE(Category.REQUEST),
  /** A condition object without an operator, or a list without a value. */
  EMPTY_CONDITION(Category.REQUEST),
  /** An order pair of the wrong shape, an unknown direction, or a field that occurs twice. */
  INVALID_ORDER(Category.REQUEST),
  /** A limit that is negative, fractional or above the maximum. */
  INVALID_LIMIT(Category.REQUEST),
  /** A cursor that is damaged or belongs to another query. */
  INVALID_CURSOR(Category.REQUEST),
  /** More conditions, list values, nesting or characters than allowed. */
  LIMIT_EXCEEDED(Category.REQUEST),
  /** An offer that does not fit the schema. */
  INVALID_OFFER(Category.OFFER),
  /** An identifier that occurs twice although identifiers must be unique. */
  DUPLICATE_OFFER(Category.OFFER),
  /** A change to an offer that does not exist. */
  UNKNOWN_OFFER(Category.OFFER),
  /** Another object is stored under the name that the request gives. */
  CONFLICT(Category.REQUEST),
  /** A missing or unknown key. */
  AUTH_ERROR(Category.ACCESS),
  /** A key whose scope does not include the request. */
  FORBIDDEN(Category.ACCESS),
  /** A path that does not exist. */
  NOT_FOUND(Category.ACCESS),
  /** A method that the path does not support. */
  METHOD_NOT_ALLOWED(Category.ACCESS),
  /** A body of a media type that is not supported. */
  UNSUPPORTED_MEDIA_TYPE(Category.ACCESS),
  /** A body larger than the limit. */
  PAYLOAD_TOO_LARGE(Category.ACCESS),
  /** More requests than the caller may send. */
  TOO_MANY_REQUESTS(Category.SERVICE),
  /** The service is starting, stopping or overloaded. */
  UNAVAILABLE(Category.SERVICE),
  /** A search that took longer than its deadline. */
  DEADLINE_EXCEEDED(Category.SERVICE),
  /** The engine was closed. */
  CLOSED(Category.SERVICE),
  /** A fault of the program. */
  INTERNAL_ERROR(Category.SERVICE);

  private final Category category;

  /** Who can remove the cause of an error. */
  public enum Category {
    /** The request has to change. */
    REQUEST,
    /** The offers have to change: they do not fit the schema. */
    OFFER,
    /** The caller has to change: its key, or how often it asks. */
    ACCESS,
    /** The service has to change: the same request may succeed later. */
    SERVICE
  }

  ErrorCode(Category category) {
    this.category = category;
  }

  /** Returns who can remove the cause. */
  public Category category() {
    return category;
  }

  /** Returns the name that responses use, {@code unknown_field} for example. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
