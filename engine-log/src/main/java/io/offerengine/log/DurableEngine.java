package io.offerengine.log;

import io.offerengine.EngineStats;
import io.offerengine.LoadListener;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose changes are durable: each batch is an entry of a log in a SQL database before
 * searches can see it. The version is the number of the last entry.
 *
 * <p>On SQLite one engine uses a database. On PostgreSQL any number of engines do, in any number of
 * processes: each takes batches, decides them against the end of the log, and follows the entries
 * of the others. All engines have the same offers at the same version.
 *
 * <pre>{@code
 * try (DurableEngine engine = DurableEngine.open(schema, dataSource)) {
 *   long version = engine.apply(OfferBatch.builder().upsert(offer).build());
 *   Matches matches = engine.snapshot().search(query);
 * }
 * }</pre>
 *
 * <p><b>Cost.</b> A batch costs about a kilobyte for each of its offers in the log, and a sync of
 * the database's disk; batches that wait at the same time share one. From time to time a thread
 * writes all offers as a base, and deletes the entries before it.
 *
 * <p><b>Threads.</b> Safe for all. An engine has three to five threads, and one that merges.
 */
public final class DurableEngine implements SearchableOffers, AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** How long {@link #apply(OfferBatch)} waits for its turn. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Log log;
  private final @Nullable SegmentCache cache;
  private final @Nullable Mark mark;
  private final Replica replica;
  private final LogFollower follower;
  private final BaseWriter bases;
  private final Appender appender;
  private final List<AutoCloseable> opened;
  private boolean isFilled;
  private boolean isClosed;

  /**
   * Opens what an engine needs, without its threads.
   *
   * @param opened gets what must be closed, also if this fails
   */
  private DurableEngine(Builder builder, List<AutoCloseable> opened) {
    this.opened = opened;
    this.log = Log.open(builder.schema, builder.source, builder.build);
    SqliteFile file = log.database().file();
    if (file != null) {
      opened.add(file.claim());
    }
    Path directory = builder.directory;
    this.cache = directory == null ? null : new SegmentCache(directory, builder.build);
    if (cache != null) {
      opened.add(cache);
    }
    this.mark = directory == null || file != null ? null : Mark.open(directory);
    if (mark != null) {
      opened.add(mark);
    }
    this.replica = new Replica(builder.configured(opened), mark);
    this.follower = new LogFollower(log, replica);
    this.bases = new BaseWriter(log, replica, follower, builder.limits);
    opened.add(0, bases);
    this.appender = new Appender(log, replica, follower);
  }

  /** Loads the offers: from the first ones, the cache, or the log. */
  private void load(Builder builder) throws SQLException {
    requireSeen();
    Supplier<? extends Iterator<Offer>> first = builder.firstOffers;
    isFilled = first != null && fill(first, builder.progress);
    if (!isFilled && !restore()) {
      follower.load(builder.progress);
    }
    catchUp();
    log.enter();
    catchUp();
  }

  private void catchUp() throws SQLException {
    try (LogSession session = log.database().session()) {
      session.beginReading();
      follower.catchUp(session);
    }
  }

  /** Throws if the log lacks the entry that was visible here last. */
  private void requireSeen() {
    Position last = mark == null ? null : mark.read();
    if (last == null) {
      return;
    }
    try {
      log.database()
          .<Boolean>read(session -> {
            LogFollower.requireSameLog(last, session.read(last.number(), Long.MAX_VALUE, 1));
            return true;
          });
    } catch (Follower.ReloadException e) {
      LOGGER.log(System.Logger.Level.INFO, "Loading all offers: {0}", e.getMessage());
    }
  }

  private boolean fill(Supplier<? extends Iterator<Offer>> offers, LoadListener progress) {
    if (log.database().<LogSession.Head>read(LogSession::head).position().number() > 0) {
      return false;
    }
    replica.engine().replace(1, offers.get(), progress);
    Position marker = bases.fill(replica.engine().snapshot());
    if (marker != null) {
      replica.begin(marker);
    }
    return marker != null;
  }

  private boolean restore() {
    if (cache == null || replica.engine().snapshot().version() > 0) {
      return false;
    }
    Position restored =
        cache.restore(replica.engine(), text -> find(Position.of(text)), Position::number);
    if (restored != null) {
      replica.begin(restored);
    }
    return restored != null;
  }

  private Optional<Position> find(Position saved) {
    return log.database()
        .read(session ->
            saved.number() < session.head().trimmed()
                ? Optional.empty()
                : session.find(saved.number(), saved.entry()));
  }

  private void start() {
    follower.thread.start();
    appender.start();
    bases.start();
    if (cache != null) {
      cache.keepSaving(this::save);
    }
  }

