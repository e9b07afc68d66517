package io.offerengine.log;

import io.offerengine.EngineStats;
import io.offerengine.OfferEngine;
import io.offerengine.OfferListener;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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
public final class OfferTopic extends Follower implements SearchableOffers, AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Builder config;
  private final OfferEngine.Builder engines;
  private final TopicRecords records;
  private final Waiters waiters = new Waiters();
  private final @Nullable SegmentCache cache;
  private final List<AutoCloseable> opened;
  private volatile OfferEngine engine;

  /** The engine that records are applied to. */
  private OfferEngine target;

  private volatile @Nullable TopicReader reader;

  /** Where the engine's offers are in the topic; null before they were read. */
  private volatile TopicReader.@Nullable Place place;

  /** What to do with a record that is no offer. */
  public enum BadRecords {
    /** Counts the record, names it in the log of the program, and goes on. */
    SKIP,
    /** Stops before the record, and says so in the status, until the record is gone. */
    STOP
  }

  /**
   * Opens what an engine needs, without its threads.
   *
   * @param opened gets what must be closed, also if this fails
   */
  private OfferTopic(Builder config, List<AutoCloseable> opened) {
    super("topic " + config.topic, "offer-topic-follow");
    this.config = config;
    this.opened = opened;
    this.cache = config.directory == null ? null : new SegmentCache(config.directory, config.build);
    if (cache != null) {
      opened.add(cache);
    }
    this.records = new TopicRecords(config.schema, config.topic, config.badRecords, refused);
    this.engines = config.configured(opened);
    if (config.listener != null) {
      engines.listener(this::changed);
    }
    this.engine = engines.build();
    this.target = engine;
    this.mustReload = true;
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
    return status(at == null ? 0 : at.offset(), mustReload, null, false);
  }

  /** Returns how often the values of each field that the schema does not have were skipped. */
  public Map<String, Long> skippedFields() {
    return records.skippedFields();
  }

  /** Goes on, or reads the topic up to its end, on this thread. */
  private void begin() {
    TopicReader opened = TopicReader.open(config.settings, config.topic);
    reader = opened;
    TopicReader.Place from = place;
    if (from != null && !mustReload) {
      target = engine;
      opened.goOn(from);
    } else if (from != null || !restore(opened)) {
      mustReload = true;
      opened.goToBeginning();
      OfferEngine fresh = engines.build();
      readToEnd(opened, fresh);
      reloads.incrementAndGet();
      show(fresh);
    }
    mustReload = false;
  }

  private boolean restore(TopicReader opened) {
    if (cache == null) {
      return false;
    }
    OfferEngine restored = engines.build();
    if (cache.restore(restored, opened::goOn, TopicReader.Place::offset) == null) {
      return false;
    }
    readToEnd(opened, restored);
    show(restored);
    return true;
  }

  /** Shows an engine that has all offers. */
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
    noteEnd(Math.max(at.offset(), at.end()), at.isCurrent(), at.asked());
    noteReachable();
    waiters.reach(at.offset());
  }

  @Override
  void follow() throws InterruptedException {
    try {
      if (reader == null) {
        begin();
      }
      TopicReader open = Objects.requireNonNull(reader);
      while (!isClosed) {
        apply(open);
        reached(open.place());
      }
    } catch (InterruptException e) {
      throw new InterruptedException();
    } finally {
      dropReader();
    }
  }

  @Override
  boolean isOfConnection(Throwable failure) {
    return failure instanceof KafkaException || failure instanceof LogUnavailableException;
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
    end();
    save();
    LogThread.closeAll(opened);
  }

  private void end() {
    dropReader();
    engine.close();
  }

  /**
   * Configures an engine.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder extends FollowerBuilder<Builder> {
    private final Map<String, ?> settings;
    private final String topic;
    private BadRecords badRecords = BadRecords.SKIP;
    private @Nullable OfferListener listener;

    private Builder(Schema schema, Map<String, ?> settings, String topic) {
      super(schema);
      this.settings = Map.copyOf(settings);
      this.topic = topic;
    }

    @Override
    Builder self() {
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
      List<AutoCloseable> opened = new ArrayList<>();
      try {
        OfferTopic followed = new OfferTopic(this, opened);
        opened.add(0, followed::end);
        followed.begin();
        followed.thread.start();
        if (followed.cache != null) {
          followed.cache.keepSaving(followed::save);
        }
        return followed;
      } catch (KafkaException e) {
        LogThread.closeAll(opened);
        throw TopicReader.unavailable(e);
      } catch (RuntimeException | Error e) {
        LogThread.closeAll(opened);
        throw e;
      }
    }
  }
}
