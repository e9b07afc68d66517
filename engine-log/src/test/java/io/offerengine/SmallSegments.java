package io.offerengine;

import io.offerengine.schema.Schema;

/** Engines whose tails and segments have few rows, so that few offers seal and merge. */
public final class SmallSegments {
  private SmallSegments() {}

  /** Starts the configuration of an engine with tails and segments of so many rows. */
  public static OfferEngine.Builder of(Schema schema, int tailRows, int segmentRows) {
    return OfferEngine.builder(schema).tailCapacity(tailRows).maxSegmentRows(segmentRows);
  }
}
