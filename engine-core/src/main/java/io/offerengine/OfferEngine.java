package io.offerengine;

import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.write.SegmentFiles;
import io.offerengine.internal.write.SegmentSizes;
import io.offerengine.internal.write.SegmentWriter;
import io.offerengine.query.QueryLimits;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A search engine that holds the offers of one schema in memory. After every change it publishes a
 * new version, and a {@link Snapshot} reads one version.
 *
 * <p><b>Cost.</b> {@link #snapshot} is one volatile read. Most calls of {@link #apply} take
 * O(batch) time. Some calls also seal a tail or merge segments; if the builder has no {@linkplain
 * Builder#mergeExecutor executor}, this work runs on the calling thread. {@link #load} is faster
 * for many offers, because it sorts them once instead of merging many times.
 *
 * <p><b>Threads.</b> Any thread may read and write. Writers wait for each other; readers wait for
 * nobody. The engine owns no threads.
 */
public final class OfferEngine implements SearchableOffers, AutoCloseable {
  private final Schema schema;
  private final InstantSource clock;
  private final QueryLimits limits;
  private final RowCacheBudget attachments;
  private final Listeners listeners;
  private final SegmentWriter writer;
  private final @Nullable SavedSearches searches;

  private OfferEngine(Builder builder) {
    this.schema = builder.schema;
    this.clock = builder.clock;
    this.limits = builder.limits;
    this.attachments = new RowCacheBudget(builder.attachmentBytes);
    this.listeners = builder.listeners.copy();
    this.searches = builder.searches;
    Journal journal = builder.journal;
    this.writer =
        new SegmentWriter(
            builder.schema,
            builder.mergeExecutor,
            Journal.NONE.equals(journal)
                ? null
                : (batches, version) -> journal.record(version, batches),
            listeners.isEmpty() ? null : listeners,
            builder.sizes,
            builder.formulaChecks);
  }

  /** Starts the configuration of an engine for offers of a schema. */
  public static Builder builder(Schema schema) {
    return new Builder(schema, new Listeners());
  }

  /**
   * Applies a batch. A reader sees all changes of the batch, or none. If this method throws,
   * nothing was applied. A batch that changes nothing publishes no version.
   *
   * <p>The code of the schema that a batch needs runs before the journal is called: derivations,
   * collations, and formulas whose values are kept. What it throws refuses the batch. Merges run
   * formulas again; if one throws there, no caller sees it, and a later write tries the merge
   * again. Only an error of the JVM, such as an OutOfMemoryError, can stop the work that follows
   * the journal. After such an error, no version shows the batch, and the engine is closed for
   * writes and for {@link #save}: the journal may have what the engine lacks.
   *
   * @return the first version that contains the batch; the latest version if the batch changes
   *     nothing
   * @throws io.offerengine.query.UnknownOfferException if the batch updates or deletes an offer
   *     that does not exist
   * @throws io.offerengine.query.ConflictException if the batch inserts an offer that exists, or
   *     the condition of an update does not hold
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}, or after an error of
   *     the JVM stopped a write
   * @throws IllegalArgumentException if an offer or a change belongs to another schema
   * @throws IllegalStateException if a formula of the schema contradicts its declaration for an
   *     offer of the batch ({@link Builder#checkFormulas})
   * @throws RuntimeException if the {@link Builder#journal journal} throws this exception
   */
  public long apply(OfferBatch batch) {
    return writer.apply(batch);
  }

  /**
   * Applies several batches, each as a version of its own, after one call of the {@linkplain
   * Builder#journal journal} for all that change offers. All batches are decided against the latest
   * version, and a refused batch does not stop the others. A batch that changes nothing publishes
   * no version.
   *
   * @param batches batches that name different offers
   * @return the result of each batch, in their order
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IllegalArgumentException if two batches name the same offer
   * @throws RuntimeException if the journal throws this exception; nothing was applied
   */
  public List<BatchResult> applyEach(List<OfferBatch> batches) {
    return writer.applyEach(batches).stream()
        .map(result -> new BatchResult(result.version(), result.refusal()))
        .toList();
  }

  /**
   * Applies a batch that was decided elsewhere as a version of a given number, unless this engine
   * has that version: an engine that follows a log applies the log's entries in this way. Formulas
   * are not compared with their declarations, and the {@link Builder#journal journal} is not
   * called.
   *
   * @param version the number of the version; it may skip numbers
   * @return whether the batch was applied: not if the latest version is this one or a later one
   * @throws io.offerengine.query.UnknownOfferException if the batch updates or deletes an offer
   *     that does not exist
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IllegalArgumentException if an offer or a change belongs to another schema
   * @throws RuntimeException if a derivation throws this exception; nothing was applied
   */
  public boolean applyAt(long version, OfferBatch batch) {
    return writer.applyAt(version, batch);
  }

  /**
   * Stores many offers and publishes them as one version. A loaded offer replaces the stored offer
   * with the same identifier. If several loaded offers have the same identifier, the last one wins.
   * The {@link Builder#journal journal} is not called.
   *
   * <p>If the iterator throws, nothing is stored.
   *
   * @param listener receives the progress
   * @return the version that contains the offers
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IllegalStateException if a formula of the schema contradicts its declaration for one of
   *     the offers ({@link Builder#checkFormulas}); nothing is stored
   */
  public long load(Iterator<Offer> offers, LoadListener listener) {
    return writer.load(offers, listener::loaded);
  }

  /**
   * Replaces all offers, and publishes one version that has the given offers alone. Searches see
   * all old offers or all new ones. If several offers have the same identifier, the last one wins.
   * The {@link Builder#journal journal} is not called. What other threads apply during this call
   * may be lost.
   *
   * <p>An engine that follows a log elsewhere starts with this method, and starts again with it if
   * it can't follow any more.
   *
   * <p><b>Cost.</b> That of {@link #load}. The old offers stay in memory until the new version is
   * published.
   *
   * @param version the number of the version, at least 0. The next batch publishes the version
   *     after it. The number may be less than that of the latest version.
   * @param listener receives the progress
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IllegalArgumentException if the version is negative
   * @throws IllegalStateException if a formula of the schema contradicts its declaration for one of
   *     the offers ({@link Builder#checkFormulas}); the offers stay as they were
   * @throws RuntimeException if the iterator throws this exception; the offers stay as they were
   */
  public void replace(long version, Iterator<Offer> offers, LoadListener listener) {
    writer.replace(version, offers, listener::loaded);
  }

  /**
   * Saves the offers of the latest version in a directory, from which {@link Builder#restore} takes
   * them up within seconds. Segments that the directory has already are not written again; the
   * first save that relies on such a file reads it, and writes it again if it is damaged. If this
   * throws or the process dies, the directory has what was saved before. The next save deletes the
   * files that a broken save left; if files can't be deleted, a warning is logged by the logger
   * {@code io.offerengine}.
   *
   * <pre>{@code
   * import java.nio.file.Files;
   * import java.nio.file.Path;
   *
   * Path directory = Files.createTempDirectory("rooms");
   * engine.save(directory, "42");
   *
   * OfferEngine restored = OfferEngine.builder(schema).build();
   * SchemaChanges changes = restored.restore(directory);
   * System.out.println("saved at " + OfferEngine.savedPosition(directory) + ", " + changes);
   * }</pre>
   *
   * <p><b>Cost.</b> Writes about 500 bytes for each offer of a new segment, with less than a
   * megabyte of memory beside a sealed copy of all tails. The disk is synced.
   *
   * <p><b>Threads.</b> Searches and writes go on. Saves of one engine wait for each other. Only one
   * engine may save in a directory.
   *
   * @param directory made if it is missing; this method deletes segments of earlier saves in it
   * @param position where a journal goes on, in words of the caller: for example the number of the
   *     last batch that {@link #apply} returned from before this call. The saved offers may also
   *     have later batches.
   * @throws IOException if a file can't be written
   */
  public void save(Path directory, String position) throws IOException {
    writer.save(directory, version -> position, this::savedSearches);
  }

  /**
   * Saves the offers, like {@link #save(Path, String)}, with the position of exactly the saved
   * version.
   *
   * @param position returns the position of a version; called once. No batch is applied before it
   *     has returned, so it must not wait for one.
   * @throws IOException if a file can't be written
   */
  public void save(Path directory, LongFunction<String> position) throws IOException {
    writer.save(directory, position, this::savedSearches);
  }

  /**
   * Takes up the offers that {@link #save} saved. If this throws, the engine stays empty. Neither
   * the journal nor a listener is called.
   *
   * <p>If the schema is that of the saved offers, the engine takes up the segments, and searches
   * them by the same plans as the engine that saved them. Otherwise it reads the values that offers
   * gave, by the names of their fields, and makes all else anew, like {@link #load}: derived and
   * computed values, and indexes. So fields may be added and removed, get another {@link
   * io.offerengine.schema.Tier Tier}, or another rule. A field that is renamed keeps its values if
   * its old name is an {@linkplain io.offerengine.schema.FieldBuilder#aliases alias}. A field that
   * offers may give a value of ({@link io.offerengine.schema.FieldBuilder#derivedUnlessGiven})
   * keeps the given values alone. Every later build reads the values of today's files in this way.
   *
   * <p>The engine compares the fields, the names of collations, and the texts of derivations and
   * formulas. It compares what their code gives for some rows only, and not for the texts of lists.
   * So whoever changes the code must change the name or the text, too.
   *
   * <p><b>Cost.</b> Under the same schema, reads the files at about a gigabyte a second; the merge
   * executor helps. Otherwise that of {@link #load}.
   *
   * @return how the schema differs from that of the saved offers
   * @throws IllegalStateException if the engine has published a version, with offers or without
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws io.offerengine.query.UnusableFilesException if the directory has no saved offers, or
   *     they can't be used; this exception has the reason
   * @throws IOException if a file can't be read
   * @throws IllegalStateException if a formula of a changed schema contradicts its declaration for
   *     one of the offers, or a derivation fails
   */
  public SchemaChanges restore(Path directory) throws IOException {
    return writer.restore(directory, 1, true, this::restoreSearches);
  }

  /**
   * Takes up saved offers, like {@link #restore(Path)}, as a version of a given number, if they
   * were saved under this very schema: for offers that a log has, too. What a log gives under a
   * changed schema may differ from what the files give.
   *
   * @param version the number of the version, at least 0
   * @return that no field differs, and which {@linkplain Builder#savedSearches saved searches} were
   *     left out
   * @throws IllegalArgumentException if the version is negative
   * @throws IllegalStateException if the engine has published a version, with offers or without
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   * @throws IOException as {@link #restore(Path)} does
   */
  public SchemaChanges restoreUnchanged(Path directory, long version) throws IOException {
    return writer.restore(directory, version, false, this::restoreSearches);
  }

  private Map<Long, byte[]> savedSearches() {
    return searches == null ? Map.of() : searches.saved();
  }

  private Map<Long, String> restoreSearches(Map<Long, byte[]> saved) {
    return searches == null ? Map.of() : searches.restore(saved);
  }

  /**
   * Returns the position that was given to the last {@link #save} in a directory.
   *
   * @throws io.offerengine.query.UnusableFilesException if the directory has no saved offers, or
   *     the file that lists them is damaged
   * @throws IOException if a file can't be read
   */
  public static String savedPosition(Path directory) throws IOException {
    return SegmentFiles.position(directory);
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(schema, writer.latest(), clock, limits, attachments, null);
  }

  @Override
  public EngineStats stats() {
    return StatsReader.read(schema, writer.latest(), attachments, listeners.lag());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /**
   * Closes the engine for writes. Afterwards, each method that writes or restores offers throws an
   * {@link io.offerengine.query.EngineException} with CLOSED. An error of the JVM that stops a
   * write closes the engine, too. Existing and new snapshots stay readable.
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
    /** By default, attachments may take a tenth of the largest heap. */
    private static final int ATTACHMENT_SHARE = 10;

    private final Schema schema;
    private InstantSource clock = InstantSource.system();
    private QueryLimits limits = QueryLimits.DEFAULTS;
    private @Nullable Executor mergeExecutor;
    private Journal journal = Journal.NONE;
    private final Listeners listeners;
    private long attachmentBytes = Runtime.getRuntime().maxMemory() / ATTACHMENT_SHARE;
    private Formula.Checks formulaChecks = Formula.Checks.SAMPLED;
    private SegmentSizes sizes = SegmentSizes.DEFAULTS;
    private @Nullable SavedSearches searches;

    private Builder(Schema schema, Listeners listeners) {
      this.schema = schema;
      this.listeners = listeners;
    }

    /**
     * Sets the clock, which every search reads once. The default is the clock of the system.
     *
     * @param source for example {@code InstantSource.fixed(instant)}
     */
    public Builder clock(InstantSource source) {
      clock = source;
      return this;
    }

    /**
     * Sets the executor that seals tails and merges segments, one task at a time. By default, the
     * thread that writes does this work. A load or a large merge also submits parts of its work,
     * and runs the parts itself that the executor has not started.
     *
     * <p>The engine does not rely on the executor. A task runs at most once, even if the executor
     * calls it twice or in several threads. If {@code execute} throws, or if the executor has not
     * started a task when the rows of another tail have changed, the engine submits a new task
     * after the next write. If four tasks in a row were lost, the thread that writes merges.
     *
     * <p>If a merge throws, all offers stay as they were. The task throws the same exception to the
     * executor, and the engine submits a new task after the next write. {@link OfferEngine#apply}
     * never throws an exception of the executor or of a merge. Exceptions of {@code execute}, and
     * of a merge on the thread that writes, are logged as warnings by the logger {@code
     * io.offerengine}.
     */
    public Builder mergeExecutor(Executor executor) {
      mergeExecutor = executor;
      return this;
    }

    /** Sets the journal, which receives every batch before readers see it; none by default. */
    public Builder journal(Journal batches) {
      journal = batches;
      return this;
    }

    /**
     * Adds a listener, which receives every batch after searches can see it. The thread that writes
     * calls the listener, without holding a lock. While a thread calls the listener, other writers
     * leave their batches to that thread, and do not wait.
     */
    public Builder listener(OfferListener listener) {
      return listener(listener, Runnable::run);
    }

    /**
     * Adds a listener that an executor calls.
     *
     * <p>The executor runs one task of the listener at a time. If {@code execute} throws, the calls
     * wait until the next batch. If the executor drops a task without an exception, the listener
     * receives nothing more, and {@link EngineStats#listenerLag} grows.
     *
     * <p><b>Cost.</b> For each offer of a batch, the engine reads the offer back as it was before,
     * as {@link OfferBatch.Builder#updateIf} does.
     */
    public Builder listener(OfferListener listener, Executor executor) {
      listeners.add(listener, executor);
      return this;
    }

    /** Sets the limits of queries; {@link QueryLimits#DEFAULTS} by default. */
    public Builder limits(QueryLimits queryLimits) {
      limits = queryLimits;
      return this;
    }

    /**
     * Limits the memory of the bytes that are {@linkplain Matches#attached attached} to rows. The
     * default is a tenth of the largest heap. With 0, no bytes are cached. The budget also covers a
     * table of about 4 bytes per row for each segment that has attachments.
     *
     * @param bytes the limit in bytes
     * @throws IllegalArgumentException if it is negative
     */
    public Builder attachmentBudget(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("a budget is at least 0 bytes, but is " + bytes);
      }
      attachmentBytes = bytes;
      return this;
    }

    /**
     * Sets which offers are used to compare the schema's formulas with their declarations; {@link
     * Formula.Checks#SAMPLED} by default. Tests of a schema use {@link Formula.Checks#EVERY_ROW}.
     */
    public Builder checkFormulas(Formula.Checks offers) {
      formulaChecks = offers;
      return this;
    }

    /**
     * Sets searches that {@link OfferEngine#save} saves with the offers, and to which {@link
     * OfferEngine#restore(Path)} adds the saved ones. A restore leaves out searches that do not fit
     * the schema any more, and says why. The engine does not match them; a {@link
     * #listener(OfferListener) listener} does.
     *
     * @param restorable built with {@link SavedSearches.Builder#restorable}
     * @throws IllegalArgumentException if they are of another schema, or not restorable
     */
    public Builder savedSearches(SavedSearches restorable) {
      if (restorable.schema() != schema) {
        throw new IllegalArgumentException(
            "the saved searches are of another schema: " + restorable.schema());
      }
      if (!restorable.isRestorable()) {
        throw new IllegalArgumentException(
            "the saved searches don't keep their conditions; call restorable() on their builder");
      }
      searches = restorable;
      return this;
    }

    /** Sets the capacity of tails, so that tests seal and merge with few rows. */
    Builder tailCapacity(int rows) {
      sizes = new SegmentSizes(rows, sizes.fixedSegmentRows());
      return this;
    }

    /** Limits the rows of a segment, so that tests have several segments with few rows. */
    Builder maxSegmentRows(int rows) {
      sizes = new SegmentSizes(sizes.fixedTailRows(), rows);
      return this;
    }

    /**
     * Returns a configuration with the same settings, to which others can be added: a change of one
     * configuration does not change the other.
     */
    public Builder copy() {
      Builder copy = new Builder(schema, listeners.copy());
      copy.clock = clock;
      copy.limits = limits;
      copy.mergeExecutor = mergeExecutor;
      copy.journal = journal;
      copy.attachmentBytes = attachmentBytes;
      copy.formulaChecks = formulaChecks;
      copy.sizes = sizes;
      copy.searches = searches;
      return copy;
    }

    /** Returns a new engine without offers. */
    public OfferEngine build() {
      return new OfferEngine(this);
    }

    /**
     * Returns a new engine with the offers that {@link OfferEngine#save} saved, by {@link
     * OfferEngine#restore(Path)}, which also says how the schema has changed since.
     *
     * @throws io.offerengine.query.UnusableFilesException if the directory has no saved offers, or
     *     they can't be used; this exception has the reason
     * @throws IOException if a file can't be read
     */
    public OfferEngine restore(Path directory) throws IOException {
      OfferEngine engine = build();
      engine.restore(directory);
      return engine;
    }
  }
}
