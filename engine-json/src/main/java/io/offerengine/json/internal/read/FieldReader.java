package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads the fields of one JSON object from tokens.
 *
 * <p>The reader checks the type of each value. It drops the values of fields that are not stored,
 * and it skips and counts unknown fields.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * <p>Source: docs/library.md (offers as JSON).
 */
final class FieldReader {
  private static final String OFFERS = "offers";

  private final Schema schema;
  private final JsonInput in;
  private final SkippedFields skipped;
  private final Assembly<?> assembly;
  private final UnstoredValues unstored;

  FieldReader(Schema schema, JsonInput in, SkippedFields skipped, Assembly<?> assembly) {
    this.schema = schema;
    this.in = in;
    this.skipped = skipped;
    this.assembly = assembly;
    this.unstored = assembly.unstored();
  }

  /** Reads an object up to its end; the current token is its start. */
  void read() {
    while (in.require() != JsonToken.END_OBJECT) {
      String name = in.text();
      readField(name, in.require());
    }
  }

  /**
   * Reads the first object of a text. The object is either an offer, or it holds a list of offers
   * under the key {@code offers}; the fields before that key then belong to no offer. An object
   * with an identifier and a list of offers is refused, because either reading would lose data.
   *
   * @return true if the current token is now the start of the list
   */
  boolean readFirst() {
    int depth = in.depth();
    boolean isIdentified = false;
    boolean isConditional = false;
    EngineException failure = null;
    while (in.require() != JsonToken.END_OBJECT) {
      String name = in.text();
      JsonToken token = in.require();
      if (name.equals(OFFERS) && schema.field(OFFERS).isEmpty()) {
        in.endRecord();
        if (token != JsonToken.START_ARRAY) {
          throw in.refusal(ErrorCode.INVALID_REQUEST, "offers takes a list, but got " + got(token));
        }
        requireNothingOfAnOffer(isIdentified, isConditional);
        skipped.forgetAll();
        return true;
      }
      isIdentified |= isIdentifier(name);
      isConditional |= isPrecondition(name);
      try {
        readField(name, token);
      } catch (EngineException e) {
        if (e.code() != INVALID_OFFER) {
          throw e;
        }
        failure = failure == null ? e : failure;
        in.leaveTo(depth);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return false;
  }

  /** Skips the fields after the list of offers, up to the end of the object. */
  void skipRest() {
    while (in.require() != JsonToken.END_OBJECT) {
      requireNothingOfAnOffer(isIdentifier(in.text()), isPrecondition(in.text()));
      in.require();
      in.skipValue();
    }
  }

  private boolean isIdentifier(String name) {
    return name.equals(schema.idField().name());
  }

  private boolean isPrecondition(String name) {
    return name.equals(PreconditionReader.KEY) && schema.field(name).isEmpty();
  }

  /** Refuses what belongs to an offer beside a list of offers. */
  private void requireNothingOfAnOffer(boolean isIdentified, boolean isConditional) {
    if (isIdentified) {
      throw in.refusal(
          INVALID_OFFER,
          "an object is an offer or holds a list of them, but this one has both "
              + schema.idField().name()
              + " and offers; leave one of the two out");
    }
    if (isConditional) {
      throw in.refusal(
          INVALID_OFFER,
          PreconditionReader.KEY + " belongs to each change in the list, not to the list");
    }
  }

  private void readField(String name, JsonToken token) {
    if (isPrecondition(name)) {
      assembly.readPrecondition(in);
      return;
    }
    Field field = schema.field(name).orElse(null);
    if (field == null) {
      readFurther(name, token);
    } else if (token == JsonToken.VALUE_NULL) {
      target(field).clear(field);
    } else {
      readValue(field, token, target(field));
    }
  }

  private FieldTarget target(Field field) {
    return field.isStored() ? assembly : unstored;
  }

  private void readValue(Field field, JsonToken token, FieldTarget target) {
    switch (field.type()) {
      case INTEGER -> readInteger(field, token, target);
      case NUMBER -> target.set(field, number(field.name(), token));
      case BOOLEAN -> target.set(field, flag(field, token));
      case DATE, INSTANT -> target.set(field, time(field.name(), field, token));
      case TEXT, VERSION, PLACE -> target.set(field, text(field.name(), field, token));
      case INTEGER_LIST -> target.set(field, integers(field, token));
      case TEXT_LIST -> target.set(field, texts(field, token));
      case OBJECT -> readMembers(field, token);
    }
  }

  /** Reads a value under a name that is no field's own: an alias, or an unknown name. */
  private void readFurther(String name, JsonToken token) {
    FieldName alias = schema.queryName(name).filter(each -> !each.isLeast()).orElse(null);
    if (alias == null) {
      skip(name);
    } else if (token == JsonToken.VALUE_NULL) {
      unstored.clear(alias);
    } else {
      readAlias(alias, token);
    }
  }

  private void readAlias(FieldName alias, JsonToken token) {
    Field field = alias.field();
    switch (field.type()) {
      case INTEGER -> unstored.set(alias, integerIn(alias, token));
      case NUMBER -> unstored.set(alias, number(alias.name(), token) * alias.unit());
      case BOOLEAN -> unstored.set(alias, flag(field, token));
      case DATE, INSTANT -> unstored.set(alias, time(alias.name(), field, token));
      case TEXT, VERSION, PLACE -> unstored.set(alias, text(alias.name(), field, token));
      case INTEGER_LIST, TEXT_LIST, OBJECT -> skip(alias.name());
    }
  }

  private void skip(String name) {
    skipped.add(name);
    in.skipValue();
  }

  /** Returns an integer in the unit of the field: 24 GB are 24,000 MB. */
  private long integerIn(FieldName alias, JsonToken token) {
    if (!token.isNumeric()) {
      throw mismatch(alias.name(), alias.field().type().label(), "a number", token);
    }
    try {
      BigDecimal number = new BigDecimal(in.characters());
      return number.multiply(BigDecimal.valueOf(alias.unit())).longValueExact();
    } catch (ArithmeticException | NumberFormatException fractionalOrTooLarge) {
      String whole = "a number that comes to a whole " + alias.field() + " of at most 64 bits";
      throw mismatch(alias.name(), alias.field().type().label(), whole, token);
    }
  }

  private void readInteger(Field field, JsonToken token, FieldTarget target) {
    boolean isFlag = token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
    if (isFlag && field.acceptsBooleans()) {
      target.set(field, token == JsonToken.VALUE_TRUE);
      return;
    }
    OptionalLong integer = integer(token);
    if (integer.isEmpty()) {
      String flags = field.acceptsBooleans() ? ", true or false" : "";
      throw mismatch(field, "a whole number of at most 64 bits" + flags, token);
    }
    target.set(field, integer.getAsLong());
  }

  private boolean flag(Field field, JsonToken token) {
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw mismatch(field, "true or false", token);
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private String text(String name, Field field, JsonToken token) {
    if (token != JsonToken.VALUE_STRING) {
      throw mismatch(name, field.type().label(), "a text", token);
    }
    return in.text();
  }

  /** Returns the key of a date or instant. */
  private long time(String name, Field field, JsonToken token) {
    OptionalLong key =
        token == JsonToken.VALUE_STRING
            ? TimeKey.parse(field.type(), in.text())
            : OptionalLong.empty();
    if (key.isEmpty()) {
      throw mismatch(name, field.type().label(), TimeKey.example(field.type()), token);
    }
    return key.getAsLong();
  }

  /** Returns the value of the current token if it is an integer of 64 bits, in any notation. */
  private OptionalLong integer(JsonToken token) {
    if (!token.isNumeric()) {
      return OptionalLong.empty();
    }
    if (in.isLong()) {
      return OptionalLong.of(in.longValue());
    }
    try {
      return OptionalLong.of(new BigDecimal(in.characters()).longValueExact());
    } catch (ArithmeticException | NumberFormatException fractionalOrTooLarge) {
      return OptionalLong.empty();
    }
  }

  private double number(String name, JsonToken token) {
    if (!token.isNumeric()) {
      throw mismatch(name, FieldType.NUMBER.label(), "a number", token);
    }
    double number = in.doubleValue();
    if (!Double.isFinite(number)) {
      throw mismatch(name, FieldType.NUMBER.label(), "a finite number", token);
    }
    return number;
  }

  private long[] integers(Field field, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw mismatch(field, "a list of integers", token);
    }
    LongArrayList integers = new LongArrayList(8);
    for (JsonToken each = in.require(); each != JsonToken.END_ARRAY; each = in.require()) {
      OptionalLong integer = integer(each);
      if (integer.isEmpty()) {
        throw mismatch(field, "whole numbers of at most 64 bits", each);
      }
      integers.add(integer.getAsLong());
    }
    return integers.toLongArray();
  }

  private List<String> texts(Field field, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw mismatch(field, "a list of texts", token);
    }
    List<String> texts = new ArrayList<>();
    for (JsonToken each = in.require(); each != JsonToken.END_ARRAY; each = in.require()) {
      if (each != JsonToken.VALUE_STRING) {
        throw mismatch(field, "texts", each);
      }
      texts.add(in.text());
    }
    return texts;
  }

  /** Checks the members of an object field and drops their values, since a search computes them. */
  private void readMembers(Field field, JsonToken token) {
    if (token != JsonToken.START_OBJECT) {
      throw mismatch(field, "an object", token);
    }
    while (in.require() != JsonToken.END_OBJECT) {
      String member = in.text();
      JsonToken value = in.require();
      boolean isKnown = field.members().stream().anyMatch(each -> each.name().equals(member));
      if (!isKnown) {
        skipped.addMember(field.name(), member);
        in.skipValue();
      } else if (value != JsonToken.VALUE_NULL) {
        number(field.name() + "." + member, value);
        unstored.note(field);
      }
    }
  }

  private EngineException mismatch(Field field, String allowed, JsonToken token) {
    return mismatch(field.name(), field.type().label(), allowed, token);
  }

  private EngineException mismatch(String name, String type, String allowed, JsonToken token) {
    return in.refusal(
        INVALID_OFFER,
        name + " is of type " + type + " and takes " + allowed + ", but got " + got(token));
  }

  /** Returns the current token as it appears in messages. */
  String got(@Nullable JsonToken token) {
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> MessageText.text(in.text());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> MessageText.cut(in.characters());
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "null";
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException(token + " is no value");
    };
  }
}
