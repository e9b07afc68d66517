package io.offerengine.internal.segment;

import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.GrowingColumn;
import io.offerengine.internal.column.GrowingDictionary;
import io.offerengine.internal.column.GrowingListColumn;
import io.offerengine.internal.column.GrowingNumericColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A segment that rows are appended to: the tail of the engine, a full one, or the buffer of a bulk
 * load or of a large batch.
 *
 * <p><b>Cost.</b> {@link #write} is O(columns) for a row, and evaluates materialised formulas.
 * Searches look at every row, with two exceptions: they skip zones in which no key of a hot number
 * matches or is within the cutoff, and they follow the chain of the rows that have a rare text.
 *
 * <p><b>Threads.</b> One writer. A reader may look at the rows below a count that was published to
 * it. A tail takes no more rows than its capacity. A buffer grows: its arrays move, and nobody may
 * read while the writer appends.
 */
public final class TailSegment extends Segment {
  /** Most fields have few different texts; a buffer makes room for more as they come. */
  private static final int FEW_TEXTS = 64;

  private final GrowingColumn[] columns;

  /** Those of the columns; empty in a buffer, which never forgets texts. */
  private final GrowingDictionary[] dictionaries;

  private final int capacity;

  /**
   * The formulas of the usual columns, in their order; empty in a buffer, which no search reads.
   */
  private final List<ComputedColumn> formulas = new ArrayList<>();

  private final boolean isSearched;

  /** Null in a buffer, and if the schema has no fold field. */
  private final @Nullable KeyChains foldRows;

  private int size;

  /** Creates an empty segment with room for some rows. */
  public TailSegment(Schema schema, int capacity) {
    this(schema, columns(schema, capacity, true), capacity, true);
  }

  /** Creates an empty segment that nobody reads before it is full; it takes less memory. */
  public static TailSegment buffer(Schema schema, int capacity) {
    return new TailSegment(schema, columns(schema, capacity, false), capacity, false);
  }

  private TailSegment(Schema schema, GrowingColumn[] columns, int capacity, boolean isSearched) {
    super(schema, Arrays.copyOf(columns, columns.length, Column[].class));
    this.columns = columns;
    this.dictionaries = isSearched ? dictionaries(columns) : new GrowingDictionary[0];
    this.capacity = capacity;
    this.isSearched = isSearched;
    for (UsualColumn usual : isSearched ? schema.usualColumns() : List.<UsualColumn>of()) {
      Formula formula = Objects.requireNonNull(usual.field().formula());
      formulas.add(new SegmentReader(this, usual.arguments()).compute(formula));
    }
    Field foldField = isSearched ? schema.foldField() : null;
    this.foldRows = foldField == null ? null : new KeyChains(numeric(foldField), capacity);
  }

  private static GrowingColumn[] columns(Schema schema, int capacity, boolean isSearched) {
    List<GrowingColumn> columns = new ArrayList<>();
    for (Field field : schema.columns()) {
      columns.add(column(field, capacity, isSearched));
    }
    for (int i = 0; isSearched && i < schema.usualColumns().size(); i++) {
      columns.add(new GrowingNumericColumn(true, capacity, true));
    }
    return columns.toArray(new GrowingColumn[0]);
  }

  private static GrowingColumn column(Field field, int capacity, boolean isSearched) {
    boolean zoned = isSearched && field.tier() == Tier.HOT;
    return switch (field.type()) {
      case INTEGER, DATE, INSTANT -> new GrowingNumericColumn(false, capacity, zoned);
      case BOOLEAN -> new GrowingNumericColumn(false, capacity, false);
      case NUMBER -> new GrowingNumericColumn(true, capacity, zoned);
      case TEXT, VERSION, PLACE ->
          isSearched
              ? GrowingTextColumn.ofTail(field.collation(), capacity)
              : GrowingTextColumn.ofBuffer(field.collation(), capacity, FEW_TEXTS);
      case INTEGER_LIST, TEXT_LIST ->
          new GrowingListColumn(field.type(), field.collation(), capacity);
      case OBJECT -> throw new IllegalStateException(field + " has no column");
    };
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  /** Appends rows. If this throws, the segment may be used no more. */
  public void append(List<NewRow> rows) {
    write(size, rows);
    add(rows.size());
  }

  /**
   * Writes rows behind those that the segment has. They become rows of the segment by {@link #add};
   * if they never do, later rows overwrite them, and their new texts must be {@linkplain
   * #forgetTexts forgotten}. Collations and formulas run here.
   *
   * @param from the first of the rows, at least {@link #size}
   */
  public void write(int from, List<NewRow> rows) {
    NewRow[] all = rows.toArray(NewRow[]::new);
    for (int slot = 0; slot < schema().columns().size(); slot++) {
      copy(slot, from, all);
    }
    for (int i = 0; i < rows.size(); i++) {
      NewRow row = rows.get(i);
      for (Field field : row.fields()) {
        set(from + i, field, row);
      }
    }
    computeUsual(from, from + rows.size());
  }

  /**
   * Copies what rows take over of a field. The earlier rows lie far from each other in memory, and
   * the processor waits for many of them at a time. The compiler inlines the copy of a number.
   *
   * <p>Texts and lists that change are left out: what nobody reads would stay in the dictionary of
   * the tail.
   */
  private void copy(int slot, int from, NewRow[] rows) {
    GrowingColumn column = columns[slot];
    Field field = schema().columns().get(slot);
    for (int i = 0; i < rows.length; i++) {
      NewRow row = rows[i];
      Segment source = row.source();
      if (source != null && column instanceof GrowingNumericColumn numbers) {
        numbers.copy(from + i, source.column(slot), row.sourceRow());
      } else if (source != null && !row.fields().contains(field)) {
        column.copy(from + i, source.column(slot), row.sourceRow());
      }
    }
  }

  /** If a formula throws, this throws the same: no search could compute the values either. */
  private void computeUsual(int from, int to) {
    int[] rows = new int[Math.min(Scratch.BATCH, to - from)];
    double[] numbers = new double[rows.length];
    RowBatches batches = RowBatches.range(from, to);
    for (int size = batches.next(rows); size > 0; size = batches.next(rows)) {
      for (int usual = 0; usual < formulas.size(); usual++) {
        formulas.get(usual).numbers(rows, size, numbers);
        GrowingColumn column = columns[schema().columns().size() + usual];
        for (int i = 0; i < size; i++) {
          ((GrowingNumericColumn) column).setNumber(rows[i], numbers[i]);
        }
      }
    }
  }

  /** Makes rows that were written next rows of the segment. It calls no code of the schema. */
  public void add(int count) {
    if (foldRows != null) {
      foldRows.add(size, size + count);
    }
    for (GrowingColumn column : columns) {
      if (column instanceof GrowingTextColumn chained) {
        chained.chain(size, size + count);
      }
    }
    size += count;
  }

  private static GrowingDictionary[] dictionaries(GrowingColumn[] columns) {
    List<GrowingDictionary> found = new ArrayList<>();
    for (GrowingColumn column : columns) {
      if (column instanceof CodedTexts coded) {
        found.add((GrowingDictionary) coded.dictionary());
      }
    }
    return found.toArray(GrowingDictionary[]::new);
  }

  /** Returns how many texts each dictionary has, for {@link #forgetTexts}. */
  public int[] textCounts() {
    int[] counts = new int[dictionaries.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = dictionaries[i].size();
    }
    return counts;
  }

  /**
   * Forgets the texts of rows that were written and will not be added.
   *
   * @param counts how many texts each dictionary keeps
   */
  public void forgetTexts(int[] counts) {
    for (int i = 0; i < dictionaries.length; i++) {
      dictionaries[i].forget(counts[i]);
    }
  }

  @Override
  public @Nullable KeyChains foldRows() {
    return foldRows;
  }

  /** Frees the memory of a field of a buffer, which nobody reads afterwards. */
  public void dropBuffered(Field field) {
    if (!isSearched) {
      columns[field.slot()] = column(field, 0, false);
      replace(field, (Column) columns[field.slot()]);
    }
  }

  private void set(int row, Field field, NewRow stored) {
    GrowingColumn column = columns[field.slot()];
    if (column instanceof GrowingNumericColumn numbers && numbers.isOfDoubles()) {
      numbers.setNumber(row, stored.number(field));
    } else if (column instanceof GrowingTextColumn texts) {
      texts.set(row, stored.text(field));
    } else if (column instanceof GrowingListColumn lists) {
      lists.set(row, stored.offer(), field);
    } else if (column instanceof GrowingNumericColumn integers) {
      if (stored.has(field)) {
        integers.setInteger(row, stored.integer(field));
      } else {
        integers.setAbsent(row);
      }
    }
  }
}
