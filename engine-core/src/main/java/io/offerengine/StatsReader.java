package io.offerengine;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.Texts;
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
import org.jspecify.annotations.Nullable;

/**
 * Computes the {@link EngineStats} of a version. The memory of a structure is the sum over all
 * segments. What two structures share counts for the one that is measured first: columns come
 * before the indexes of their rows.
 */
final class StatsReader {
  private final EngineVersion version;
  private final Footprint footprint = new Footprint();
  private final List<StructureBytes> structures = new ArrayList<>();

  private StatsReader(EngineVersion version) {
    this.version = version;
  }

  static EngineStats read(
      Schema schema, EngineVersion version, RowCacheBudget budget, long listenerLag) {
    return new StatsReader(version).read(schema, budget, listenerLag);
  }

  private EngineStats read(Schema schema, RowCacheBudget budget, long listenerLag) {
    for (Field field : schema.columns()) {
      add(field, "dictionary", view -> footprint.of(dictionary(field, view)));
      add(field, "column", view -> footprint.of(view.segment().column(field)));
    }
    for (Field field : schema.columns()) {
      addIndex(field, "bitmaps", index -> index.bitmapBytes(footprint));
      addIndex(field, "cumulative", index -> index.cumulativeBytes(footprint));
      addIndex(field, "permutation", index -> index.permutationBytes(footprint));
    }
    for (int i = 0; i < schema.pairs().size(); i++) {
      int pair = i;
      add(
          schema.pairs().get(pair).first(),
          "composite",
          view ->
              view.segment() instanceof SealedSegment sealed
                  ? footprint.of(sealed.composite(pair))
                  : 0);
    }
    for (Field field : schema.fields()) {
      add(field, "materialized column", view -> view.segment().usualBytes(field, footprint));
    }
    Field foldField = schema.foldField();
    if (foldField != null) {
      add(foldField, "fold rows", view -> view.segment().foldBytes(footprint));
    }
    Field id = schema.idField();
    structures.add(new StructureBytes(id.name(), "locations", version.locationBytes()));
    add(id, "live rows", view -> footprint.of(view.live()));
    add(id, "attachments", view -> view.segment().attachedBytes());
    return new EngineStats(
        version.version(),
        version.liveCount(),
        version.sealedSegments(),
        (int) sum(view -> view.segment() instanceof SealedSegment ? 0 : view.size()),
        sum(view -> view.live().deadCount()),
        version.seals(),
        version.merges(),
        budget.maxBytes(),
        listenerLag,
        structures);
  }

  private long sum(ToLongFunction<SegmentView> figure) {
    return version.views().stream().mapToLong(figure).sum();
  }

  private static @Nullable Texts dictionary(Field field, SegmentView view) {
    return view.segment().column(field) instanceof CodedTexts coded
            && coded.dictionary() instanceof Dictionary sealed
        ? sealed
        : null;
  }

  private void addIndex(Field field, String structure, ToLongFunction<FieldIndex> bytes) {
    add(
        field,
        structure,
        view ->
            view.segment() instanceof SealedSegment sealed
                ? bytes.applyAsLong(sealed.index(field))
                : 0);
  }

  private void add(Field field, String structure, ToLongFunction<SegmentView> bytes) {
    long all = sum(bytes);
    if (all > 0) {
      structures.add(new StructureBytes(field.name(), structure, all));
    }
  }
}
