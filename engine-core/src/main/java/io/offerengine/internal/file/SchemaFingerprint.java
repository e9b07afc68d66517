package io.offerengine.internal.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hash of what a schema says about its columns and indexes. Segments that were saved under one
 * schema fit another schema only if both have the same fingerprint.
 *
 * <p>The code of derivations, formulas and collations can't be hashed, only their texts and what
 * they declare.
 */
public final class SchemaFingerprint {
  private final StringBuilder text = new StringBuilder();

  private SchemaFingerprint() {}

  /** Returns the fingerprint of a schema, in hexadecimal digits. */
  public static String of(Schema schema) {
    SchemaFingerprint fingerprint = new SchemaFingerprint();
    fingerprint.add(schema);
    try {
      byte[] bytes = fingerprint.text.toString().getBytes(UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private void add(Schema schema) {
    line("schema", schema.name(), schema.foldField(), schema.clusterField());
    for (Parameter<?> each : schema.parameters()) {
      line("parameter", each, each.valueType().getName(), each.choices(), each.isClock());
      line(each.defaultValue(), each.minimum());
    }
    for (Field field : schema.fields()) {
      line("field", field, field.slot(), field.type(), field.tier(), field.collation());
      line(
          field.isStored(),
          field.isNullable(),
          field.isAbsentAsFalse(),
          field.isSwitch(),
          field.definition());
      Derivation derivation = field.derivation();
      line("derivation", derivation != null, derivation == null ? null : derivation.inputs());
      add(field.formula());
      field.members().forEach(member -> line("member", member.name()));
    }
    for (List<FieldPair> pairs : List.of(schema.pairs(), schema.prunedPairs())) {
      line("pairs");
      pairs.forEach(pair -> line(pair.first(), pair.second()));
    }
    for (Arguments usual : Arguments.usualNumbers(schema)) {
      schema.parameters().forEach(parameter -> line("usual", usual.value(parameter)));
    }
  }

  private void add(@Nullable Formula formula) {
    if (formula == null) {
      return;
    }
    line("formula", formula.text(), formula.parameters());
    for (Formula.Input input : formula.inputs()) {
      line("input", input.field(), input.monotonicity(), input.absentAs());
    }
  }

  /** Adds values, each with its length, so that different values never give the same text. */
  private void line(@Nullable Object... values) {
    for (Object value : values) {
      String each = String.valueOf(value);
      text.append(each.length()).append(':').append(each).append(' ');
    }
    text.append('\n');
  }
}
