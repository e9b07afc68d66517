package io.offerengine.log;

import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.TreeSet;

/**
 * The fields of a schema as far as entries depend on them: what an older build could erase, or
 * derive in another way.
 *
 * <p>Each text of fields that ever appended to a log is a generation of it. Only the latest one
 * appends, so that a build without a new field never stores offers without its values. Builds with
 * the same fields are of one generation.
 */
final class Generation {
  private Generation() {}

  /** Returns a line for each stored or derived field, by name. */
  static String fields(Schema schema) {
    TreeSet<String> lines = new TreeSet<>();
    for (Field field : schema.columns()) {
      String stored = field.isStored() ? "stored" : "derived";
      String derived = field.derivation() == null ? "" : ": " + field.definition();
      lines.add(field.name() + ' ' + field.type() + ' ' + stored + derived);
    }
    return String.join("\n", lines);
  }
}