  /**
   * Opens the log in a database, and loads its offers. Missing tables are made; their names begin
   * with {@code offer_log}.
   *
   * @param dataSource a SQLite file or a PostgreSQL database, with connections that nobody else
   *     uses at the same time
   * @throws UnusableLogException if the log can't be opened: another process has the SQLite file,
   *     the tables can't be made, or they have another layout
   * @throws LogDamagedException if a part of the log is damaged or does not fit the schema
   * @throws LogUnavailableException if the database fails
   */
  public static DurableEngine open(Schema schema, DataSource dataSource) {
    return builder(schema, dataSource).open();
  }

  /** Starts the configuration of an engine. */
  public static Builder builder(Schema schema, DataSource dataSource) {
    return new Builder(schema, dataSource);
  }

  /**
   * Applies a batch: durable and visible when this returns. Refused batches, and batches that
   * change nothing, make no version. Batches of other threads and processes may come first; this
   * waits for its turn for up to 30 seconds.
   *
   * @return the version that has the batch
   * @throws LogUnavailableException if the database fails, if the turn does not come in time, or if
   *     this engine may not append; {@link LogUnavailableException#isInDoubt} says whether the
   *     batch may have been stored all the same
   * @throws io.offerengine.query.UnknownOfferException if the batch updates or deletes an offer
   *     that does not exist
   * @throws io.offerengine.query.ConflictException if the batch inserts an offer that exists, or
   *     the condition of an update does not hold
   * @throws io.offerengine.query.EngineException CLOSED after {@link #close}
   */
  public long apply(OfferBatch batch) {
    return apply(batch, PATIENCE);
  }

  /**
   * Applies a batch, like {@link #apply(OfferBatch)}.
   *
   * @param patience how long to wait for the turn of the batch
   */
  public long apply(OfferBatch batch, Duration patience) {
    return appender.append(batch, patience);
  }

  @Override
  public Schema schema() {
    return replica.engine().schema();
  }

  @Override
  public Snapshot snapshot() {
    return replica.engine().snapshot();
  }

  @Override
  public EngineStats stats() {
    return replica.engine().stats();
  }

  /** Returns how far this engine is. */
  public LogStatus status() {
    return follower.status();
  }

  /**
   * Returns a future that is completed as soon as searches see the entry of a number. A thread of
   * this engine completes it, so whoever adds work adds it by an {@code Async} method. If the
   * caller completes the future, for example after a time, nothing is left of it.
   */
  public CompletableFuture<@Nullable Void> reached(long version) {
    return replica.reached(version);
  }

  /** Returns how often the values of each field that the schema does not have were skipped. */
  public Map<String, Long> skippedFields() {
    return log.form().skippedFields();
  }

  /** Returns whether {@link Builder#firstOffers} were stored by this engine. */
  public boolean isFilled() {
    return isFilled;
  }

  /**
   * Reads entries, with the offers before and after each change.
   *
   * @param after the number of the last entry that the reader has done with
   * @param upTo the greatest number to read
   * @param bytes about how many bytes of the log to read; at least one entry is returned, if there
   *     is one
   * @throws LogDamagedException if an entry can't be read
   * @throws LogUnavailableException if the database fails
   */
  public LogPage entries(long after, long upTo, long bytes) {
    return log.database()
        .read(session -> {
          LogSession.Read read = session.read(after, upTo, bytes);
          List<LogEntry> entries = new ArrayList<>();
          for (StoredEntry entry : read.entries()) {
            entries.add(
                new LogEntry(
                    entry.number(),
                    entry.kind(),
                    entry.time(),
                    entry.read(session, log.form(), true)));
          }
          long trimmed = read.head().trimmed();
          return new LogPage(entries, trimmed > after ? trimmed : 0);
        });
  }

  /**
   * Returns the number of the last entry, in a transaction of the caller on the same database.
   *
   * @throws SQLException if the database fails, or has no log
   * @throws LogDamagedException if the tables of the log have another layout
   */
  public static long head(Connection connection) throws SQLException {
    return LogSession.head(connection).position().number();
  }

  /**
   * Notes how far a durable reader of entries is, in a transaction of the caller on the same
   * database. Later entries are kept for the reader, up to a gibibyte of them.
   *
   * @param reader the name of the reader
   * @param number the number of the last entry that the reader has done with
   * @throws SQLException if the database fails
   */
  public static void advance(Connection connection, String reader, long number)
      throws SQLException {
    LogSession.advance(connection, reader, number);
  }

