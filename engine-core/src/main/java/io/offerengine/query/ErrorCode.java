package io.offerengine.query;

import java.util.Locale;

/**
 * The kinds of errors that the engine, the JSON adapter and the server report.
 *
 * <p>The names are stable. Responses contain the name in lower case ({@link #wireName}).
 */
public enum ErrorCode {
  /** A request that can't be read: it is not JSON, is incomplete, or has the wrong structure. */
  INVALID_REQUEST(Category.REQUEST),
  /** A field that the schema does not have. */
  UNKNOWN_FIELD(Category.REQUEST),
  /** An operator that does not exist. */
  UNKNOWN_OPERATOR(Category.REQUEST),
  /** An operator that the type of the field does not allow, or a field that no condition allows. */
  OPERATOR_NOT_SUPPORTED(Category.REQUEST),
  /** A value of the wrong type or outside the allowed range. */
  INVALID_VALUE(Category.REQUEST),
  /** An alternative or a precondition without a condition, or an empty list of values. */
  EMPTY_CONDITION(Category.REQUEST),
  /** An order key that is not a field and a direction, or a field that occurs in two order keys. */
  INVALID_ORDER(Category.REQUEST),
  /** A limit that is negative, fractional or above the maximum. */
  INVALID_LIMIT(Category.REQUEST),
  /** A cursor that is damaged or belongs to another query. */
  INVALID_CURSOR(Category.REQUEST),
  /** More conditions, list values, levels of nesting or characters than allowed. */
  LIMIT_EXCEEDED(Category.REQUEST),
  /** An offer that does not fit the schema. */
  INVALID_OFFER(Category.OFFER),
  /** An identifier that occurs twice, although identifiers must be unique. */
  DUPLICATE_OFFER(Category.OFFER),
  /** A change to an offer that does not exist. */
  UNKNOWN_OFFER(Category.OFFER),
  /**
   * The stored data do not allow the request: another object has the name, or a condition fails.
   */
  CONFLICT(Category.REQUEST),
  /** A missing or unknown key. */
  AUTH_ERROR(Category.ACCESS),
  /** A key whose scope does not include the request. */
  FORBIDDEN(Category.ACCESS),
  /** A path that does not exist. */
  NOT_FOUND(Category.ACCESS),
  /** A method that the path does not allow. */
  METHOD_NOT_ALLOWED(Category.ACCESS),
  /** A body of a media type that the path does not accept. */
  UNSUPPORTED_MEDIA_TYPE(Category.ACCESS),
  /** A body that is larger than the limit. */
  PAYLOAD_TOO_LARGE(Category.ACCESS),
  /** The caller has sent more requests than allowed. */
  TOO_MANY_REQUESTS(Category.SERVICE),
  /** The service is starting, stopping or overloaded. */
  UNAVAILABLE(Category.SERVICE),
  /** A search that took longer than its deadline. */
  DEADLINE_EXCEEDED(Category.SERVICE),
  /** The engine was closed. */
  CLOSED(Category.SERVICE),
  /** A defect of the engine, the adapter or the server. */
  INTERNAL_ERROR(Category.SERVICE);

  private final Category category;

  /** Who can correct an error. */
  public enum Category {
    /** The client, by another request. */
    REQUEST,
    /** The provider of the offers: an offer or a change can't be stored. */
    OFFER,
    /** The caller: the key, the path, the method or the body is wrong. */
    ACCESS,
    /** The service: the same request may succeed later. */
    SERVICE
  }

  ErrorCode(Category category) {
    this.category = category;
  }

  /** Returns who can correct this error. */
  public Category category() {
    return category;
  }

  /** Returns the name that responses use, {@code unknown_field} for example. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
