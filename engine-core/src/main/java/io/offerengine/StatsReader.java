package io.offerengine;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.index.CompositeIndex;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

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
    for (int i = 0; i < schema.pairs().size(); i++) {
      int pair = i;
      long bytes = sum(version, view -> compositeBytes(pair, view));
      add(structures, schema.pairs().get(pair).first(), "composite", bytes);
    }
    for (Field field : schema.fields()) {
      long bytes = sum(version, view -> view.segment().usualBytes(field));
      add(structures, field, "materialized column", bytes);
    }
    Field foldField = schema.foldField();
    if (foldField != null) {
      add(structures, foldField, "fold rows", sum(version, view -> view.segment().foldBytes()));
    }
    Field id = schema.idField();
    long liveRows = sum(version, view -> view.live().bytes());
    structures.add(new StructureBytes(id.name(), "locations", version.locationBytes()));
    structures.add(new StructureBytes(id.name(), "live rows", liveRows));
    add(structures, id, "attachments", sum(version, view -> view.segment().attachedBytes()));
    return new EngineStats(
        version.version(),
        version.liveCount(),
        version.sealedSegments(),
        (int) sum(version, view -> view.segment() instanceof SealedSegment ? 0 : view.size()),
        sum(version, view -> view.live().deadCount()),
        version.seals(),
        version.merges(),
        budget.maxBytes(),
        listenerLag,
        structures);
  }

  private static long sum(EngineVersion version, ToLongFunction<SegmentView> figure) {
    return version.views().stream().mapToLong(figure).sum();
  }

  /** Adds the memory of a column and its index. */
  private static void addColumn(
      List<StructureBytes> structures, Field field, EngineVersion version) {
    add(structures, field, "column", sum(version, view -> view.segment().column(field).bytes()));
    add(structures, field, "dictionary", sum(version, view -> dictionaryBytes(field, view)));
    add(structures, field, "bitmaps", indexBytes(field, version, FieldIndex::bitmapBytes));
    add(structures, field, "cumulative", indexBytes(field, version, FieldIndex::cumulativeBytes));
    add(structures, field, "permutation", indexBytes(field, version, FieldIndex::permutationBytes));
  }

  private static long dictionaryBytes(Field field, SegmentView view) {
    return view.segment().column(field) instanceof CodedTexts coded
            && coded.dictionary() instanceof Dictionary sealed
        ? sealed.bytes()
        : 0;
  }

  private static long indexBytes(
      Field field, EngineVersion version, ToLongFunction<FieldIndex> bytes) {
    return sum(
        version,
        view ->
            view.segment() instanceof SealedSegment sealed
                ? bytes.applyAsLong(sealed.index(field))
                : 0);
  }

  private static long compositeBytes(int pair, SegmentView view) {
    CompositeIndex composite =
        view.segment() instanceof SealedSegment sealed ? sealed.composite(pair) : null;
    return composite == null ? 0 : composite.bytes();
  }

  private static void add(
      List<StructureBytes> structures, Field field, String structure, long bytes) {
    if (bytes > 0) {
      structures.add(new StructureBytes(field.name(), structure, bytes));
    }
  }
}
