package io.offerengine.log;

import io.offerengine.EngineStats;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.OfferListener;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose offers are those of a compacted topic of Apache Kafka. The key of a record is the
 * identifier of an offer as decimal digits, and its value the offer as JSON; a record without a
 * value deletes the offer. Programs of your own fill the topic; any number of engines follow it.
 *
 * <p>The version is the offset of the next record: whoever has appended a record at offset n waits
 * for version n + 1. A new engine reads the topic from its beginning, and shows nothing before it
 * has all records that were there when it began.
 *
 * <p>If the topic was made anew, if it lacks records that the engine needs, or if the engine was
 * away for so long that deletions may have been compacted away, all offers are read again. Searches
 * see the earlier ones meanwhile.
 *
 * <pre>{@code
 * Map<String, String> settings = Map.of("bootstrap.servers", "kafka:9092");
 * try (OfferTopic offers = OfferTopic.follow(schema, settings, "offers")) {
 *   Matches matches = offers.snapshot().search(query);
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> Safe for all. An engine has two threads, and one that merges.
 */
public final class OfferTopic implements SearchableOffers, AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long RETRY_MILLIS = 200;
  private static final long LONGEST_RETRY_MILLIS = 30_000;

  private final Builder config;
  private final OfferEngine.Builder engines;
  private final @Nullable ExecutorService ownMerges;
  private final TopicRecords records;
  private final Waiters waiters = new Waiters();
  private final @Nullable SegmentCache cache;
  private final LogThread thread = new LogThread(this::run, "offer-topic-follow");
  private final AtomicLong reloads = new AtomicLong();
  private final AtomicLong applied = new AtomicLong();
  private final @Nullable SaveThread saves;
  private final @Nullable Claim claim;
  private volatile OfferEngine engine;

  /** The engine that records are applied to. */
  private OfferEngine target;

  private volatile @Nullable TopicReader reader;

  /** Where the engine's offers are in the topic; null before they were read. */
  private volatile TopicReader.@Nullable Place place;

  private volatile boolean mustReload = true;
  private volatile boolean isClosed;
  private volatile long head;
  private volatile long currentAsOf = System.nanoTime();
  private volatile @Nullable Instant unreachableSince;
  private volatile @Nullable String failure;

  /** What to do with a record that is no offer. */
  public enum BadRecords {
    /** Counts the record, names it in the log of the program, and goes on. */
    SKIP,
    /** Stops before the record, and says so in the status, until the record is gone. */
    STOP
  }

  private OfferTopic(Builder config) {
    this.config = config;
    this.claim = config.directory == null ? null : Claim.ofDirectory(config.directory);
    Executor given = config.merges;
    this.ownMerges = given == null ? Executors.newSingleThreadExecutor(OfferTopic::merger) : null;
    Executor merges = given == null ? Objects.requireNonNull(ownMerges) : given;
    this.records = new TopicRecords(config.schema, config.topic, config.badRecords);
    this.engines = config.engine.copy().mergeExecutor(merges);
    if (config.listener != null) {
      engines.listener(this::changed);
    }
    this.engine = engines.build();
    this.target = engine;
    this.cache = config.directory == null ? null : new SegmentCache(config.directory, config.build);
    this.saves = cache == null ? null : new SaveThread(this::save);
  }

  private static Thread merger(Runnable work) {
    Thread thread = new Thread(work, "offer-topic-merge");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Passes on what happens to the engine that searches see, and not to one that is being loaded.
   */
  private void changed(long version, List<ChangedOffer> changes) {
    OfferListener listener = config.listener;
    if (listener != null && target == engine) {
      listener.applied(version, changes);
    }
  }

  /**
   * Follows a topic with one partition and {@code cleanup.policy=compact}, and reads its offers.
   *
   * @param consumerSettings settings of Kafka's consumer, with {@code bootstrap.servers}
   * @throws UnusableLogException if there is no such topic, or it has several partitions or no
   *     compaction
   * @throws LogUnavailableException if Kafka can't be reached
   */
  public static OfferTopic follow(Schema schema, Map<String, ?> consumerSettings, String topic) {
    return builder(schema, consumerSettings, topic).follow();
  }

  /** Starts the configuration of an engine. */
  public static Builder builder(Schema schema, Map<String, ?> consumerSettings, String topic) {
    return new Builder(schema, consumerSettings, topic);
  }

  @Override
  public Schema schema() {
    return config.schema;
  }

  @Override
  public Snapshot snapshot() {
    return engine.snapshot();
  }

  @Override
  public EngineStats stats() {
    return engine.stats();
  }

  /**
   * Returns a future that is completed as soon as searches see the record before an offset. A
   * thread of this engine completes it, so whoever adds work adds it by an {@code Async} method.
   */
  public CompletableFuture<@Nullable Void> reached(long version) {
    return waiters.add(version);
  }

  /**
   * Returns how far this engine is. Its entries are records; refused are those that are no offers.
   */
  public LogStatus status() {
    TopicReader.Place at = place;
    long version = at == null ? 0 : at.offset();
    return new LogStatus(
        version,
        Math.max(head, version),
        Duration.ofNanos(Math.max(0, System.nanoTime() - currentAsOf)),
        mustReload,
        unreachableSince,
        null,
        failure,
        false,
        applied.get(),
        0,
        records.bad(),
        reloads.get(),
        0);
  }

  /** Returns how often the values of each field that the schema does not have were skipped. */
  public Map<String, Long> skippedFields() {
    return records.skippedFields();
  }

  /** Reads the topic up to its end, on this thread. */
  private void begin() {
    TopicReader opened = TopicReader.open(config.settings, config.topic);
    reader = opened;
    TopicReader.Place from = place;
    if (from == null && cache != null) {
      from = restore(opened, cache);
    }
    if (from != null && !mustReload) {
      target = engine;
      opened.goOn(from);
    } else {
      reload(opened);
    }
  }

  private TopicReader.@Nullable Place restore(TopicReader opened, SegmentCache files) {
    OfferEngine restored = engines.build();
    TopicReader.Place[] found = new TopicReader.Place[1];
    if (!files.restore(restored, text -> opened.versionOf(text, found))) {
      return null;
    }
    TopicReader.Place saved = Objects.requireNonNull(found[0]);
    mustReload = false;
    opened.goOn(saved);
    readToEnd(opened, restored);
    show(restored);
    return place;
  }

  /** Reads all offers into a new engine, which is shown when it has all of them. */
  private void reload(TopicReader opened) {
    mustReload = true;
    opened.goToBeginning();
    OfferEngine fresh = engines.build();
    readToEnd(opened, fresh);
    reloads.incrementAndGet();
    show(fresh);
    mustReload = false;
  }

  private void show(OfferEngine loaded) {
    OfferEngine earlier = engine;
    engine = loaded;
    earlier.close();
    tellReplaced(loaded.snapshot());
    reached(Objects.requireNonNull(reader).place());
    config.progress.loaded(loaded.snapshot().size());
  }

  private void tellReplaced(Snapshot loaded) {
    OfferListener listener = config.listener;
    if (listener != null) {
      try {
        listener.replaced(loaded.version(), loaded.size());
      } catch (RuntimeException e) {
        LOGGER.log(Level.WARNING, "A listener failed", e);
      }
    }
  }

  private void readToEnd(TopicReader opened, OfferEngine loaded) {
    target = loaded;
    long end = opened.end();
    while (opened.offset() < end && !isClosed) {
      apply(opened);
      config.progress.loaded(loaded.snapshot().size());
    }
    if (loaded.snapshot().version() < end) {
      loaded.applyAt(end, OfferBatch.builder().build());
    }
  }

  /** Applies what is there, or waits for it. */
  private void apply(TopicReader opened) {
    TopicReader.Polled polled = opened.poll(POLL);
    OfferBatch batch = records.batch(polled.records());
    try {
      target.applyAt(polled.next(), batch);
    } catch (RuntimeException e) {
      throw new Replica.StoppedException(
          "the records before offset "
              + polled.next()
              + " of the topic "
              + config.topic
              + " can't be applied: "
              + e.getMessage(),
          e);
    }
    opened.done(polled);
    applied.addAndGet(polled.records().size());
  }

  private void reached(TopicReader.Place at) {
    place = at;
    head = Math.max(at.offset(), at.end());
    if (at.isCurrent()) {
      currentAsOf = at.asked();
    }
    unreachableSince = null;
    failure = null;
    waiters.reach(at.offset());
  }

  private void run() {
    long pause = RETRY_MILLIS;
    while (!isClosed) {
      boolean isStuck = false;
      try {
        if (reader == null) {
          begin();
        }
        TopicReader opened = Objects.requireNonNull(reader);
        while (!isClosed) {
          apply(opened);
          reached(opened.place());
        }
      } catch (InterruptException e) {
        return;
      } catch (ReloadException e) {
        LOGGER.log(Level.WARNING, "Reading all offers of the topic again: {0}", e.getMessage());
        mustReload = true;
      } catch (KafkaException | LogUnavailableException e) {
        noteUnreachable(e);
      } catch (RuntimeException | Error e) {
        isStuck = failure != null;
        // Records that can't be applied stay so; anything else may be the engine's.
        mustReload |= !(e instanceof LogDamagedException || e instanceof Replica.StoppedException);
        noteFailure(e);
      }
      dropReader();
      pause = isStuck ? Math.min(2 * pause, LONGEST_RETRY_MILLIS) : RETRY_MILLIS;
      if (!pause(pause)) {
        return;
      }
    }
  }

  private boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return !isClosed;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void noteUnreachable(RuntimeException problem) {
    if (unreachableSince == null && !isClosed) {
      unreachableSince = Instant.now();
      LOGGER.log(Level.WARNING, "Kafka can''t be read: {0}", problem.getMessage());
    }
  }

  private void noteFailure(Throwable problem) {
    if (failure == null) {
      LOGGER.log(Level.ERROR, "Following the topic failed", problem);
    }
    failure = String.valueOf(problem.getMessage());
  }

  private void dropReader() {
    TopicReader opened = reader;
    reader = null;
    if (opened != null) {
      opened.close();
    }
  }

  private void save() {
    SegmentCache files = cache;
    TopicReader.Place at = place;
    if (files != null && at != null && !mustReload) {
      files.save(engine, at::text);
    }
  }

  /** Ends the following, within seconds, and saves the offers in the cache. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    thread.interrupt();
    thread.awaitEnd();
    dropReader();
    engine.close();
    if (saves != null) {
      saves.close();
    }
    if (ownMerges != null) {
      ownMerges.shutdown();
    }
    if (claim != null) {
      claim.close();
    }
  }

  /**
   * Configures an engine.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private final Schema schema;
    private final Map<String, ?> settings;
    private final String topic;
    private OfferEngine.Builder engine;
    private @Nullable Executor merges;
    private @Nullable Path directory;
    private BadRecords badRecords = BadRecords.SKIP;
    private LoadListener progress = LoadListener.NONE;
    private @Nullable OfferListener listener;
    private String build = "";

    private Builder(Schema schema, Map<String, ?> settings, String topic) {
      this.schema = schema;
      this.settings = Map.copyOf(settings);
      this.topic = topic;
      this.engine = OfferEngine.builder(schema);
    }

    /**
     * Sets the configuration of the engine: its clock, limits and so on, but neither a listener nor
     * the executor of merges.
     */
    public Builder engine(OfferEngine.Builder configured) {
      engine = configured;
      return this;
    }

    /** Sets the executor that seals and merges; a thread of the engine by default. */
    public Builder mergeExecutor(Executor executor) {
      merges = executor;
      return this;
    }

    /** Sets a directory of this engine alone for a cache of its offers; none by default. */
    public Builder directory(Path files) {
      directory = files;
      return this;
    }

    /** Sets what to do with records that are no offers; {@link BadRecords#SKIP} by default. */
    public Builder badRecords(BadRecords what) {
      badRecords = what;
      return this;
    }

    /**
     * Sets who learns of each batch of records, with the offers that the engine had before. If all
     * offers are read again, the listener learns that they were {@linkplain OfferListener#replaced
     * replaced}.
     */
    public Builder listener(OfferListener changes) {
      listener = changes;
      return this;
    }

    /** Sets who learns of the progress while offers are read for the first time. */
    public Builder progress(LoadListener listener) {
      progress = listener;
      return this;
    }

    /** Sets the name of the program's build: a cache of another build is not used. */
    public Builder build(String name) {
      build = name;
      return this;
    }

    /**
     * Follows the topic, and reads its offers.
     *
     * @throws UnusableLogException if there is no such topic, or it has several partitions or no
     *     compaction
     * @throws LogDamagedException if a record is no offer, and this {@linkplain BadRecords#STOP
     *     stops} the engine
     * @throws LogUnavailableException if Kafka can't be reached
     */
    public OfferTopic follow() {
      OfferTopic topic = new OfferTopic(this);
      try {
        topic.begin();
        topic.thread.start();
        return topic;
      } catch (KafkaException e) {
        topic.close();
        throw TopicReader.unavailable(e);
      } catch (RuntimeException | Error e) {
        topic.close();
        throw e;
      }
    }
  }
}
