package io.offerengine;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.exec.SearchResult;
import io.offerengine.internal.segment.RowCache;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The results of a search, in the order of the query, or some of all matches, in no particular
 * order ({@link Snapshot#forEach}). It is an iterator over rows of the snapshot and copies no
 * values.
 *
 * <p>A new instance is positioned before the first result; {@link #next} moves to the next result.
 * The other methods read the current result. Computed fields have the values that the search used,
 * even if the clock has moved on.
 *
 * <pre>{@code
 * Matches matches = snapshot.search(query);
 * while (matches.next()) {
 *   System.out.println(matches.text(GPU_NAME) + " costs " + matches.number(DPH_TOTAL));
 * }
 * Cursor nextPage = matches.nextCursor(); // null if this was the last page
 * }</pre>
 *
 * <p><b>Cost.</b> Reading a field is O(1). As long as the instance is reachable, the memory of its
 * snapshot is not freed.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Matches {
  /** Stands for bytes that are not cached. */
  private static final byte[] MISSING = {};

  private final Schema schema;
  private final boolean folded;
  private final SearchResult result;
  private final RowCacheBudget attachments;
  private int index = -1;
  private @Nullable SegmentReader reader;
  private int row;

  Matches(Schema schema, boolean folded, SearchResult result, RowCacheBudget attachments) {
    this.schema = schema;
    this.folded = folded;
    this.result = result;
    this.attachments = attachments;
  }

  /** Creates an instance at the current result of another one, without folding. */
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

  /** Moves to the next result; returns false if there is none. */
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

  /** Returns whether the current result has a value for a field. */
  public boolean has(Field field) {
    if (folded && field.foldedValue() != null) {
      return true;
    }
    return switch (schema.require(field).type()) {
      case INTEGER, NUMBER, BOOLEAN -> current().numeric(field).isPresent(row);
      case TEXT, VERSION, PLACE, INTEGER_LIST, TEXT_LIST ->
          current().segment().column(field).isPresent(row);
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

  /** Returns the value of a text, version or location field as stored; null if absent. */
  public @Nullable String text(Field field) {
    if (!field.type().isText()) {
      requireType(field, FieldType.TEXT);
    }
    return current().segment().text(schema.require(field)).text(row);
  }

  /** Returns the value of a list of texts, unmodifiable; null when absent. */
  public @Nullable List<String> texts(Field field) {
    requireType(field, FieldType.TEXT_LIST);
    return current().segment().list(schema.require(field)).texts(row);
  }

  /** Returns a copy of the value of a list of integers; null when absent. */
  public long @Nullable [] integers(Field field) {
    requireType(field, FieldType.INTEGER_LIST);
    long[] list = current().segment().list(schema.require(field)).integers(row);
    return list == null ? null : list.clone();
  }

  /**
   * Returns one number of an object field; NaN when absent.
   *
   * @param index the index of the number in {@link Field#members}
   */
  public double member(Field field, int index) {
    requireType(schema.require(field), FieldType.OBJECT);
    return current().compute(field.members().get(index).formula()).number(row);
  }

  /**
   * Returns the stored or derived value of an integer, number or boolean field of the current
   * result, as formulas read this value; NaN if absent.
   *
   * @throws IllegalArgumentException if the field is neither stored nor derived
   */
  public double stored(Field field) {
    if (schema.require(field).slot() < 0 || !field.type().isNumeric()) {
      throw new IllegalArgumentException(field + " is neither a stored nor a derived number");
    }
    return current().segment().numeric(field).number(row);
  }

  /** Returns the arguments with which the formulas of the current result were evaluated. */
  public Arguments arguments() {
    return current().arguments();
  }

  /**
   * Returns whether the search folded its results. If it did, fields with a {@link
   * Field#foldedValue} show this value.
   */
  public boolean isFolded() {
    return folded;
  }

  /**
   * Returns the bytes that an attachment makes of the current result's row. If the bytes are
   * cached, this method returns them; otherwise it calls {@link RowAttachment#make}, and caches the
   * new bytes if the {@linkplain OfferEngine.Builder#attachmentBudget budget} allows it.
   *
   * <p><b>Cost.</b> Two reads of memory if the bytes are cached, otherwise one call of {@link
   * RowAttachment#make}.
   *
   * @return the bytes; not to be changed
   */
  public byte[] attached(RowAttachment attachment) {
    Segment segment = current().segment();
    RowCache table = segment.attached(attachment);
    byte[] cached = table == null ? null : table.read(row);
    return cached != null
        ? cached
        : attachments.keep(segment, attachment, row, attachment.make(new Matches(this)));
  }

  /**
   * Moves forward by several results and collects the bytes of an attachment to each of them. The
   * effect is the same as that of {@link #next} and {@link #attached} for one result after the
   * other; the last collected result is current afterwards.
   *
   * <p><b>Cost.</b> Less than one call per result, because reads of memory overlap.
   *
   * @param target receives the bytes of each result, which are not to be changed; if {@link
   *     RowAttachment#make} throws, its content is undefined
   * @param from the index in {@code target} for the next result
   * @param to the index after the last one to fill; fewer are filled if there are fewer results
   * @return the index after the last one that was filled
   */
  public int nextAttached(RowAttachment attachment, byte[][] target, int from, int to) {
    Objects.checkFromToIndex(from, to, target.length);
    int first = Math.min(index + 1, size());
    int end = from + Math.min(to - from, size() - first);
    // The first pass only reads cached references, so that the processor overlaps these reads.
    for (int i = from; i < end; i++) {
      int at = first + i - from;
      RowCache table = result.reader(at).segment().attached(attachment);
      byte[] cached = table == null ? null : table.look(result.row(at));
      target[i] = cached == null ? MISSING : cached;
    }
    for (int i = from; i < end; i++) {
      next();
      if (isMissing(target[i])) {
        target[i] = attached(attachment);
      } else {
        noteRead(attachment);
      }
    }
    return end;
  }

  @SuppressWarnings("ReferenceEquality") // an attachment may be an empty array
  private static boolean isMissing(byte[] found) {
    return found == MISSING;
  }

  private void noteRead(RowAttachment attachment) {
    RowCache table = current().segment().attached(attachment);
    if (table != null) {
      table.noteRead(row);
    }
  }

  /** Returns the offer of the current result: the values that were given, without derived ones. */
  public Offer toOffer() {
    return StoredOffers.read(current().segment(), row);
  }

  /** Returns the cursor of the next page; null if there are no more results, or the limit was 0. */
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
