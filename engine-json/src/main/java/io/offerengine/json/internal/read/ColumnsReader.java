package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key {@code select_cols}: which fields an answer has.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ColumnsReader {
  /** The key. */
  public static final String KEY = "select_cols";

  private static final String ALL = "*";
  private static final String PATH = "/" + KEY;

  private final Schema schema;
  private final List<Field> all;

  /**
   * Creates a reader.
   *
   * @param all the fields of a full answer, in its order
   */
  public ColumnsReader(Schema schema, List<Field> all) {
    this.schema = schema;
    this.all = all;
  }

  /**
   * Returns the fields in the order in which they are listed.
   *
   * @param given the value of the key; all fields for null and for {@code ["*"]}
   * @throws InvalidQueryException with a path that begins with the key
   */
  public List<Field> read(@Nullable Object given) {
    if (given == null || given.equals(List.of(ALL))) {
      return all;
    }
    if (!(given instanceof List<?> names) || names.isEmpty()) {
      throw invalid(
          PATH,
          KEY
              + " takes a list of fields, or [\"*\"] for all, but got "
              + (given instanceof List<?> ? "an empty list" : MessageText.value(given)));
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String path = PATH + "/" + i;
      Field field = field(names.get(i), path);
      if (fields.contains(field)) {
        throw invalid(path, "the field " + field + " is listed twice");
      }
      fields.add(field);
    }
    return List.copyOf(fields);
  }

  /** Like {@link #read}, but returns the fields in the order of a full answer. */
  List<Field> readInOrder(@Nullable Object given) {
    if (given == null) {
      return all;
    }
    List<Field> listed = read(given);
    return all.stream().filter(listed::contains).toList();
  }

  private Field field(@Nullable Object name, String path) {
    String text = JsonTree.text(path, "the name of a field is a text", name);
    if (text.equals(ALL)) {
      throw invalid(path, "\"*\" stands alone: it means all fields");
    }
    Field field = schema.field(text).orElse(null);
    if (field != null && all.contains(field)) {
      return field;
    }
    Field meant = schema.queryField(text).orElse(null);
    String near =
        meant != null && all.contains(meant)
            ? meant.name()
            : schema.likeliestName(text, all.stream().map(Field::name).toList()).orElse(null);
    throw new InvalidQueryException(
        UNKNOWN_FIELD,
        path,
        "responses show no field "
            + MessageText.name(text)
            + (near == null
                ? "; [\"*\"] lists all that they show"
                : "; did you mean " + near + "?"));
  }

  private static InvalidQueryException invalid(String path, String problem) {
    return new InvalidQueryException(INVALID_VALUE, path, problem);
  }
}
