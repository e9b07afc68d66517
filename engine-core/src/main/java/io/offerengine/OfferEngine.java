package io.offerengine;

import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.write.SegmentSizes;
import io.offerengine.internal.write.SegmentWriter;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the offers of a schema in memory and publishes a {@link Snapshot} of them after every
 * change.
 *
 * <p><b>Cost.</b> {@link #snapshot} is one volatile read. {@link #apply} is O(batch) for most
 * batches; now and then it seals a tail or merges segments too, on the calling thread unless the
 * builder was given an executor. {@link #load} is the way to bring in many offers: one sort instead
 * of many merges.
 *
 * <p><b>Threads.</b> Any thread may read and write; writers wait for each other, readers for
 * nobody. The engine owns no threads.
 */
public final class OfferEngine implements AutoCloseable {
  private final Schema schema;
  private final DoubleSupplier clock;
  private final QueryLimits limits;
  private final RowCacheBudget attachments;
  private final SegmentWriter writer;

  private OfferEngine(Builder builder) {
    this.schema = builder.schema;
    this.clock = builder.clock;
    this.limits = builder.limits;
    this.attachments = new RowCacheBudget(builder.attachmentBytes);
    this.writer =
        new SegmentWriter(
            builder.schema,
            builder.mergeExecutor,
            Journal.NONE.equals(builder.journal) ? null : builder.journal::record,
            builder.sizes);
  }

  /** Starts the configuration of an engine for offers of a schema. */
  public static Builder builder(Schema schema) {
    return new Builder(schema);
  }

  /**
   * Applies a batch: every reader sees all of it or nothing.
   *
   * @return the version of the first snapshot that shows it
   * @throws io.offerengine.query.UnknownOfferException if it updates or deletes an offer that does
   *     not exist; nothing is applied then
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IllegalArgumentException if an offer is of another schema; nothing is applied then
   * @throws RuntimeException if the {@link Builder#journal journal} throws it; nothing is applied
   *     then
   */
  public long apply(OfferBatch batch) {
    return writer.apply(batch);
  }

  /**
   * Stores many offers at once, published together; each takes the place of one of the same
   * identifier, and of several with one identifier the last wins. The {@link Builder#journal
   * journal} hears nothing of them.
   *
   * <p>If the iterator throws, nothing is stored.
   *
   * @return the version of the first snapshot that shows them
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   */
  public long load(Iterator<Offer> offers, LoadListener listener) {
    return writer.load(offers, listener::loaded);
  }

  /** Returns the offers as of the latest version. */
  public Snapshot snapshot() {
    return new Snapshot(schema, writer.root(), clock, limits, attachments);
  }

  /** Returns figures of the latest version; O(segments x fields). */
  public EngineStats stats() {
    return StatsReader.read(schema, writer.root(), attachments);
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /**
   * Refuses further writes. Snapshots, new ones too, stay readable; their memory is freed with
   * them.
   */
  @Override
  public void close() {
    writer.close();
  }

  /**
   * Configures an engine.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Attachments may take a tenth of the heap. */
    private static final int ATTACHMENT_SHARE = 10;

    private final Schema schema;
    private DoubleSupplier clock = Builder::systemSeconds;
    private QueryLimits limits = QueryLimits.DEFAULTS;
    private @Nullable Executor mergeExecutor;
    private Journal journal = Journal.NONE;
    private long attachmentBytes = Runtime.getRuntime().maxMemory() / ATTACHMENT_SHARE;
    private SegmentSizes sizes = SegmentSizes.DEFAULTS;

    private Builder(Schema schema) {
      this.schema = schema;
    }

    /** Sets the clock, in seconds since 1970, read once per search; the system's by default. */
    public Builder clock(DoubleSupplier secondsSince1970) {
      clock = secondsSince1970;
      return this;
    }

    /**
     * Lets seals and merges run on an executor, one at a time; on the writer's thread by default. A
     * load, or a merge of many rows, also offers it parts of its work, and does those itself that
     * the executor has not begun. Where the executor runs nothing, full tails pile up, and searches
     * look at each of their rows.
     */
    public Builder mergeExecutor(Executor executor) {
      mergeExecutor = executor;
      return this;
    }

    /** Lets every applied batch be recorded before it shows; {@link Journal#NONE} by default. */
    public Builder journal(Journal batches) {
      journal = batches;
      return this;
    }

    /** Sets what a query may ask for; {@link QueryLimits#DEFAULTS} by default. */
    public Builder limits(QueryLimits queryLimits) {
      limits = queryLimits;
      return this;
    }

    /**
     * Bounds the memory of what is {@linkplain Matches#attached attached} to rows, in bytes; a
     * tenth of the largest heap by default, 0 to keep nothing. Beside the bytes themselves it
     * covers about 4 bytes for each row of a segment in which something is attached.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder attachmentBudget(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("a budget is at least 0 bytes, but is " + bytes);
      }
      attachmentBytes = bytes;
      return this;
    }

    /** Fixes the capacity of tails, so that tests seal and merge with few rows. */
    Builder tailCapacity(int rows) {
      sizes = new SegmentSizes(rows, sizes.maxSegmentRows());
      return this;
    }

    /** Bounds the rows of a segment, so that tests have several with few rows. */
    Builder maxSegmentRows(int rows) {
      sizes = new SegmentSizes(sizes.fixedTailRows(), rows);
      return this;
    }

    /** Returns the engine, empty. */
    public OfferEngine build() {
      return new OfferEngine(this);
    }

    private static double systemSeconds() {
      Instant now = Clock.systemUTC().instant();
      return now.getEpochSecond() + now.getNano() / NANOS_PER_SECOND;
    }
  }
}
