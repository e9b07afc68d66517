package io.offerengine.record;

import io.offerengine.Match;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Function;

/**
 * Makes offers from the records of a class, and records from results.
 *
 * <p>The components of the record become fields of a schema, in their order:
 *
 * <pre>{@code
 * import java.lang.invoke.MethodHandles;
 * import org.jspecify.annotations.Nullable;
 *
 * record Room(
 *     @OfferField(identifier = true) long room,
 *     String city,
 *     @OfferField(unit = "EUR", tier = Tier.HOT) double price,
 *     @Nullable LocalDate free) {
 *   static final RecordMapper<Room> ROOMS = RecordMapper.of(MethodHandles.lookup(), Room.class);
 *
 *   static List<Room> upTo(OfferEngine engine, double price) {
 *     Query query = Query.where(ROOMS.number("price").lte(price)).build();
 *     return engine.snapshot().search(query).toList(ROOMS::read);
 *   }
 *
 *   void store(OfferEngine engine) {
 *     engine.apply(OfferBatch.builder().upsert(ROOMS.offer(this)).build());
 *   }
 * }
 * }</pre>
 *
 * <ul>
 *   <li>A {@code long} or {@code int} becomes an integer, a {@code double} a number, a {@code
 *       String} a text, a {@code List<String>} a list of texts, a {@code LocalDate} a date and an
 *       {@code Instant} an instant. Boxes are like what they hold.
 *   <li>An enum becomes a text, the name of its constant; orders follow the order of the constants.
 *   <li>A component whose type is {@code @Nullable}, that of JSpecify, may be absent. Every offer
 *       needs all others, except that an absent {@code boolean} counts as false.
 *   <li>{@link OfferField} names the identifier, and may give a name, a tier, a unit and the fold
 *       field.
 * </ul>
 *
 * <p>If a schema needs more, such as computed fields, a program makes its builder by hand and
 * {@linkplain #of(MethodHandles.Lookup, Class, Schema.Builder) adds} the fields of a record. If the
 * schema exists, a record may {@linkplain #of(MethodHandles.Lookup, Class, Schema) show} some of
 * its fields, computed ones included.
 *
 * <p><b>Cost.</b> {@link #offer} costs what the same calls of an {@link Offer.Builder} cost, at
 * most a tenth more, and {@link #read} what the getters of the {@link Match} and the constructor
 * cost. Making a mapper takes milliseconds.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param <R> the class of the records
 */
public final class RecordMapper<R extends Record> {
  private final Class<R> type;
  private final List<MappedComponent> components;
  private final MethodHandle write;
  private final MethodHandle read;

  private RecordMapper(
      Class<R> type, List<MappedComponent> components, MethodHandle write, MethodHandle read) {
    this.type = type;
    this.components = components;
    this.write = write;
    this.read = read;
  }

  /**
   * Returns a mapper, and makes a schema that has the fields of the record alone.
   *
   * @param lookup that of a class that sees the record: {@code MethodHandles.lookup()}
   * @throws IllegalArgumentException if the lookup does not see the record, a component has a type
   *     that no field has, or not exactly one component is the identifier
   */
  public static <R extends Record> RecordMapper<R> of(
      MethodHandles.Lookup lookup, Class<R> record) {
    String identifier = new RecordFields(record).identifier();
    Schema.Builder schema = Schema.builder(record.getSimpleName(), identifier);
    RecordMapper<R> mapper = of(lookup, record, schema);
    schema.build();
    return mapper;
  }

  /**
   * Returns a mapper, and adds the fields of the record to a schema that the program then builds.
   * If the schema has the field of a component already, the component stands for that field.
   *
   * @param lookup that of a class that sees the record: {@code MethodHandles.lookup()}
   * @throws IllegalArgumentException if the lookup does not see the record, if a component has a
   *     type that no field has, or another type than its field, or if the identifier is not that of
   *     the schema
   */
  public static <R extends Record> RecordMapper<R> of(
      MethodHandles.Lookup lookup, Class<R> record, Schema.Builder schema) {
    return mapper(lookup, record, fields -> fields.addedTo(schema));
  }

