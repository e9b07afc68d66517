package io.offerengine;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the {@link EngineStats} of a version. The memory of a structure is the sum over all
 * segments.
 */
final class StatsReader {
  private StatsReader() {}

  static EngineStats read(
      Schema schema, EngineVersion version, RowCacheBudget budget, long listenerLag) {
    List<StructureBytes> structures = new ArrayList<>();
    for (Field field : schema.columns()) {
      addColumn(structures, field, version);
    }
    for (int pair = 0; pair < schema.pairs().size(); pair++) {
      add(structures, schema.pairs().get(pair).first(), "composite", compositeBytes(pair, version));
    }
    for (Field field : schema.fields()) {
      add(structures, field, "materialized column", usualBytes(field, version));
    }
    addFoldRows(structures, schema.foldField(), version);
    long liveRows = 0;
    long attachments = 0;
    for (SegmentView view : version.views()) {
      liveRows += view.live().bytes();
      attachments += view.segment().attachedBytes();
    }
    structures.add(
        new StructureBytes(schema.idField().name(), "locations", version.locationBytes()));
    structures.add(new StructureBytes(schema.idField().name(), "live rows", liveRows));
    add(structures, schema.idField(), "attachments", attachments);
    int sealed = 0;
    int tailRows = 0;
    long dead = 0;
    for (SegmentView view : version.views()) {
      boolean isSealed = view.segment() instanceof SealedSegment;
      sealed += isSealed ? 1 : 0;
      tailRows += isSealed ? 0 : view.size();
      dead += view.live().deadCount();
    }
    return new EngineStats(
        version.version(),
        version.liveCount(),
        sealed,
        tailRows,
        dead,
        version.seals(),
        version.merges(),
        budget.maxBytes(),
        listenerLag,
        structures);
  }

  /** Adds the memory of a column and its index. */
  private static void addColumn(
      List<StructureBytes> structures, Field field, EngineVersion version) {
    long column = 0;
    long dictionary = 0;
    long bitmaps = 0;
    long cumulative = 0;
    long permutation = 0;
    for (SegmentView view : version.views()) {
      column += view.segment().column(field).bytes();
      if (view.segment().column(field) instanceof CodedTexts coded
          && coded.dictionary() instanceof Dictionary sealed) {
        dictionary += sealed.bytes();
      }
      if (view.segment() instanceof SealedSegment sealed) {
        bitmaps += sealed.index(field).bitmapBytes();
        cumulative += sealed.index(field).cumulativeBytes();
        permutation += sealed.index(field).permutationBytes();
      }
    }
    add(structures, field, "column", column);
    add(structures, field, "dictionary", dictionary);
    add(structures, field, "bitmaps", bitmaps);
    add(structures, field, "cumulative", cumulative);
    add(structures, field, "permutation", permutation);
  }

  private static void addFoldRows(
      List<StructureBytes> structures, @Nullable Field foldField, EngineVersion version) {
    if (foldField == null) {
      return;
    }
    long bytes = 0;
    for (SegmentView view : version.views()) {
      bytes += view.segment().foldBytes();
    }
    add(structures, foldField, "fold rows", bytes);
  }

  private static long compositeBytes(int pair, EngineVersion version) {
    long bytes = 0;
    for (SegmentView view : version.views()) {
      CompositeIndex composite =
          view.segment() instanceof SealedSegment sealed ? sealed.composite(pair) : null;
      bytes += composite == null ? 0 : composite.bytes();
    }
    return bytes;
  }

  private static long usualBytes(Field field, EngineVersion version) {
    long bytes = 0;
    for (SegmentView view : version.views()) {
      bytes += view.segment().usualBytes(field);
    }
    return bytes;
  }

  private static void add(
      List<StructureBytes> structures, Field field, String structure, long bytes) {
    if (bytes > 0) {
      structures.add(new StructureBytes(field.name(), structure, bytes));
    }
  }
}
