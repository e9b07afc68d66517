package io.offerengine.internal.segment;

import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.SealedColumns;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldPair;
import io.offerengine.schema.Schema.UsualColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A segment to which no row is added any more. It has compact columns and an index for each column.
 * Its rows are stored in the order of the schema's cluster field, and then of identifiers.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class SealedSegment extends Segment {
  /**
   * The form of what is written after the stored values, and of the keys of texts, by whose order
   * the indexes go. Whoever changes one of these counts it up.
   */
  public static final int INDEX_FORM = 5;

  /** The number of runs whose rows are compared with the next row, and the rows of each run. */
  private static final int SAMPLES = 64;

  private static final int SAMPLE = 64;

  private final UUID id;
  private final int size;
  private final FieldIndex[] indexes;
  private final @Nullable CompositeIndex[] composites;

  /** Set before the segment is published. */
  private UsualRatios ratios = UsualRatios.NONE;

  private final double rowsPerFold;
  private final @Nullable KeyChains foldRows;

  /** Null until folds are counted. */
  private volatile @Nullable FoldGroups foldGroups;

  /**
   * Creates a segment.
   *
   * @param indexes by slot
   * @param sources the sealed segments that all rows come from; empty if some come from a tail
   */
  public SealedSegment(Schema schema, int size, FieldIndex[] indexes, List<SealedSegment> sources) {
    this(UUID.randomUUID(), schema, size, indexes, composites(schema, indexes));
    for (Pruned pruned : named()) {
      pruned.sorted().addExtremes(pruned.other());
    }
    List<SortedPermutation> orders = orders();
    for (SortedPermutation order : orders) {
      orders.forEach(order::addExtremesIfTheyPay);
    }
    ratios = new UsualRatios(this, sources);
  }

  private SealedSegment(
      UUID id,
      Schema schema,
      int size,
      FieldIndex[] indexes,
      @Nullable CompositeIndex[] composites) {
    super(schema, Stream.of(indexes).map(FieldIndex::column).toArray(Column[]::new));
    this.id = id;
    this.size = size;
    this.indexes = indexes;
    this.composites = composites;
    Field foldField = schema.foldField();
    this.rowsPerFold = foldField == null ? 1 : rowsPerFold(numeric(foldField), size);
    this.foldRows = foldField == null ? null : KeyChains.of(numeric(foldField), size);
  }

  /** Returns how many slots the segments of a schema have. */
  public static int columnCount(Schema schema) {
    return schema.columns().size() + schema.usualColumns().size();
  }

  private static @Nullable CompositeIndex[] composites(Schema schema, FieldIndex[] indexes) {
    @Nullable CompositeIndex[] composites = new CompositeIndex[schema.pairs().size()];
    for (int i = 0; i < composites.length; i++) {
      FieldPair pair = schema.pairs().get(i);
      composites[i] =
          CompositeIndex.of(indexes[pair.first().slot()], indexes[pair.second().slot()]);
    }
    return composites;
  }

  /** Sorted rows that have the extremes of another column. */
  private record Pruned(SortedPermutation sorted, PackedColumn other) {}

  /** Returns what may have extremes: what the schema names, and then any two orders. */
  private Set<Pruned> candidates() {
    Set<Pruned> candidates = new LinkedHashSet<>(named());
    List<SortedPermutation> orders = orders();
    for (SortedPermutation order : orders) {
      orders.forEach(other -> candidates.add(new Pruned(order, other.column())));
    }
    return candidates;
  }

  /** Returns the distinct orders of fields, those of computed ones under default arguments. */
  private List<SortedPermutation> orders() {
    Set<SortedPermutation> orders = new LinkedHashSet<>();
    for (Field field : schema().fields()) {
      FieldIndex index = anyIndex(field);
      if (index != null && index.permutation() != null) {
        orders.add(index.permutation());
      }
    }
    return List.copyOf(orders);
  }

  private List<Pruned> named() {
    List<Pruned> pruned = new ArrayList<>();
    for (FieldPair pair : schema().prunedPairs()) {
      FieldIndex first = anyIndex(pair.first());
      FieldIndex second = anyIndex(pair.second());
      if (first != null && second != null) {
        add(pruned, first, second);
        add(pruned, second, first);
      }
    }
    return pruned;
  }

  private static void add(List<Pruned> pruned, FieldIndex index, FieldIndex other) {
    SortedPermutation sorted = index.permutation();
    if (sorted != null) {
      pruned.add(new Pruned(sorted, other.numbers()));
    }
  }

  /** Returns the index of a field's values, those under default arguments; null if it has none. */
  @Nullable FieldIndex anyIndex(Field field) {
    if (field.slot() >= 0) {
      return indexes[field.slot()];
    }
    List<UsualColumn> usual = schema().usualColumns(field);
    return usual.isEmpty() ? null : indexes[usual.get(0).slot()];
  }

  /** Writes the segment: its {@link StoredValues}, derived columns, and indexes. */
  public void write(BlockWriter out) throws IOException {
    StoredValues.write(this, out);
    for (Field field : schema().columns()) {
      FieldIndex index = indexes[field.slot()];
      if (!field.isStored()) {
        SealedColumns.write(index.column(), out);
      }
      index.write(out);
    }
    for (CompositeIndex composite : composites) {
      out.writeOptional(composite, CompositeIndex::write);
    }
    UsualIndexes.write(schema(), indexes, out);
    for (Pruned pruned : candidates()) {
      pruned.sorted().writeExtremes(pruned.other(), out);
    }
    ratios.write(schema(), out);
  }

  /**
   * Reads a segment, which has the identifier of the one that was written.
   *
   * @param values the stored values, which were read before
   */
  public static SealedSegment read(Schema schema, StoredValues values, BlockReader in)
      throws IOException {
    FieldIndex[] indexes = new FieldIndex[columnCount(schema)];
    int stored = 0;
    for (Field field : schema.columns()) {
      Column column =
          field.isStored() ? values.column(stored++) : SealedColumns.read(field.type(), in);
      indexes[field.slot()] = FieldIndex.read(field, column, in);
    }
    @Nullable CompositeIndex[] composites = new CompositeIndex[schema.pairs().size()];
    for (int i = 0; i < composites.length; i++) {
      FieldIndex first = indexes[schema.pairs().get(i).first().slot()];
      FieldIndex second = indexes[schema.pairs().get(i).second().slot()];
      composites[i] = in.readOptional(from -> CompositeIndex.read(first, second, from));
    }
    UsualIndexes.read(schema, indexes, in);
    SealedSegment segment =
        new SealedSegment(values.id(), schema, values.size(), indexes, composites);
    for (Pruned pruned : segment.candidates()) {
      pruned.sorted().readExtremes(pruned.other(), in);
    }
    segment.ratios = UsualRatios.read(segment, in);
    return segment;
  }

  private static double rowsPerFold(NumericColumn folds, int size) {
    int step = Math.max(SAMPLE, size / SAMPLES);
    int compared = 0;
    int equal = 0;
    for (int start = 0; start < size; start += step) {
      for (int row = start + 1; row < Math.min(size, start + SAMPLE); row++) {
        boolean isFold = folds.isPresent(row) && folds.isPresent(row - 1);
        equal += isFold && folds.key(row) == folds.key(row - 1) ? 1 : 0;
        compared++;
      }
    }
    return (double) (compared + 1) / (compared - equal + 1);
  }

  /** Returns what tells this segment from all others, also from those of earlier processes. */
  public UUID id() {
    return id;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  int capacity() {
    return size;
  }

  /** Returns the index of a field that has a column. */
  public FieldIndex index(Field field) {
    return indexes[field.slot()];
  }

  /**
   * Returns the index of two fields together; null if the segment has none.
   *
   * @param pair their position in the schema's {@link Schema#pairs}
   */
  public @Nullable CompositeIndex composite(int pair) {
    return composites[pair];
  }

  /** Returns the index of the column of a slot. */
  public FieldIndex index(int slot) {
    return indexes[slot];
  }

  /**
   * Returns the index of a field under the arguments of a search; null if its values have to be
   * computed.
   */
  public @Nullable FieldIndex index(Field field, Arguments arguments) {
    int slot = slot(field, arguments);
    return slot == NO_SLOT ? null : indexes[slot];
  }

  /**
   * Returns the bounds of a computed field under a usual value of a parameter; null if none are
   * known.
   */
  public @Nullable RatioBounds ratioBounds(Field field, Arguments arguments) {
    return ratios.find(field, arguments);
  }

  /**
   * Returns how many rows have one fold value on average, at least 1: an estimate, from rows that
   * lie next to each other.
   */
  public double rowsPerFold() {
    return rowsPerFold;
  }

  @Override
  public @Nullable KeyChains foldRows() {
    return foldRows;
  }

  @Override
  public long foldBytes(Footprint footprint) {
    return super.foldBytes(footprint) + footprint.of(foldGroups);
  }

  /**
   * Returns the rows of each fold value as groups. The first call makes them: that takes some
   * nanoseconds per row.
   *
   * @throws NullPointerException if the schema has no fold field
   */
  public FoldGroups foldGroups() {
    FoldGroups known = foldGroups;
    if (known == null) {
      Field foldField = Objects.requireNonNull(schema().foldField());
      known = FoldGroups.of(this, numeric(foldField), Objects.requireNonNull(foldRows));
      foldGroups = known;
    }
    return known;
  }
}