  /**
   * Returns a mapper of records that have values of some fields of a schema, derived and computed
   * ones included. Such a mapper makes offers only if offers give all its fields.
   *
   * @param lookup that of a class that sees the record: {@code MethodHandles.lookup()}
   * @throws IllegalArgumentException if the lookup does not see the record, or a component is no
   *     field of the schema, or has another type than its field
   */
  public static <R extends Record> RecordMapper<R> of(
      MethodHandles.Lookup lookup, Class<R> record, Schema schema) {
    return mapper(lookup, record, fields -> fields.of(schema));
  }

  private static <R extends Record> RecordMapper<R> mapper(
      MethodHandles.Lookup lookup,
      Class<R> record,
      Function<RecordFields, List<MappedComponent>> mapping) {
    RecordFields fields = new RecordFields(record);
    RecordHandles handles = RecordHandles.of(lookup, record);
    List<MappedComponent> components = mapping.apply(fields);
    return new RecordMapper<>(
        record, components, handles.writer(components), handles.reader(components));
  }

  /**
   * Returns the schema.
   *
   * @throws IllegalStateException if it is not built yet
   */
  public Schema schema() {
    return components.get(0).field().schema();
  }

  /**
   * Returns the offer of a record.
   *
   * @throws IllegalArgumentException if a component is null that is not {@code @Nullable}, or has a
   *     value that no field has, such as NaN; or if a component stands for a field that is not
   *     stored
   * @throws IllegalStateException if the record lacks a value that the schema requires
   */
  public Offer offer(R record) {
    try {
      return (Offer) write.invokeExact((Record) record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns the record of a result.
   *
   * @throws IllegalArgumentException if the result is of another schema
   * @throws IllegalStateException if a value is absent whose component is not {@code @Nullable}, or
   *     does not fit its component; or if the constructor of the record throws
   */
  public R read(Match match) {
    if (match.schema() != schema()) {
      String wanted = type.getSimpleName() + " is read from offers of the schema " + schema();
      String got = "the offer " + match.id() + " is of another one, " + match.schema();
      throw new IllegalArgumentException(wanted + ", but " + got);
    }
    try {
      return type.cast((Record) read.invokeExact(match));
    } catch (RecordHandles.ConstructorFailure e) {
      String refusal = "the constructor of " + type.getSimpleName() + " refused the offer ";
      String offer = match.id() + ", " + match;
      throw new IllegalStateException(refusal + offer + ": " + e.getCause(), e.getCause());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the field of integers of a name; like all these methods, for conditions and orders. */
  public IntegerField integer(String field) {
    return field(field, IntegerField.class);
  }

  /** Returns the field of numbers of a name. */
  public NumberField number(String field) {
    return field(field, NumberField.class);
  }

  /** Returns the field of booleans of a name. */
  public FlagField flag(String field) {
    return field(field, FlagField.class);
  }

  /** Returns the field of texts of a name. */
  public TextField text(String field) {
    return field(field, TextField.class);
  }

  /** Returns the field of lists of texts of a name. */
  public TextListField texts(String field) {
    return field(field, TextListField.class);
  }

  /** Returns the field of dates of a name. */
  public DateField date(String field) {
    return field(field, DateField.class);
  }

  /** Returns the field of instants of a name. */
  public InstantField instant(String field) {
    return field(field, InstantField.class);
  }

  private <F extends Field> F field(String name, Class<F> fieldType) {
    List<Field> fields = components.stream().map(MappedComponent::field).toList();
    Field found = fields.stream().filter(each -> each.name().equals(name)).findAny().orElse(null);
    if (!fieldType.isInstance(found)) {
      String got = found == null ? "no field" : "a field of type " + found.type().label();
      String problem = name + " is " + got + " of " + type.getSimpleName() + ", not a ";
      throw new IllegalArgumentException(
          problem + fieldType.getSimpleName() + "; its fields are " + fields);
    }
    return fieldType.cast(found);
  }

  @Override
  public String toString() {
    return type.getSimpleName() + components.stream().map(MappedComponent::field).toList();
  }
}
