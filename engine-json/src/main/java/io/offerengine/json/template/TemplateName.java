package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a request names one template: by its hash or by its number; one of the two is present.
 *
 * @param hash the hash
 * @param id the number
 */
public record TemplateName(Optional<String> hash, OptionalLong id) {
  private static final String ID = "template_id";
  static final List<String> NAMES = List.of(TemplateReader.HASH, ID);

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  /** Reads the name of a template from parsed JSON. A null value counts as a missing one. */
  static TemplateName read(Map<String, @Nullable Object> request) {
    Object hash = request.get(TemplateReader.HASH);
    Object id = request.get(ID);
    if ((hash == null) == (id == null)) {
      throw new InvalidQueryException(
          INVALID_REQUEST,
          "",
          "a template is named by either hash_id or template_id, but got "
              + (hash == null ? "neither" : "both"));
    }
    return hash == null
        ? new TemplateName(Optional.empty(), OptionalLong.of(id(id)))
        : new TemplateName(Optional.of(TemplateReader.hash(hash)), OptionalLong.empty());
  }

  /** Returns a number that the request gives as a number or as a text. */
  private static long id(@Nullable Object value) {
    String digits =
        value instanceof NumberLiteral number
            ? number.text()
            : value instanceof String text ? text : "";
    if (NUMBER.matcher(digits).matches()) {
      return Long.parseLong(digits);
    }
    throw MessageText.mismatch("/" + ID, "template_id takes a whole number from 1", value);
  }
}
