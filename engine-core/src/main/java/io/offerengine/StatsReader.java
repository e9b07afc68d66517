package io.offerengine;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.Dictionary;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Computes the {@link EngineStats} of a version. The memory of a structure is the sum over all
 * segments. What two structures share counts for the one that is measured first: all columns come
 * before all bitmaps, and these before the permutations, which keep what searches read of both.
 */
final class StatsReader {
  private final EngineVersion version;
  private final Footprint footprint = new Footprint();
  private final List<StructureBytes> structures = new ArrayList<>();

  /** The memory of the usual columns of each field, with their indexes. */
  private final Map<Field, Long> usualBytes = new HashMap<>();

  private StatsReader(EngineVersion version) {
    this.version = version;
  }

  static EngineStats read(
      Schema schema, EngineVersion version, RowCacheBudget budget, long listenerLag) {
    return new StatsReader(version).read(schema, budget, listenerLag);
  }

  private EngineStats read(Schema schema, RowCacheBudget budget, long listenerLag) {
    leaveOutSegments();
    for (Field field : schema.columns()) {
      add(field, "dictionary", view -> footprint.of(dictionary(field, view)));
      add(field, "column", view -> footprint.of(view.segment().column(field)));
    }
    for (UsualColumn usual : schema.usualColumns()) {
      addUsual(usual, sum(view -> footprint.of(view.segment().column(usual.slot()))));
    }
    addIndexes(schema, "bitmaps", index -> index.bitmapBytes(footprint));
    addIndexes(schema, "cumulative", index -> index.cumulativeBytes(footprint));
    addIndexes(schema, "permutation", index -> footprint.of(index.permutation()));
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
      add(field, "materialized column", usualBytes.getOrDefault(field, 0L));
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
        version.number(),
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

  private static @Nullable Dictionary dictionary(Field field, SegmentView view) {
    return view.segment().column(field) instanceof CodedTexts coded
            && coded.dictionary() instanceof Dictionary sealed
        ? sealed
        : null;
  }

  /** Structures refer to segments and indexes, whose parts are measured one by one. */
  private void leaveOutSegments() {
    for (SegmentView view : version.views()) {
      footprint.leaveOut(view.segment());
      if (view.segment() instanceof SealedSegment sealed) {
        for (int slot = 0; slot < SealedSegment.columnCount(sealed.schema()); slot++) {
          footprint.leaveOut(sealed.index(slot));
        }
      }
    }
  }

  /** Adds a part of the index of each field, and of each usual column. */
  private void addIndexes(Schema schema, String structure, ToLongFunction<FieldIndex> bytes) {
    for (Field field : schema.columns()) {
      add(field, structure, indexBytes(field.slot(), bytes));
    }
    for (UsualColumn usual : schema.usualColumns()) {
      addUsual(usual, indexBytes(usual.slot(), bytes));
    }
  }

  private long indexBytes(int slot, ToLongFunction<FieldIndex> bytes) {
    return sum(view ->
        view.segment() instanceof SealedSegment sealed ? bytes.applyAsLong(sealed.index(slot)) : 0);
  }

  private void addUsual(UsualColumn usual, long bytes) {
    usualBytes.merge(usual.field(), bytes, Long::sum);
  }

  private void add(Field field, String structure, ToLongFunction<SegmentView> bytes) {
    add(field, structure, sum(bytes));
  }

  private void add(Field field, String structure, long bytes) {
    if (bytes > 0) {
      structures.add(new StructureBytes(field.name(), structure, bytes));
    }
  }
}
