package io.offerengine.internal.file;

import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What saved files say about their schema. The form is frozen: every later build reads it.
 *
 * @param name the name of the schema
 * @param fields all fields, the identifier first
 */
public record SavedSchema(String name, List<SavedField> fields) {
  /**
   * A field of saved offers.
   *
   * @param isStored whether offers give its values
   * @param rule the texts of its derivation and formula; empty if it has neither
   * @param collation the name of the collation of its texts; empty for other types
   */
  public record SavedField(
      String name, FieldType type, Tier tier, boolean isStored, String rule, String collation) {
    /** Returns what files say about a field. */
    public static SavedField of(Field field) {
      boolean hasTexts = field.type().isText() || field.type() == FieldType.TEXT_LIST;
      return new SavedField(
          field.name(),
          field.type(),
          field.tier(),
          field.isStored(),
          rule(field),
          hasTexts ? field.collation().toString() : "");
    }

    private static String rule(Field field) {
      Formula formula = field.formula();
      String kind = formula != null ? "computed: " : field.derivation() != null ? "derived: " : "";
      String members =
          field.members().stream()
              .map(each -> each.name() + '=' + each.formula().text())
              .collect(Collectors.joining(", "));
      return kind + field.definition() + members;
    }
  }

  /** Returns what files say about a schema. */
  public static SavedSchema of(Schema schema) {
    return new SavedSchema(schema.name(), schema.fields().stream().map(SavedField::of).toList());
  }

  /** Writes the description. */
  public void write(BlockWriter out) throws IOException {
    out.writeText(name);
    out.writeInt(fields.size());
    for (SavedField field : fields) {
      out.writeText(field.name);
      out.writeText(field.type.name());
      out.writeText(field.tier.name());
      out.writeFlag(field.isStored);
      out.writeText(field.rule);
      out.writeText(field.collation);
    }
  }

  /** Reads a description. */
  public static SavedSchema read(BlockReader in) throws IOException {
    String name = in.readText();
    List<SavedField> fields = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String field = in.readText();
      fields.add(
          new SavedField(
              field,
              type(field, in),
              Tier.valueOf(in.readText()),
              in.readFlag(),
              in.readText(),
              in.readText()));
    }
    return new SavedSchema(name, fields);
  }

  /** Reads the type of a field. */
  public static FieldType type(String field, BlockReader in) throws IOException {
    String name = in.readText();
    for (FieldType type : FieldType.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw in.unusable(
        Reason.VERSION,
        "has the field " + field + " of the type " + name + ", which this build does not know");
  }
}
