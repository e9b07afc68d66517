package io.offerengine;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.exec.SearchResult;
import io.offerengine.internal.segment.RowCache;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The results of a search, best first: a cursor over rows of the snapshot, nothing copied.
 *
 * <p>Stands before the first result at the start; {@link #next} moves on. Computed fields have the
 * values that the search saw.
 *
 * <p><b>Threads.</b> Confined to one thread. Keeps the snapshot's memory alive.
 */
public final class Matches {
  /** Stands for bytes that are not kept. */
  private static final byte[] MISSING = {};

  private final Schema schema;
  private final boolean folded;
  private final SearchResult result;
  private final RowCacheBudget attachments;
  private int index = -1;
  private @Nullable SegmentReader reader;
  private int row;

  Matches(Schema schema, Query query, SearchResult result, RowCacheBudget attachments) {
    this.schema = schema;
    this.folded = query.fold();
    this.result = result;
    this.attachments = attachments;
  }

  /** Stands where another one stands, and shows the row as a search that does not fold. */
  private Matches(Matches at) {
    this.schema = at.schema;
    this.folded = false;
    this.result = at.result;
    this.attachments = at.attachments;
    this.index = at.index;
    this.reader = at.reader;
    this.row = at.row;
  }

  /** Returns the number of results. */
  public int size() {
    return result.size();
  }

  /** Moves to the next result; returns false after the last one. */
  public boolean next() {
    index = Math.min(index + 1, size());
    if (index == size()) {
      reader = null;
      return false;
    }
    reader = result.reader(index);
    row = result.row(index);
    return true;
  }

  /** Moves back before the first result. */
  public void rewind() {
    index = -1;
    reader = null;
  }

  /** Returns the identifier of the current result. */
  public long id() {
    return current().segment().id(row);
  }

  /** Returns whether the current result has a value of a field. */
  public boolean has(Field field) {
    if (folded && field.foldedValue() != null) {
      return true;
    }
    return switch (schema.require(field).type()) {
      case INTEGER, NUMBER, BOOLEAN -> current().numeric(field).isPresent(row);
      case TEXT, VERSION, PLACE, INTEGER_LIST -> current().segment().column(field).isPresent(row);
      case OBJECT -> true;
    };
  }

  /**
   * Returns the value of an integer field.
   *
   * @throws IllegalStateException if it is absent
   * @throws IllegalArgumentException if the field has another type
   */
  public long integer(Field field) {
    Long whenFolded = field.foldedValue();
    if (folded && whenFolded != null) {
      return whenFolded;
    }
    return presentKey(field, FieldType.INTEGER);
  }

  /** Returns the value of an integer or number field; NaN when absent. */
  public double number(Field field) {
    if (field.type() != FieldType.INTEGER) {
      requireType(field, FieldType.NUMBER);
    }
    Long whenFolded = field.foldedValue();
    if (folded && whenFolded != null) {
      return whenFolded;
    }
    return current().numeric(schema.require(field)).number(row);
  }

  /**
   * Returns the value of a boolean field; false for an absent value of a field whose absent values
   * {@linkplain Field#isAbsentAsFalse count as false}.
   *
   * @throws IllegalStateException if the value is absent and does not count as false
   * @throws IllegalArgumentException if the field has another type
   */
  public boolean flag(Field field) {
    if (field.isAbsentAsFalse() && !has(field)) {
      return false;
    }
    return presentKey(field, FieldType.BOOLEAN) != 0;
  }

  /** Returns the value of a text, version or place field as it was stored; null when absent. */
  public @Nullable String text(Field field) {
    if (!field.type().isText()) {
      requireType(field, FieldType.TEXT);
    }
    return current().segment().text(schema.require(field)).text(row);
  }

  /** Returns a copy of the value of a list field; null when absent. */
  public long @Nullable [] integers(Field field) {
    requireType(field, FieldType.INTEGER_LIST);
    long[] list = current().segment().list(schema.require(field)).list(row);
    return list == null ? null : list.clone();
  }

  /**
   * Returns one number of an object field; NaN when absent.
   *
   * @param index the number's place in {@link Field#members}
   */
  public double member(Field field, int index) {
    requireType(schema.require(field), FieldType.OBJECT);
    return current().compute(field.members().get(index).formula()).number(row);
  }

  /**
   * Returns the stored or derived value of an integer or number field of the current result, as
   * formulas read it; NaN when absent.
   *
   * @throws IllegalArgumentException if the field is neither stored nor derived
   */
  public double stored(Field field) {
    if (schema.require(field).slot() < 0 || !field.type().isNumeric()) {
      throw new IllegalArgumentException(field + " is no number that offers bring");
    }
    return current().segment().numeric(field).number(row);
  }

  /** Returns the arguments that the current result's formulas were given. */
  public Arguments arguments() {
    return current().arguments();
  }

  /** Returns whether the search folded, so that {@link Field#foldedValue} is shown. */
  public boolean isFolded() {
    return folded;
  }

  /**
   * Returns the bytes of an attachment to the current result's row: those that are kept, or new
   * ones, kept from now on if the budget has room.
   *
   * <p><b>Cost.</b> Two reads where they are kept; what {@link RowAttachment#make} costs elsewhere.
   *
   * @return not to be changed
   */
  public byte[] attached(RowAttachment attachment) {
    Segment segment = current().segment();
    RowCache table = segment.attached(attachment);
    byte[] kept = table == null ? null : table.read(row);
    return kept != null
        ? kept
        : attachments.keep(segment, attachment, row, attachment.make(new Matches(this)));
  }

  /**
   * Moves on by several results and collects the bytes of an attachment to each, as {@link #next}
   * and {@link #attached} do one by one; stands at the last one taken then.
   *
   * <p><b>Cost.</b> Less than one by one: the reads of memory that rows wait for overlap.
   *
   * @param target takes the bytes, not to be changed; of no use if an attachment can't be made
   * @param from the first place of these
   * @param to the place after the last, if there are as many results
   * @return the place after the last one taken
   */
  public int nextAttached(RowAttachment attachment, byte[][] target, int from, int to) {
    Objects.checkFromToIndex(from, to, target.length);
    int first = Math.min(index + 1, size());
    int end = from + Math.min(to - from, size() - first);
    // A pass for what is kept, and one for what else is read of it: so waits overlap.
    for (int place = from; place < end; place++) {
      int at = first + place - from;
      RowCache table = result.reader(at).segment().attached(attachment);
      byte[] kept = table == null ? null : table.look(result.row(at));
      target[place] = kept == null ? MISSING : kept;
    }
    for (int place = from; place < end; place++) {
      next();
      if (isMissing(target[place])) {
        target[place] = attached(attachment);
      } else {
        noteRead(attachment);
      }
    }
    return end;
  }

  @SuppressWarnings("ReferenceEquality") // an attachment may be empty, too
  private static boolean isMissing(byte[] found) {
    return found == MISSING;
  }

  private void noteRead(RowAttachment attachment) {
    RowCache table = current().segment().attached(attachment);
    if (table != null) {
      table.noteRead(row);
    }
  }

  /** Returns what the offer of the current result brought. */
  public Offer toOffer() {
    return StoredOffers.read(current().segment(), row);
  }

  /** Returns the cursor of the next page; null when nothing was cut, or the limit was 0. */
  public @Nullable Cursor nextCursor() {
    return result.nextCursor();
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  private long presentKey(Field field, FieldType type) {
    requireType(schema.require(field), type);
    NumericColumn column = current().numeric(field);
    if (!column.isPresent(row)) {
      throw new IllegalStateException("the offer " + id() + " has no " + field);
    }
    return column.key(row);
  }

  private SegmentReader current() {
    SegmentReader current = reader;
    if (current == null) {
      throw new IllegalStateException("there is no current result: call next() until it is false");
    }
    return current;
  }

  private static void requireType(Field field, FieldType type) {
    if (field.type() != type) {
      throw new IllegalArgumentException(
          field + " is of type " + field.type().label() + ", not " + type.label());
    }
  }

  @Override
  public String toString() {
    return size() + " matches";
  }
}
