package io.offerengine.server.keys;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a database holds, as hashes.
 *
 * <p>A key is {@code oe_<number>_<secret>}: the number, which is no secret, finds the row, and the
 * hash of the secret's 256 random bits is compared in constant time. A key that can't be read or
 * whose number is unknown is compared too, with the hash of nothing.
 *
 * <p><b>Order.</b> A new key is known at once, everywhere. A revocation holds at once in the
 * registry that made it and within a second in others on the same database, since rows are kept so
 * long. Expiry needs no row and holds to the second.
 *
 * <p><b>Cost.</b> {@link #find} hashes once; it reads the database once per key and second, and for
 * every unknown number: those are not kept, so that guessing fills no memory.
 *
 * <p><b>Threads.</b> Safe for all. Other processes may work on the same database.
 */
public final class KeyRegistry implements KeyRing {
  /** How long a row is believed without looking: one second. */
  static final long CACHE_LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Pattern FORM =
      Pattern.compile(ApiKey.PREFIX + "([1-9][0-9]{0,17})_([A-Za-z0-9_-]{43})");

  /** Stands for a row where there is none: a key that was revoked. */
  private static final StoredKey NONE =
      new StoredKey(
          new IssuedKey(0, KeyTerms.of(1, false), Instant.EPOCH, Instant.EPOCH), ApiKey.hash(""));

  private static final String NO_SECRET = "-".repeat(43);

  private final Database database;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final KeyCache cache = new KeyCache(CACHE_LIFE_NANOS);

  /** What came of revoking a key. */
  public enum Revocation {
    /** It opened something until now, or would have but for its expiry. */
    REVOKED,
    /** It had been revoked before. */
    REVOKED_BEFORE,
    /** There is no such key. */
    UNKNOWN
  }

  /** Creates a registry by the system's clocks; the database stays open when it is dropped. */
  public KeyRegistry(Database database) {
    this(database, Clock.systemUTC(), System::nanoTime);
  }

  /**
   * Creates a registry.
   *
   * @param clock tells when keys are made and expire
   * @param nanoTime tells how old a kept row is, in nanoseconds from any origin; never goes back
   */
  public KeyRegistry(Database database, InstantSource clock, LongSupplier nanoTime) {
    this.database = database;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes a key.
   *
   * @return the key, which nobody can find out afterwards
   * @throws IllegalArgumentException if it would have expired; expiry counts in whole seconds
   * @throws StoreException if the database fails
   */
  public String create(KeyTerms terms) {
    Instant now = clock.instant();
    Instant expires = terms.expires();
    if (expires != null && expires.getEpochSecond() <= now.getEpochSecond()) {
      throw new IllegalArgumentException(
          "a key must expire later than now, " + now + ", but got " + expires);
    }
    String secret = ApiKey.secret();
    byte[] hash = ApiKey.hash(secret);
    long id = database.write(connection -> KeyTable.insert(connection, terms, hash, now));
    return ApiKey.PREFIX + id + "_" + secret;
  }

  /**
   * Returns all keys that were ever made, by number.
   *
   * @throws StoreException if the database fails
   */
  public List<IssuedKey> list() {
    return database.read(KeyTable::list);
  }

  /**
   * Revokes a key for good.
   *
   * @param id its number
   * @throws StoreException if the database fails
   */
  public Revocation revoke(long id) {
    Instant now = clock.instant();
    Revocation revocation =
        database.write(connection -> {
          if (KeyTable.revoke(connection, id, now)) {
            return Revocation.REVOKED;
          }
          return KeyTable.find(connection, id).isPresent()
              ? Revocation.REVOKED_BEFORE
              : Revocation.UNKNOWN;
        });
    cache.forgetAll();
    return revocation;
  }

  /**
   * Returns whom a key belongs to.
   *
   * @return null for one that can't be read, is unknown, has expired or was revoked
   * @throws StoreException if the database fails
   */
  @Override
  public @Nullable Caller find(String key) {
    Matcher parts = FORM.matcher(key);
    boolean readable = parts.matches();
    StoredKey row = readable ? row(Long.parseLong(parts.group(1))) : null;
    byte[] hash = ApiKey.hash(readable ? parts.group(2) : NO_SECRET);
    StoredKey compared = row == null ? NONE : row;
    boolean same = compared.hasHash(hash);
    boolean opens = compared.key().state(clock.instant()) == IssuedKey.State.ACTIVE;
    return same && opens ? compared.caller() : null;
  }

  private @Nullable StoredKey row(long id) {
    long now = nanoTime.getAsLong();
    StoredKey kept = cache.get(id, now);
    if (kept != null) {
      return kept;
    }
    long version = cache.version();
    Optional<StoredKey> row = database.read(connection -> KeyTable.find(connection, id));
    row.ifPresent(found -> cache.put(found, now, version));
    return row.orElse(null);
  }
}
