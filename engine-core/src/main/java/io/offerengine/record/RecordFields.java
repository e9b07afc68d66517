package io.offerengine.record;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds or makes the fields of a record's components. */
final class RecordFields {
  /** By name, since the engine runs without JSpecify. */
  private static final String NULLABLE = "org.jspecify.annotations.Nullable";

  private final Class<? extends Record> record;
  private final List<Described> components = new ArrayList<>();

  /** A component as the record declares it. */
  private record Described(
      RecordComponent component, ComponentType type, OfferField hints, boolean isNullable) {
    String fieldName() {
      return hints.name().isEmpty() ? component.getName() : hints.name();
    }

    boolean saysMoreThanItsName() {
      return hints.fold() || hints.tier() != Tier.WARM || !hints.unit().isEmpty();
    }

    /** Returns the constants of an enum by their names, in their order. */
    Map<String, Object> constants() {
      Map<String, Object> constants = new LinkedHashMap<>();
      if (type == ComponentType.CONSTANT) {
        for (Object constant : component.getType().getEnumConstants()) {
          constants.put(((Enum<?>) constant).name(), constant);
        }
      }
      return constants;
    }
  }

  /** Has the annotation that stands for none. */
  private record Unannotated(@OfferField int component) {
    static final OfferField HINTS =
        Unannotated.class.getRecordComponents()[0].getAnnotation(OfferField.class);
  }

  RecordFields(Class<? extends Record> record) {
    this.record = record;
    for (RecordComponent component : record.getRecordComponents()) {
      components.add(described(component));
    }
    if (components.isEmpty()) {
      throw new IllegalArgumentException(record.getSimpleName() + " has no components");
    }
    atMostOne("the identifier", each -> each.hints.identifier());
    atMostOne("the field by which results collapse", each -> each.hints.fold());
  }

  private Described described(RecordComponent component) {
    ComponentType type = ComponentType.of(component);
    if (type == null) {
      throw refused(
          component,
          "is of the type " + component.getGenericType().getTypeName(),
          ComponentType.ALLOWED);
    }
    boolean isNullable = isNullable(component);
    if (isNullable && component.getType().isPrimitive()) {
      throw refused(component, "is a primitive, which is never null", "a box such as Integer");
    }
    OfferField hints =
        Optional.ofNullable(component.getAnnotation(OfferField.class)).orElse(Unannotated.HINTS);
    boolean isInteger = type == ComponentType.LONG || type == ComponentType.INT;
    if (hints.identifier() && (!isInteger || isNullable)) {
      String got =
          isInteger ? "may be null" : "of the type " + component.getGenericType().getTypeName();
      throw refused(component, "is the identifier, but " + got, "a long or an int");
    }
    return new Described(component, type, hints, isNullable);
  }

  private static boolean isNullable(RecordComponent component) {
    return Arrays.stream(component.getAnnotatedType().getAnnotations())
        .anyMatch(each -> each.annotationType().getName().equals(NULLABLE));
  }

  private void atMostOne(String role, Predicate<Described> has) {
    List<String> found =
        components.stream().filter(has).map(each -> each.component.getName()).toList();
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          record.getSimpleName() + ": one component is " + role + ", but these are: " + found);
    }
  }

  /** Returns the name of the field that identifies an offer. */
  String identifier() {
    return components.stream()
        .filter(each -> each.hints.identifier())
        .map(Described::fieldName)
        .findAny()
        .orElseThrow(() ->
            new IllegalArgumentException(
                record.getSimpleName()
                    + " has no identifier; one component, a long or an int, has"
                    + " @OfferField(identifier = true)"));
  }

  /** Adds the fields that a schema lacks, and returns the components with their fields. */
  List<MappedComponent> addedTo(Schema.Builder schema) {
    return components.stream()
        .map(each ->
            schema
                .added(each.fieldName())
                .map(field -> standingFor(each, field, schema.idField()))
                .orElseGet(() -> added(each, schema)))
        .toList();
  }

  /** Returns the components with their fields of a schema. */
  List<MappedComponent> of(Schema schema) {
    return components.stream()
        .map(each ->
            schema
                .field(each.fieldName())
                .map(field -> standingFor(each, field, schema.idField()))
                .orElseThrow(() ->
                    refused(
                        each.component,
                        "is no field of the schema " + schema,
                        "one of " + schema.fields())))
        .toList();
  }

  private MappedComponent added(Described each, Schema.Builder schema) {
    if (each.hints.identifier()) {
      throw otherIdentifier(each, schema.idField());
    }
    FieldBuilder<Field> builder = schema.field(each.fieldName(), each.type.fieldType);
    builder.tier(each.hints.tier()).unit(each.hints.unit());
    if (each.type == ComponentType.CONSTANT) {
      builder.collation(Collation.inOrder(List.copyOf(each.constants().keySet())));
    }
    if (each.type == ComponentType.BOOLEAN && !each.isNullable) {
      builder.absentAsFalse();
    } else if (!each.isNullable) {
      builder.required();
    }
    Field field = builder.add();
    if (each.hints.fold()) {
      schema.foldBy(field);
    }
    return mapped(each, field);
  }

  private MappedComponent standingFor(Described each, Field field, Field identifier) {
    if (!each.type.fits(field.type())) {
      throw refused(
          each.component,
          "is of the type "
              + each.component.getGenericType().getTypeName()
              + ", but the field "
              + field
              + " of the type "
              + field.type().label(),
          "a component that fits its field");
    }
    if (each.hints.identifier() && field != identifier) {
      throw otherIdentifier(each, identifier);
    }
    if (each.saysMoreThanItsName()) {
      throw refused(
          each.component,
          "has a tier, a unit or a fold, but its field was declared before",
          "a name and identifier alone");
    }
    return mapped(each, field);
  }

  private MappedComponent mapped(Described each, Field field) {
    return new MappedComponent(
        record.getSimpleName() + "." + each.component.getName(),
        each.type,
        each.component.getType(),
        each.isNullable,
        each.constants(),
        field);
  }

  private IllegalArgumentException otherIdentifier(Described each, Field identifier) {
    return refused(
        each.component,
        "is the identifier under the name " + each.fieldName(),
        identifier + ", the identifier of the schema");
  }

  private IllegalArgumentException refused(
      RecordComponent component, String problem, String allowed) {
    return new IllegalArgumentException(
        record.getSimpleName()
            + "."
            + component.getName()
            + " "
            + problem
            + "; allowed: "
            + allowed);
  }
}