  /**
   * Accepts a log that was restored from a copy, although engines have seen entries that it lacks.
   * A marker becomes its last entry; its number jumps to the microseconds since 1970, so that no
   * number is used for two entries. Engines that have entries which the log lacks then load all
   * offers from it.
   *
   * <p>The schema becomes the one whose engines may append, even if engines with other fields have
   * appended before.
   *
   * @return the number of the marker
   * @throws UnusableLogException if the log can't be opened
   * @throws LogUnavailableException if the database fails
   */
  public static long acceptRestore(Schema schema, DataSource dataSource, String build) {
    Log log = Log.open(schema, dataSource, build);
    return log.database()
        .write(session -> {
          Position last = session.lockHead().position();
          log.enter(session);
          log.choose(session);
          long micros = System.currentTimeMillis() * 1_000;
          Position marker =
              new Position(Math.max(last.number() + 1, micros), UUID.randomUUID(), last.ends());
          session.accept(last, marker);
          session.insert(StoredEntry.marker(marker, last.entry(), LogEntry.Kind.ACCEPTED), 0);
          session.notifyMembers();
          return marker.number();
        });
  }

  /**
   * Returns whether a log is without entries, so that {@link Builder#firstOffers} would fill it; so
   * is a database without a log. This changes nothing.
   *
   * @throws UnusableLogException if the log can't be opened
   * @throws LogUnavailableException if the database fails
   */
  public static boolean isEmpty(DataSource dataSource) {
    LogDatabase database = LogDatabase.find(dataSource);
    return database == null
        || database.<LogSession.Head>read(LogSession::head).position().number() == 0;
  }

  /**
   * Reads the whole log, and compares every part with its checksum. This changes nothing.
   *
   * @return what is damaged; empty if nothing is, or if the database has no log
   * @throws UnusableLogException if the log can't be opened
   * @throws LogUnavailableException if the database fails
   */
  public static List<String> verify(Schema schema, DataSource dataSource) {
    LogDatabase database = LogDatabase.find(dataSource);
    return database == null ? List.of() : new LogCheck(database, new ChangeForm(schema)).damages();
  }

  private void save() {
    if (cache != null && !follower.isReloading()) {
      cache.save(replica.engine(), version -> replica.positionOf(version).text());
    }
  }

  /**
   * Appends the batches that wait, saves the offers in the cache, and closes all. If all offers are
   * being loaded again, the batches that wait are refused instead.
   */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (follower.isReloading()) {
      // Nothing can be appended before the end of the reload, which may never come.
      follower.close();
    }
    appender.close();
    bases.close();
    follower.close();
    replica.engine().close();
    save();
    LogThread.closeAll(opened);
  }

  /**
   * Configures an engine.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder extends FollowerBuilder<Builder> {
    private final DataSource source;
    private @Nullable Supplier<? extends Iterator<Offer>> firstOffers;
    private BaseWriter.Limits limits = BaseWriter.Limits.DEFAULTS;

    private Builder(Schema schema, DataSource source) {
      super(schema);
      this.source = source;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets a directory of this engine alone, which is made if it is missing; none by default. It
     * has a cache of the offers, from which the engine starts within seconds, and on PostgreSQL the
     * last entry that was visible here: with it, an engine never goes back to an older copy of the
     * database by itself ({@link RestoredLogException}).
     */
    @Override
    public Builder directory(Path files) {
      return super.directory(files);
    }

    /**
     * Sets the offers that a log without entries begins with. If several have the same identifier,
     * the last one wins. If the log has entries, nobody asks for them ({@link #isFilled}).
     */
    public Builder firstOffers(Supplier<? extends Iterator<Offer>> offers) {
      firstOffers = offers;
      return this;
    }

    /** Sets when bases are written, for tests. */
    Builder limits(BaseWriter.Limits of) {
      limits = of;
      return this;
    }

    /**
     * Opens the log, and loads its offers.
     *
     * @throws RestoredLogException if the log lacks an entry that was visible in the {@link
     *     #directory}
     * @throws UnusableLogException if the log can't be opened for another reason
     * @throws LogDamagedException if a part of the log is damaged or does not fit the schema
     * @throws LogUnavailableException if the database fails
     * @throws RuntimeException if the first offers throw this exception; nothing is stored
     */
    public DurableEngine open() {
      List<AutoCloseable> opened = new ArrayList<>();
      try {
        DurableEngine durable = new DurableEngine(this, opened);
        durable.load(this);
        durable.start();
        return durable;
      } catch (SQLException e) {
        LogThread.closeAll(opened);
        throw LogDatabase.unavailable(e);
      } catch (RuntimeException | Error e) {
        LogThread.closeAll(opened);
        throw e;
      }
    }
  }
}
