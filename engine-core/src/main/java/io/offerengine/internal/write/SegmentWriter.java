package io.offerengine.internal.write;

import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.HostCode;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies batches and publishes their outcome as a new {@link EngineVersion}.
 *
 * <p>First the outcome of a batch is computed, and its rows are written where no reader looks, so
 * that the errors of a batch are found before anything changes. Then comes the journal. Then the
 * earlier rows of its offers die, and their new rows become rows of the tail, or sealed segments if
 * the batch is larger than a tail: only an error of the JVM can stop this, and such an error closes
 * the writer. One volatile write publishes the new version. Afterwards full tails are sealed and
 * segments are merged, on the writer's thread or on the executor.
 *
 * <p><b>Threads.</b> Any thread may write; writers wait for each other. {@link #latest} never
 * waits.
 */
public final class SegmentWriter {
  private static final int LOAD_REPORT_ROWS = 1024;

  private final Schema schema;
  private final @Nullable Executor mergeExecutor;
  private final @Nullable ObjLongConsumer<List<List<ChangedOffer>>> journal;
  private final SegmentSizes sizes;
  private final SegmentSealer sealer;
  private final SegmentSet segments;
  private final Formula.Checks checks;
  private final FormulaSampler sampler;
  private final @Nullable Observer observer;
  private final MergeScheduler merges;

  /** The saved segments; also the lock of saves. */
  private final SegmentFiles files;

  private volatile EngineVersion latest;
  private boolean closed;

  /** What was thrown while a prepared write was applied; null if nothing was. */
  private @Nullable Throwable failure;

  /**
   * Learns of published versions. The calls come in order, while the writer holds its lock, but for
   * {@link #afterWrite}.
   */
  public interface Observer {
    /** Learns of a batch. */
    void applied(long version, List<ChangedOffer> changes);

    /** Learns of a load. */
    void loaded(long version, long offers);

    /** Learns that all offers were replaced. */
    void replaced(long version, long offers);

    /** Runs after each write, without the lock. */
    void afterWrite();
  }

  /**
   * What became of one of several batches.
   *
   * @param version the first version that has the batch, or the latest one before it if it changes
   *     nothing or was refused
   * @param refusal why it was refused; null if it was not
   */
  public record Result(long version, @Nullable RuntimeException refusal) {}

  /**
   * Creates a writer without offers.
   *
   * @param mergeExecutor where merges run; null for the writer's thread
   * @param journal receives the outcome of batches that change offers, before readers can see them,
   *     and the version that they were decided against; null for none
   * @param sizes how large tails and segments become
   * @param observer learns of each published batch and load; null for none
   * @param checks which offers are used to compare formulas with their declarations
   */
  public SegmentWriter(
      Schema schema,
      @Nullable Executor mergeExecutor,
      @Nullable ObjLongConsumer<List<List<ChangedOffer>>> journal,
      @Nullable Observer observer,
      SegmentSizes sizes,
      Formula.Checks checks) {
    this.schema = schema;
    this.mergeExecutor = mergeExecutor;
    this.journal = journal;
    this.observer = observer;
    this.sizes = sizes;
    this.sealer = new SegmentSealer(schema, mergeExecutor);
    this.segments = new SegmentSet(schema, sizes, sealer);
    this.checks = checks;
    this.sampler = new FormulaSampler(schema, checks);
    this.files = new SegmentFiles(schema, mergeExecutor);
    this.latest = segments.newVersion(0);
    this.merges = new MergeScheduler(segments, this::publishMerge, mergeExecutor, this);
  }

  /** Returns the latest version. */
  public EngineVersion latest() {
    return latest;
  }

  /**
   * Applies a batch; returns the first version that has it. A batch that changes no offer publishes
   * nothing, and the latest version is returned. If this throws, nothing is applied.
   *
   * @throws UnknownOfferException if the batch updates or deletes an offer that does not exist
   * @throws io.offerengine.query.ConflictException if it inserts an offer that exists, or the
   *     condition of an update does not hold
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  public long apply(OfferBatch batch) {
    return writing(event -> decideAndApply(List.of(batch), false, event)).get(0).version();
  }

  /**
   * Applies batches that name different offers, each as a version of its own, after one call of the
   * journal. If it throws, nothing is applied.
   */
  public List<Result> applyEach(List<OfferBatch> batches) {
    return writing(event -> {
      requireDifferentOffers(batches);
      return decideAndApply(batches, true, event);
    });
  }

  /** Runs a write with the lock, and lets the observer do what comes after a write. */
  private <T> T writing(Function<WriteEvents.Applied, T> write) {
    WriteEvents.Applied event = new WriteEvents.Applied();
    T result;
    synchronized (this) {
      requireOpen();
      event.begin();
      result = write.apply(event);
    }
    afterWrite();
    return result;
  }

  /**
   * Decides batches, passes them to the journal, and publishes each as the next version.
   *
   * @param mayRefuse whether a batch can be refused without an exception
   */
  private List<Result> decideAndApply(
      List<OfferBatch> batches, boolean mayRefuse, WriteEvents.Applied event) {
    long decidedAt = latest.number();
    List<Result> results = new ArrayList<>(batches.size());
    List<SegmentSet.Prepared> prepared = new ArrayList<>(batches.size());
    SegmentSet.Preparation preparation = segments.prepare();
    try {
      for (OfferBatch batch : batches) {
        RuntimeException refusal = decide(batch, mayRefuse, preparation, prepared);
        int published = refusal == null ? prepared.size() : 0;
        results.add(new Result(decidedAt + published, refusal));
      }
      if (journal != null && !prepared.isEmpty()) {
        journal.accept(prepared.stream().map(SegmentSet.Prepared::changes).toList(), decidedAt);
      }
    } catch (Throwable e) {
      finishing(preparation::abandon);
      throw e;
    }
    if (!prepared.isEmpty()) {
      finishing(() -> prepared.forEach(each -> applyAndPublish(each, latest.number() + 1)));
      record(event, batches.stream().mapToInt(OfferBatch::size).sum());
    }
    return results;
  }

  /**
   * Decides a batch, and adds it to the prepared ones unless it changes nothing.
   *
   * @return why it is refused; null if it is not
   */
  private @Nullable RuntimeException decide(
      OfferBatch batch,
      boolean mayRefuse,
      SegmentSet.Preparation preparation,
      List<SegmentSet.Prepared> prepared) {
    try {
      BatchOutcome outcome = new BatchOutcome(schema, segments, batch);
      sampler.checkBatch(outcome.rows().values());
      if (!outcome.changesNothing()) {
        boolean isFollowed = journal != null || observer != null;
        prepared.add(preparation.add(outcome, isFollowed));
      }
      return null;
    } catch (Throwable e) {
      if (!mayRefuse || HostCode.isErrorOfJvm(e)) {
        throw e;
      }
      return refusal(e);
    }
  }

  /** Applies a prepared batch, and publishes it. */
  private void applyAndPublish(SegmentSet.Prepared batch, long version) {
    segments.apply(batch);
    publish(version);
    if (observer != null) {
      observer.applied(version, batch.changes());
    }
  }

  /**
   * Runs a change that was prepared, so that nothing but an error of the JVM can stop it. If one
   * does, the change may be made by half: no version shows it, and no write follows.
   */
  private void finishing(Runnable change) {
    try {
      change.run();
    } catch (Throwable e) {
      failure = e;
      throw e;
    }
  }

  private static RuntimeException refusal(Throwable thrown) {
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException("code of the schema failed: " + thrown, thrown);
  }

  private static void requireDifferentOffers(List<OfferBatch> batches) {
    if (batches.size() < 2) {
      return;
    }
    LongOpenHashSet earlier = new LongOpenHashSet();
    for (OfferBatch batch : batches) {
      LongOpenHashSet named = new LongOpenHashSet(batch.size());
      batch.operations().forEach(operation -> named.add(operation.id()));
      for (long id : named) {
        if (!earlier.add(id)) {
          throw new IllegalArgumentException("two batches name the offer " + id);
        }
      }
    }
  }

  /**
   * Applies a batch that was decided elsewhere, as a version of a given number.
   *
   * @return false if the latest version is this one or a later one
   */
  public boolean applyAt(long published, OfferBatch batch) {
    return writing(event -> {
      if (published <= latest.number()) {
        return false;
      }
      BatchOutcome outcome = new BatchOutcome(schema, segments, batch);
      SegmentSet.Prepared prepared = segments.prepare().add(outcome, observer != null);
      finishing(() -> applyAndPublish(prepared, published));
      record(event, batch.size());
      return true;
    });
  }

  private void record(WriteEvents.Applied event, int operations) {
    event.operations = operations;
    event.version = latest.number();
    event.commit();
  }

  /**
   * Inserts or replaces many offers, and publishes them together. If several have one identifier,
   * the last one counts. If it throws, nothing is stored.
   *
   * @param progress receives the number of offers read, from time to time
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  public long load(Iterator<Offer> offers, LongConsumer progress) {
    BulkRows rows = read(offers, progress);
    return store(
        rows,
        sealed -> {
          segments.addSealed(sealed);
          publish(latest.number() + 1);
          if (observer != null) {
            observer.loaded(latest.number(), rows.size());
          }
        });
  }

  /**
   * Replaces all offers, and publishes the new ones together. If several have one identifier, the
   * last one counts. If it throws, the offers stay as they were.
   *
   * @param newVersion the number of the version that has these offers alone
   * @param progress receives the number of offers read, from time to time
   * @throws IllegalStateException if a formula contradicts its declaration
   */
  public void replace(long newVersion, Iterator<Offer> offers, LongConsumer progress) {
    requireVersion(newVersion);
    BulkRows rows = read(offers, progress);
    store(
        rows,
        sealed -> {
          segments.replaceBy(sealed);
          publish(newVersion);
          if (observer != null) {
            observer.replaced(newVersion, rows.size());
          }
        });
  }

  private BulkRows read(Iterator<Offer> offers, LongConsumer progress) {
    BulkRows rows = new BulkRows(schema, mergeExecutor, checks);
    while (offers.hasNext()) {
      rows.add(offers.next());
      if (rows.size() % LOAD_REPORT_ROWS == 0) {
        progress.accept(rows.size());
      }
    }
    progress.accept(rows.size());
    return rows;
  }

  /** Seals the rows of a load without the lock, and stores them with the lock. */
  private long store(BulkRows rows, Consumer<List<SealedSegment>> storing) {
    WriteEvents.Applied event = new WriteEvents.Applied();
    event.begin();
    event.load = true;
    int maxRows;
    synchronized (this) {
      requireOpen();
      maxRows = segments.segmentRows(rows.size());
    }
    List<SealedSegment> sealed = rows.seal(sealer, maxRows);
    long published;
    synchronized (this) {
      requireOpen();
      finishing(() -> storing.accept(sealed));
      record(event, rows.size());
      published = latest.number();
    }
    afterWrite();
    return published;
  }

  /**
   * Saves the latest version in a directory. Searches and writes go on.
   *
   * @param position returns what the host needs to go on from a version; no batch is applied before
   *     it has returned, since the host may know its latest versions only
   * @param searches returns what to give back of saved searches, by their identifiers
   */
  public void save(
      Path directory, LongFunction<String> position, Supplier<Map<Long, byte[]>> searches)
      throws IOException {
    synchronized (files) {
      EngineVersion saved;
      String reached;
      synchronized (this) {
        requireWhole();
        // No row will be added to the segments of this version.
        segments.endTail();
        latest = segments.newVersion(latest.number());
        saved = latest;
        reached = position.apply(saved.number());
      }
      Map<Long, byte[]> kept = searches.get();
      int maxRows = sizes.segmentRows(saved.liveCount());
      List<SegmentView> sealed = sealer.withoutTails(saved.views(), maxRows);
      files.save(directory, reached, sealed, kept);
    }
  }

  /**
   * Takes up the offers that another writer saved.
   *
   * @param version the number of the version that has them
   * @param mayDiffer whether the schema or the form of indexes may have changed since: the stored
   *     values are loaded then, and all else is made anew
   * @param searches receives what was saved of searches, and returns why some can't be taken up
   * @return how the schema has changed, and which searches were left out
   * @throws IllegalStateException if this writer has published a version, or a formula contradicts
   *     its declaration
   */
  public SchemaChanges restore(
      Path directory,
      long version,
      boolean mayDiffer,
      Function<Map<Long, byte[]>, Map<Long, String>> searches)
      throws IOException {
    requireVersion(version);
    requireNew();
    BulkRows converted = new BulkRows(schema, mergeExecutor, checks);
    SegmentFiles.Restored saved = files.restore(directory, mayDiffer, converted::add);
    List<SegmentView> views = new ArrayList<>(saved.views());
    converted
        .seal(sealer, sizes.segmentRows(converted.size()))
        .forEach(segment -> views.add(SegmentView.whole(segment)));
    synchronized (this) {
      requireNew();
      finishing(() -> {
        segments.restore(views);
        latest = segments.newVersion(version);
      });
    }
    return saved.changes().withLostSearches(searches.apply(saved.searches()));
  }

  private static void requireVersion(long version) {
    if (version < 0) {
      throw new IllegalArgumentException("a version is at least 0, but is " + version);
    }
  }

  /** Refuses further writes. */
  public synchronized void close() {
    closed = true;
    merges.close();
  }

  private synchronized void requireNew() {
    requireOpen();
    if (latest.number() > 0 || latest.liveCount() > 0) {
      throw new IllegalStateException("offers are restored into a new engine only");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new EngineException(ErrorCode.CLOSED, "CLOSED: the engine was closed");
    }
    requireWhole();
  }

  private void requireWhole() {
    if (failure != null) {
      EngineException closed =
          new EngineException(
              ErrorCode.CLOSED,
              "CLOSED: the engine takes no more writes and is not saved, because version "
                  + (latest.number() + 1)
                  + " was applied by half: "
                  + failure
                  + "; searches see the version before; start a new engine from the journal");
      closed.initCause(failure);
      throw closed;
    }
  }

  private void afterWrite() {
    if (observer != null) {
      observer.afterWrite();
    }
  }

  private void publish(long version) {
    latest = segments.newVersion(version);
    merges.afterWrite();
  }

  /** Publishes what a merge has installed, unless a write was applied by half. */
  private void publishMerge() {
    if (failure == null) {
      latest = segments.newVersion(latest.number());
    }
  }
}
