package io.offerengine.server.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonException;
import io.offerengine.json.SearchCodec;
import io.offerengine.log.Sql;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The saved searches of all users: stored in a database, and indexed in memory.
 *
 * <p>A search counts from the batch after the last one that was stored when the search was saved.
 * {@link #head} and additions exclude each other: whoever compares the batches up to that head
 * finds every search that counts for them in the index. {@link #head} reads what this service and
 * others on the same database have saved and deleted since the last call.
 *
 * <p>Every method that reads or writes the database throws a {@link StoreException} if it fails.
 *
 * <p>A service that does not compare batches has no search in memory.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 90.
 */
public final class SavedSearchRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(SavedSearchRegistry.class);

  /** Every saved search stays in memory, as text and as conditions. */
  private static final int MOST_CHARACTERS = 1 << 16;

  private static final CheckedTable SEARCHES = CheckedTable.SAVED_SEARCHES;

  private final Database database;
  private final Schema schema;
  private final AlertLimits limits;
  private final Executor merges;
  private final SearchCodec codec;
  private final WatchedLog log;
  private final Map<Long, WatchedSearch> watched = new ConcurrentHashMap<>();
  private final Object lock = new Object();

  private volatile SavedSearches index;

  /** The version after which the oldest search counts that was added lately. Under the lock. */
  private long oldestAdded = Long.MAX_VALUE;

  /** How many searches were saved and deleted, as the index has it; null if none are loaded. */
  private @Nullable Counts known;

  /** How many searches were saved, which is the number of the last one, and how many deleted. */
  private record Counts(long saved, long removed) {}

  /**
   * Creates a registry that knows no search before {@link #load}.
   *
   * @param log the log whose batches are compared with the searches
   * @param merges runs the merges of the index
   */
  public SavedSearchRegistry(
      Database database, WatchedLog log, Schema schema, AlertLimits limits, Executor merges) {
    this.database = database;
    this.log = log;
    this.schema = schema;
    this.limits = limits;
    this.merges = merges;
    this.codec = new SearchCodec(schema);
    this.index = SavedSearches.builder(schema).mergeExecutor(merges).build();
  }

  /**
   * Loads the stored searches. A search that is damaged, or that no longer fits the schema, is
   * logged and waits for nothing. If this throws, no search is loaded.
   */
  public void load() {
    synchronized (lock) {
      unload();
      Map<Long, WatchedSearch> read = new HashMap<>();
      Counts counts = database.read(sql -> readAll(sql, read));
      // An index of many searches takes long: no transaction waits for it.
      watchAll(read);
      known = counts;
    }
  }

  private static Counts counts(Sql sql) throws SQLException {
    return sql.only(
        "SELECT searches, removed FROM alert_state",
        row -> new Counts(row.getLong(1), row.getLong(2)));
  }

  /** Forgets all searches: another service compares batches with them. */
  void unload() {
    synchronized (lock) {
      known = null;
      watchAll(Map.of());
    }
  }

  /** Passes every search with a number greater than another to a receiver. */
  private void readAfter(Sql sql, long id, Consumer<WatchedSearch> receiver) throws SQLException {
    sql.each(
        SEARCHES.select() + "WHERE id > ? ORDER BY id",
        row -> {
          try {
            SEARCHES.check(row);
            ShownSearch shown = shown(row);
            Query query = codec.readQuery(shown.search().getBytes(UTF_8)).query();
            long user = row.getLong("user_id");
            receiver.accept(new WatchedSearch(user, row.getLong("since"), shown, query));
          } catch (StoreException | JsonException e) {
            LOG.error(
                "The saved search {} waits for nothing: {}", row.getLong("id"), e.getMessage());
          }
          return true;
        },
        id);
  }

  private static ShownSearch shown(ResultSet row) throws SQLException {
    return new ShownSearch(
        row.getLong("id"),
        row.getString("name"),
        row.getLong("cool_down"),
        row.getLong("created"),
        row.getString("search"));
  }

  /**
   * Saves a search.
   *
   * @param coolDown in seconds
   * @param text the search as a JSON object
   * @throws EngineException LIMIT_EXCEEDED if the user has as many as allowed, or if the text is
   *     too long to stay in memory
   */
  public ShownSearch add(long user, String name, long coolDown, String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw StoreException.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "the search has %s characters, and a saved search may have %s; name fewer values"
              .formatted(text.length(), MOST_CHARACTERS));
    }
    synchronized (lock) {
      return database.write(sql -> {
        // The number first: its row is then locked, so that two requests count one by one. No
        // number is used twice.
        long id = sql.number("UPDATE alert_state SET searches = searches + 1 RETURNING searches");
        requireRoom(sql.number("SELECT COUNT(*) FROM saved_searches WHERE user_id = ?", user));
        long now = Instant.now().getEpochSecond();
        SEARCHES.insert(
            sql,
            "id user_id name search cool_down created since",
            id,
            user,
            name,
            text,
            coolDown,
            now,
            log.last(sql));
        return new ShownSearch(id, name, coolDown, now, text);
      });
    }
  }

  private void requireRoom(long saved) {
    if (saved >= limits.searchesPerUser()) {
      throw StoreException.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "you have %s saved searches, and a user may have %s; delete one first"
              .formatted(saved, limits.searchesPerUser()));
    }
  }

  /** Returns the searches of a user by ascending number. */
  public List<ShownSearch> ofUser(long user) {
    String own = "WHERE user_id = ? ORDER BY id";
    return database.read(sql -> SEARCHES.list(sql, own, SavedSearchRegistry::shown, user));
  }

  /**
   * Returns a search of a user.
   *
   * @throws EngineException NOT_FOUND if the user has no such search
   */
  public ShownSearch find(long user, long id) {
    String own = "WHERE id = ? AND user_id = ?";
    return database
        .read(sql -> SEARCHES.first(sql, own, SavedSearchRegistry::shown, id, user))
        .orElseThrow(() -> unknown(id));
  }

  /**
   * Deletes a search of a user, with its alerts.
   *
   * @throws EngineException NOT_FOUND if the user has no such search
   */
  public void remove(long user, long id) {
    boolean isRemoved =
        database.write(sql -> {
          String deletion = "DELETE FROM saved_searches WHERE id = ? AND user_id = ?";
          return sql.update(deletion, id, user) > 0
              && sql.update("UPDATE alert_state SET removed = removed + 1") > 0;
        });
    if (!isRemoved) {
      throw unknown(id);
    }
    synchronized (lock) {
      forget(id);
    }
  }

  /** Returns how many searches are loaded. */
  public int size() {
    return watched.size();
  }

  /** Returns a search by its number; null if there is none. */
  @Nullable WatchedSearch watched(long id) {
    return watched.get(id);
  }

  /** Returns the index of all searches. */
  SavedSearches index() {
    return index;
  }

  /**
   * Returns a batch that can be compared; if searches are loaded, every one that counts for it, or
   * for an older one, is indexed, also if another service saved it.
   */
  long head() {
    synchronized (lock) {
      return database.<Long>read(sql -> {
        long head = log.head(sql);
        refresh(sql);
        return head;
      });
    }
  }

  /** Reads all searches; returns how many were saved and deleted. */
  private Counts readAll(Sql sql, Map<Long, WatchedSearch> read) throws SQLException {
    readAfter(sql, 0, search -> read.put(search.id(), search));
    return counts(sql);
  }

  /** Watches these searches alone. */
  private void watchAll(Map<Long, WatchedSearch> read) {
    SavedSearches.Builder builder = SavedSearches.builder(schema).mergeExecutor(merges);
    read.values().forEach(search -> builder.add(search.id(), search.query()));
    index = builder.build();
    watched.keySet().retainAll(read.keySet());
    watched.putAll(read);
  }

  private void refresh(Sql sql) throws SQLException {
    Counts last = known;
    if (last == null) {
      return;
    }
    Counts now = counts(sql);
    if (now.saved() < last.saved() || now.removed() < last.removed()) {
      // The database was restored from a copy, which may have other searches with the same numbers.
      Map<Long, WatchedSearch> read = new HashMap<>();
      now = readAll(sql, read);
      watchAll(read);
      oldestAdded = Long.MAX_VALUE;
    } else if (now.saved() > last.saved()) {
      readAfter(sql, last.saved(), this::watch);
    }
    if (now.removed() > last.removed()) {
      Set<Long> stored =
          new HashSet<>(sql.list("SELECT id FROM saved_searches", row -> row.getLong(1)));
      watched.keySet().stream().filter(id -> !stored.contains(id)).toList().forEach(this::forget);
    }
    known = now;
  }

  /** Lets searches that count after a later version count after this one. */
  static void limitSince(Sql sql, long version) throws SQLException {
    SEARCHES.update(sql, "SET since = ? WHERE since > ?", version, version);
  }

  private void watch(WatchedSearch search) {
    watched.put(search.id(), search);
    index.add(search.id(), search.query());
    oldestAdded = Math.min(oldestAdded, search.since());
  }

  private void forget(long id) {
    watched.remove(id);
    index.remove(id);
  }

  /**
   * Returns the version after which the oldest search counts that was added since the last call;
   * the greatest number if there is none.
   */
  long takeOldestAdded() {
    synchronized (lock) {
      long oldest = oldestAdded;
      oldestAdded = Long.MAX_VALUE;
      return oldest;
    }
  }

  /** Returns the batch after which the oldest search counts; {@code otherwise} if there is none. */
  long oldest(long otherwise) {
    return watched.values().stream().mapToLong(WatchedSearch::since).min().orElse(otherwise);
  }

  /** Returns the users of searches that count for a batch, ascending. */
  List<Long> users(long batch) {
    return watched.values().stream()
        .filter(each -> each.since() < batch)
        .map(WatchedSearch::user)
        .distinct()
        .sorted()
        .toList();
  }

  private static EngineException unknown(long id) {
    return StoreException.refusal(
        ErrorCode.NOT_FOUND, "no saved search of yours has the number " + id);
  }
}
