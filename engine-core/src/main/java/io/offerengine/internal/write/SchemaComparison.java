package io.offerengine.internal.write;

import io.offerengine.internal.file.SavedSchema;
import io.offerengine.internal.file.SavedSchema.SavedField;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import io.offerengine.schema.SchemaChanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of saved fields belong in a schema. A saved field is the field that has its name
 * now, or has it as an alias.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class SchemaComparison {
  private final Path list;
  private final Schema schema;
  private final SavedSchema saved;

  /**
   * By present field, the saved field that it is. If the name of a field and its alias were two
   * saved fields, this is the one of the name, and the values of the other one are left out. Two
   * aliases that were saved fields are refused.
   */
  private final Map<Field, SavedField> origins = new LinkedHashMap<>();

  /** By name of a saved field, where its stored values go. */
  private final Map<String, FieldName> targets = new LinkedHashMap<>();

  /**
   * Compares a saved schema with a schema.
   *
   * @param list the file of the saved schema, for messages
   * @throws UnusableFilesException if no value could be taken up by its name
   */
  SchemaComparison(Path list, SavedSchema saved, Schema schema) throws UnusableFilesException {
    this.list = list;
    this.schema = schema;
    this.saved = saved;
    if (!saved.name().equals(schema.name())) {
      throw refused("has offers of the schema " + saved.name() + ", but expected " + schema.name());
    }
    origins.put(schema.idField(), saved.fields().get(0));
    for (SavedField field : saved.fields().subList(1, saved.fields().size())) {
      schema.field(field.name()).ifPresent(same -> origins.putIfAbsent(same, field));
    }
    for (SavedField field : saved.fields().subList(1, saved.fields().size())) {
      addRenamed(field);
    }
    for (Map.Entry<Field, SavedField> each : origins.entrySet()) {
      addTarget(each.getKey(), each.getValue());
    }
  }

  private void addRenamed(SavedField field) throws UnusableFilesException {
    FieldName alias = schema.queryName(field.name()).orElse(null);
    if (schema.field(field.name()).isPresent() || alias == null || alias.isLeast()) {
      return;
    }
    SavedField earlier = origins.putIfAbsent(alias.field(), field);
    if (earlier != null && schema.field(earlier.name()).isEmpty()) {
      throw refused(
          "has the fields "
              + earlier.name()
              + " and "
              + field.name()
              + ", which are both names of "
              + alias.field()
              + " now; keep one of these names");
    }
  }

  private void addTarget(Field field, SavedField origin) throws UnusableFilesException {
    if (!origin.isStored()) {
      return;
    }
    if (origin.type() != field.type()) {
      String name = origin.name().equals(field.name()) ? "" : ", which " + origin.name() + " is,";
      throw refused(
          "has "
              + origin.name()
              + " as "
              + origin.type().label()
              + ", but the field "
              + field
              + name
              + " has the type "
              + field.type().label()
              + " now; a field keeps its type: give the new one another name");
    }
    if (field.isStored()) {
      FieldName name = schema.queryName(origin.name()).orElse(null);
      int unit = name == null || name.field() != field ? 1 : name.unit();
      targets.put(origin.name(), new FieldName(origin.name(), field, unit, false));
    }
  }

  private UnusableFilesException refused(String problem) {
    return new UnusableFilesException(Reason.SCHEMA, list + " " + problem);
  }

  /** Returns where the values of a saved field go; null if they are left out. */
  @Nullable FieldName target(String savedField) {
    return targets.get(savedField);
  }

  /**
   * Returns how the schemas differ.
   *
   * @param changedCode fields whose code was found to give other values
   */
  SchemaChanges changes(Set<Field> changedCode) {
    List<String> added = new ArrayList<>();
    List<SchemaChanges.Retiered> retiered = new ArrayList<>();
    List<String> recomputed = new ArrayList<>();
    Map<String, String> renamed = new TreeMap<>();
    for (Field field : schema.fields()) {
      SavedField origin = origins.get(field);
      if (origin == null || (field.isStored() && !origin.isStored())) {
        added.add(field.name());
      }
      if (origin == null) {
        continue;
      }
      if (!origin.name().equals(field.name())) {
        renamed.put(origin.name(), field.name());
      }
      if (origin.tier() != field.tier()) {
        retiered.add(new SchemaChanges.Retiered(field.name(), origin.tier(), field.tier()));
      }
      SavedField now = SavedField.of(field);
      boolean hasOtherRule =
          !origin.rule().equals(now.rule()) || !origin.collation().equals(now.collation());
      if (hasOtherRule || changedCode.contains(field)) {
        recomputed.add(field.name());
      }
    }
    return new SchemaChanges(added, removed(), renamed, retiered, recomputed, Map.of());
  }

  private List<String> removed() {
    Set<String> known = new LinkedHashSet<>();
    origins.forEach((field, origin) -> {
      if (field.isStored() || !origin.isStored()) {
        known.add(origin.name());
      }
    });
    return saved.fields().stream()
        .map(SavedField::name)
        .filter(name -> !known.contains(name))
        .toList();
  }
}
