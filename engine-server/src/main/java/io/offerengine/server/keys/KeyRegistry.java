package io.offerengine.server.keys;

import io.offerengine.log.Sql;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import io.offerengine.server.store.StoreException;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys in the table {@code api_keys} of a database, stored as hashes; times are whole seconds.
 *
 * <p>A key is {@code oe_<number>_<secret>}. The number finds the row, and the hash of the secret's
 * 256 random bits is compared in constant time. If a key is malformed or its number unknown, a
 * dummy hash is compared instead.
 *
 * <p>If the database fails, every method but {@link #find} throws a {@link StoreException}. {@link
 * #find} throws it only if no cached row of the key is valid. The caller closes the database.
 *
 * <p><b>Order.</b> A new key is known at once in every process. A revoked key is refused at once by
 * the registry that revoked it, and within a second by other registries on the same database, since
 * they cache rows for a second. An expired key is refused from the second of its expiry.
 *
 * <p>While the database can't be reached, keys that were found in the last 10 minutes stay known.
 *
 * <p><b>Cost.</b> {@link #find} computes one hash. It reads the database once per key and second,
 * and once for every unknown number. Unknown numbers are not cached, so that guessing fills no
 * memory.
 *
 * <p><b>Threads.</b> Safe for all. Other processes may use the same database.
 */
public final class KeyRegistry implements KeyRing {
  /** How many keys a user may have by default, to make one more. */
  public static final int DEFAULT_KEYS_PER_USER = 100;

  /** How long a cached row is valid: one second. */
  static final long CACHE_LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long a cached row stays valid while the database can't be reached: 10 minutes. */
  private static final long OUTAGE_LIFE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final CheckedTable KEYS = CheckedTable.API_KEYS;
  private static final Pattern FORM =
      Pattern.compile(ApiKey.PREFIX + "([1-9][0-9]{0,17})_([A-Za-z0-9_-]{43})");

  /** The stand-in for a row that does not exist: a revoked key. */
  private static final StoredKey NONE =
      new StoredKey(
          new IssuedKey(0, KeyTerms.of(1, false), Instant.EPOCH, Instant.EPOCH, KeyLabel.NONE),
          ApiKey.hash(""));

  /** The setting that says that a first key was made, or that there was one. */
  private static final String FIRST_KEY = "first_key";

  private static final String NO_SECRET = "-".repeat(43);

  private final Database database;
  private final int keysPerUser;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final KeyCache cache = new KeyCache();

  /** The result of {@link #revoke}. */
  public enum Revocation {
    /** The key is revoked now; before, it was active or expired. */
    REVOKED,
    /** The key was revoked before. */
    REVOKED_BEFORE,
    /** No key has this number. */
    UNKNOWN
  }

  /** Creates a registry with the system's clocks and {@value #DEFAULT_KEYS_PER_USER} as limit. */
  public KeyRegistry(Database database) {
    this(database, DEFAULT_KEYS_PER_USER);
  }

  /**
   * Creates a registry with the system's clocks.
   *
   * @param keysPerUser how many keys that are not revoked a user may have to make one more by
   *     {@link #createFor}
   */
  public KeyRegistry(Database database, int keysPerUser) {
    this(database, keysPerUser, Clock.systemUTC(), System::nanoTime);
  }

  /**
   * Creates a registry with clocks.
   *
   * @param keysPerUser how many keys that are not revoked a user may have to make one more by
   *     {@link #createFor}
   * @param clock the time at which keys are made and expire
   * @param nanoTime the age of cached rows, in nanoseconds from any origin; never goes back
   */
  public KeyRegistry(
      Database database, int keysPerUser, InstantSource clock, LongSupplier nanoTime) {
    this.database = database;
    this.keysPerUser = keysPerUser;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes a key.
   *
   * @return the key; it can't be found out again
   * @throws IllegalArgumentException if the key has expired already; expiry counts in whole seconds
   */
  public String create(KeyTerms terms) {
    return create(terms, KeyLabel.NONE, Integer.MAX_VALUE).text();
  }

  /**
   * Makes a key for the owner of another key. The new key never opens more than the other one, and
   * expires with it.
   *
   * @param caller the owner of the other key
   * @param scopes the scopes of the new key, which then is no administrator's; null for a key that
   *     opens the same as the other one
   * @throws IllegalArgumentException if the other key lacks one of the scopes
   * @throws EngineException of {@link ErrorCode#AUTH_ERROR} if the other key does not open anything
   *     any more, of {@link ErrorCode#LIMIT_EXCEEDED} if the user has as many keys as allowed
   */
  public MadeKey createFor(Caller caller, @Nullable Set<Scope> scopes, KeyLabel label) {
    Instant expires = null;
    if (caller.key() != 0) {
      expires =
          ofUser(caller.user(), caller.key())
              .filter(key -> key.state(clock.instant()) == IssuedKey.State.ACTIVE)
              .orElseThrow(
                  () -> StoreException.refusal(ErrorCode.AUTH_ERROR, "the API key has ended"))
              .terms()
              .expires();
    }
    if (scopes != null && !caller.scopes().containsAll(scopes)) {
      throw new IllegalArgumentException("the caller's key does not open all of " + scopes);
    }
    KeyTerms terms =
        scopes == null
            ? new KeyTerms(caller.user(), caller.administrator(), caller.scopes(), expires)
            : new KeyTerms(caller.user(), false, scopes, expires);
    return create(terms, label, keysPerUser);
  }

  /**
   * Makes a key if there is no key at all. If several services do this at once, one of them makes a
   * key.
   *
   * @return the key; null if there was one
   */
  public @Nullable String createFirst(KeyTerms terms) {
    Optional<MadeKey> made =
        database.write(sql -> {
          // Waits for other services that do the same: the name is unique.
          SettingsTable.putIfAbsent(sql, FIRST_KEY, new byte[0]);
          return sql.first("SELECT 1 FROM api_keys LIMIT 1", row -> true).isEmpty()
              ? Optional.of(make(sql, terms, KeyLabel.NONE, clock.instant()))
              : Optional.empty();
        });
    return made.map(MadeKey::text).orElse(null);
  }

  private MadeKey create(KeyTerms terms, KeyLabel label, int most) {
    Instant now = clock.instant();
    Instant expires = terms.expires();
    if (expires != null && expires.getEpochSecond() <= now.getEpochSecond()) {
      throw new IllegalArgumentException(
          "a key must expire later than now, " + now + ", but got " + expires);
    }
    return database.write(sql -> {
      database.lockUser(sql, terms.user());
      String count = "SELECT count(*) FROM api_keys WHERE user_id = ? AND revoked IS NULL";
      long keys = sql.number(count, terms.user());
      if (keys >= most) {
        throw StoreException.refusal(
            ErrorCode.LIMIT_EXCEEDED,
            "you have " + keys + " API keys, and a user may make " + most + "; delete one first");
      }
      return make(sql, terms, label, now);
    });
  }

  private static MadeKey make(Sql sql, KeyTerms terms, KeyLabel label, Instant now)
      throws SQLException {
    String secret = ApiKey.secret();
    Instant expires = terms.expires();
    List<String> permissions = label.permissions();
    long id =
        KEYS.insert(
            sql,
            "user_id hash administrator scopes created expires name permissions",
            terms.user(),
            ApiKey.hash(secret),
            terms.administrator(),
            String.join(",", Scope.wireNames(terms.scopes())),
            now.getEpochSecond(),
            expires == null ? null : expires.getEpochSecond(),
            label.name().isEmpty() ? null : label.name(),
            permissions == null ? null : String.join(",", permissions));
    IssuedKey issued = read(sql, id).map(StoredKey::key).orElseThrow();
    return new MadeKey(issued, ApiKey.PREFIX + id + "_" + secret);
  }

  /** Returns a key; empty if none has this number. */
  private static Optional<StoredKey> read(Sql sql, long id) throws SQLException {
    return KEYS.first(
        sql, "WHERE id = ?", row -> new StoredKey(key(row), row.getBytes("hash")), id);
  }

  private static IssuedKey key(ResultSet row) throws SQLException {
    List<String> names = parts(row.getString("scopes"));
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !names.contains(scope.wireName()));
    KeyTerms terms =
        new KeyTerms(
            row.getLong("user_id"),
            row.getBoolean("administrator"),
            scopes,
            instant(row, "expires"));
    Instant created = Instant.ofEpochSecond(row.getLong("created"));
    String name = row.getString("name");
    String permissions = row.getString("permissions");
    KeyLabel label =
        new KeyLabel(name == null ? "" : name, permissions == null ? null : parts(permissions));
    return new IssuedKey(row.getLong("id"), terms, created, instant(row, "revoked"), label);
  }

  private static List<String> parts(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(","));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Long seconds = Sql.longOrNull(row, column);
    return seconds == null ? null : Instant.ofEpochSecond(seconds);
  }

  /** Returns a key of a user that is not revoked; empty if there is none. */
  public Optional<IssuedKey> ofUser(long user, long id) {
    return database
        .read(sql -> read(sql, id))
        .map(StoredKey::key)
        .filter(key -> isOpenKeyOf(user, key));
  }

  /** Returns the keys of a user that are not revoked, by number; expired ones are included. */
  public List<IssuedKey> ofUser(long user) {
    String own = "WHERE user_id = ? AND revoked IS NULL ORDER BY id";
    return database.read(sql -> KEYS.list(sql, own, KeyRegistry::key, user));
  }

  /**
   * Revokes a key of a user permanently.
   *
   * @return whether the user had a key of this number that was not revoked before
   */
  public boolean revoke(long user, long id) {
    Instant now = clock.instant();
    boolean isRevoked =
        database.write(sql ->
            read(sql, id).filter(row -> isOpenKeyOf(user, row.key())).isPresent()
                && revoke(sql, id, now));
    cache.forget(id);
    return isRevoked;
  }

  private static boolean isOpenKeyOf(long user, IssuedKey key) {
    return key.terms().user() == user && key.revoked() == null;
  }

  /**
   * Makes a key with the terms of another one and revokes that one, both or neither.
   *
   * @param id the number of the other key
   * @return the new key; it can't be found out again
   * @throws IllegalArgumentException if no key has the number, or if it is expired or revoked
   */
  public String rotate(long id) {
    Instant now = clock.instant();
    MadeKey made =
        database.write(sql -> {
          IssuedKey old =
              read(sql, id)
                  .map(StoredKey::key)
                  .orElseThrow(() -> new IllegalArgumentException("no key has the number " + id));
          if (old.state(now) != IssuedKey.State.ACTIVE) {
            throw new IllegalArgumentException(
                "key " + id + " is " + old.state(now).name().toLowerCase(Locale.ROOT));
          }
          revoke(sql, id, now);
          return make(sql, old.terms(), old.label(), now);
        });
    cache.forget(id);
    return made.text();
  }

  /** Returns all keys, revoked and expired ones included, by number. */
  public List<IssuedKey> list() {
    return database.read(sql -> KEYS.list(sql, "ORDER BY id", KeyRegistry::key));
  }

  /**
   * Revokes a key permanently.
   *
   * @param id the key's number
   */
  public Revocation revoke(long id) {
    Instant now = clock.instant();
    Revocation revocation =
        database.write(sql -> {
          if (revoke(sql, id, now)) {
            return Revocation.REVOKED;
          }
          return read(sql, id).isPresent() ? Revocation.REVOKED_BEFORE : Revocation.UNKNOWN;
        });
    cache.forget(id);
    return revocation;
  }

  /** Revokes a key. Returns true if the key exists and was not revoked before. */
  private static boolean revoke(Sql sql, long id, Instant now) throws SQLException {
    String change = "SET revoked = ? WHERE id = ? AND revoked IS NULL";
    return KEYS.update(sql, change, now.getEpochSecond(), id) == 1;
  }

  /**
   * Returns the owner of a key.
   *
   * @return null if the key is malformed, unknown, expired or revoked
   */
  @Override
  public @Nullable Caller find(String key) {
    Matcher parts = FORM.matcher(key);
    boolean readable = parts.matches();
    StoredKey row = readable ? row(Long.parseLong(parts.group(1))) : null;
    byte[] hash = ApiKey.hash(readable ? parts.group(2) : NO_SECRET);
    StoredKey compared = row == null ? NONE : row;
    boolean same = MessageDigest.isEqual(compared.hash(), hash);
    boolean opens = compared.key().state(clock.instant()) == IssuedKey.State.ACTIVE;
    return same && opens ? compared.caller() : null;
  }

  private @Nullable StoredKey row(long id) {
    long now = nanoTime.getAsLong();
    KeyCache.Entry before = cache.entry(id);
    StoredKey cached = cache.get(id, now, CACHE_LIFE_NANOS);
    if (cached != null) {
      return cached;
    }
    try {
      Optional<StoredKey> row = database.lookUp(sql -> read(sql, id));
      row.ifPresent(found -> cache.put(found, now, before));
      return row.orElse(null);
    } catch (StoreException e) {
      StoredKey known = cache.get(id, now, OUTAGE_LIFE_NANOS);
      if (known == null || e.code() != ErrorCode.UNAVAILABLE) {
        throw e;
      }
      return known;
    }
  }
}
