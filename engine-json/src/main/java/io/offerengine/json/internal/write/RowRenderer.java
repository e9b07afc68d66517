package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.RowAttachment;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Renders the rows of search responses and of exports: with all shown fields from cached texts, or
 * with some fields anew.
 *
 * <p>The engine caches the text of each row as an attachment, which {@link #make} creates in the
 * layout of {@link RowTemplate}. A {@link ResponseAssembler} joins the texts and prints the
 * computed values that differ from the cached text. Renderers of the same schema are equal, so that
 * all codecs share one cache.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class RowRenderer implements RowAttachment {
  private static final int FIRST_CAPACITY = 4096;

  private final Schema schema;
  private final RowTemplate template;

  /**
   * Creates a renderer.
   *
   * @param fields the shown fields to write, in this order; at least one
   */
  public RowRenderer(Schema schema, List<Field> fields) {
    this.schema = schema;
    this.template = new RowTemplate(schema, fields);
  }

  /**
   * Returns the rows of all matches from the cache of rows; null if there are none. Only for all
   * shown fields, which the cached texts have.
   */
  public @Nullable ResponseAssembler gather(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(matches);
    rows.addAll(matches, this);
    return rows;
  }

  /**
   * Returns the rows of all matches; null if there are none. Their texts are neither read from the
   * cache nor put there.
   */
  public @Nullable ResponseAssembler render(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(matches);
    matches.forEach(match -> rows.add(make(match)));
    return rows;
  }

  /** Returns an assembler of as many rows as there are matches, of which it has none. */
  private ResponseAssembler assembler(Matches matches) {
    return new ResponseAssembler(
        template, matches.get(0).arguments(), matches.isFolded(), matches.size());
  }

  /**
   * Writes the rows of some matches, each with a line feed at its end. The cache of rows is left
   * alone: an export has many rows that no page shows, and would drop the rows of pages from it.
   *
   * @throws UncheckedIOException if the target throws IOException
   */
  public void writeLines(Matches matches, OutputStream target) {
    try {
      for (Match match : matches) {
        byte[] row = make(match);
        target.write(row, template.textAt(), row.length - template.textAt());
        target.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] make(Match row) {
    byte[] head = new byte[template.textAt()];
    double[] values = compute(row, head);
    JsonBytes text = new JsonBytes(FIRST_CAPACITY);
    text.raw(head);
    int slot = 0;
    for (RowTemplate.Part part : template.parts()) {
      text.raw(part.prefix());
      int at = text.size();
      if (part.formula() == null) {
        writeStored(row, part.field(), text);
      } else {
        text.number(values[template.source(slot)]);
      }
      if (part.isSlot()) {
        template.setSlot(head, slot++, at, text.size() - at);
      }
    }
    text.raw(template.closing());
    byte[] made = text.toArray();
    System.arraycopy(head, 0, made, 0, head.length);
    return made;
  }

  /**
   * Evaluates the formulas, and stores their inputs, the arguments, and the arguments that each
   * formula read.
   */
  private double[] compute(Match row, byte[] head) {
    List<Field> inputs = template.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      RowTemplate.setStored(head, i, row.stored(inputs.get(i)));
    }
    template.setArguments(head, template.encoded(row.arguments()));
    Arguments.Reads reads = new Arguments.Reads();
    RowTemplate.Evaluation evaluation = template.evaluation(row.arguments().noting(reads));
    double[] values = new double[template.formulaCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = evaluation.value(i, head);
      template.setReads(head, i, reads.take());
    }
    return values;
  }

  private static void writeStored(Match row, Field field, JsonBytes text) {
    FieldType type = field.type();
    // An absent number is NaN, and an object has no values of its own.
    if (type != FieldType.NUMBER && type != FieldType.OBJECT && !row.has(field)) {
      text.nothing();
      return;
    }
    switch (type) {
      case INTEGER -> text.integer(row.integer(field));
      case NUMBER -> {
        double number = row.number(field);
        if (field.isPrintedAsInteger() && !Double.isNaN(number)) {
          text.raw(JsonOutput.likeInteger(number).getBytes(US_ASCII));
        } else {
          text.number(number);
        }
      }
      case BOOLEAN -> text.flag(row.flag(field));
      case DATE, INSTANT -> text.text(TimeKey.text(type, row.integer(field)));
      case TEXT, VERSION, PLACE -> text.text(Objects.requireNonNull(row.text(field)));
      case INTEGER_LIST -> {
        long[] integers = Objects.requireNonNull(row.integers(field));
        writeList(integers.length, i -> text.integer(integers[i]), text);
      }
      case TEXT_LIST -> {
        List<String> texts = Objects.requireNonNull(row.texts(field));
        writeList(texts.size(), i -> text.text(texts.get(i)), text);
      }
      case OBJECT -> {
        text.raw('{');
        text.raw('}');
      }
    }
  }

  private static void writeList(int size, IntConsumer element, JsonBytes text) {
    text.raw('[');
    for (int i = 0; i < size; i++) {
      if (i > 0) {
        text.raw(',');
      }
      element.accept(i);
    }
    text.raw(']');
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowRenderer that && schema == that.schema;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(schema);
  }
}
