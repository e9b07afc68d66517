package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import java.util.function.Consumer;
import org.junit.jupiter.params.provider.Arguments;

/** One refusal of a query builder: what was asked, and the code, the path and the text it gets. */
final class Refusal {
  private Refusal() {}

  /** A condition whose value is none of the field's type. The place is its operator, and index. */
  static Arguments badValue(String fieldAndType, String place, Object value, String takes) {
    String[] parts = fieldAndType.split(" ", 2);
    return where(
        parts[0],
        place,
        value,
        ErrorCode.INVALID_VALUE,
        parts[0] + " is of type " + parts[1] + " and takes " + takes);
  }

  /** A condition that is refused at a place under its field. */
  static Arguments where(String field, String place, Object value, ErrorCode code, String problem) {
    String operator = place.split("/", 2)[0];
    Consumer<QueryBuilder> action = builder -> builder.where(field, operator, value);
    String name = field + " " + operator + " " + Coercion.show(value);
    return Arguments.of(name, action, code, "/" + field + "/" + place, problem);
  }

  static Arguments unsupported(String field, String operator, Object value, String problem) {
    return where(field, operator, value, ErrorCode.OPERATOR_NOT_SUPPORTED, problem);
  }

  static Arguments unknownField(String field, String operator, Object value, String problem) {
    Consumer<QueryBuilder> action = builder -> builder.where(field, operator, value);
    String name = field + " " + operator + " " + Coercion.show(value);
    return Arguments.of(name, action, ErrorCode.UNKNOWN_FIELD, "/" + field, problem);
  }

  static Arguments error(String name, Consumer<QueryBuilder> action, String error, String problem) {
    String[] codeAndPath = error.split(" at ", 2);
    return Arguments.of(name, action, ErrorCode.valueOf(codeAndPath[0]), codeAndPath[1], problem);
  }

  /** Asserts that a builder refuses what is asked, in so many words. */
  static void check(
      String name, Consumer<QueryBuilder> action, ErrorCode code, String path, String problem) {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    InvalidQueryException error =
        catchThrowableOfType(InvalidQueryException.class, () -> action.accept(builder));
    assertThat(error).as(name).isNotNull();
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.path()).isEqualTo(path);
    assertThat(error.problem()).isEqualTo(problem);
    assertThat(error).hasMessage(code + " at " + path + ": " + problem);
  }
}
