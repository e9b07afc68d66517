package io.offerengine.server.templates;

import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts the passwords of a database again by the first secret of a list, so that older ones can
 * leave it.
 *
 * <p>Each password is replaced in a transaction of its own, unless somebody else has changed it
 * meanwhile. At the end, one transaction encrypts the key of the hashes again and stores the
 * fingerprint of the first secret. Whoever is stopped before it goes on at the next start, and
 * several services may do this at once.
 *
 * <p><b>Threads.</b> {@link #start} makes one, which {@link #close} ends.
 */
public final class SecretRewrite implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SecretRewrite.class);
  private static final String ENCRYPTED = "WHERE password IS NOT NULL";

  private final Database database;
  private final ServerSecret secret;
  private final Thread thread = new Thread(this::runLogged, "secret rewrite");
  private volatile boolean isClosed;

  /**
   * Which passwords the secrets of a list decrypt.
   *
   * @param current how many the first secret has encrypted
   * @param older the templates whose passwords an older secret of the list has encrypted
   * @param lost the templates whose passwords no secret of the list decrypts
   */
  public record Passwords(int current, List<Long> older, List<Long> lost) {}

  /** Uses the secret of a database, from {@link DatabaseSecret}. */
  public SecretRewrite(Database database, ServerSecret secret) {
    this.database = database;
    this.secret = secret;
    thread.setDaemon(true);
  }

  /** Returns whether a database has passwords. */
  public static boolean hasPasswords(Database database) {
    return database.read(
        sql -> !CheckedTable.TEMPLATES.list(sql, ENCRYPTED, TemplateRow::of).isEmpty());
  }

  /**
   * Decrypts every password. Changes nothing.
   *
   * @throws io.offerengine.server.store.StoreException if a row is damaged
   */
  public Passwords read() {
    return database.read(this::read);
  }

  private Passwords read(Sql sql) throws SQLException {
    int current = 0;
    List<Long> older = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    for (TemplateRow row : CheckedTable.TEMPLATES.list(sql, ENCRYPTED, TemplateRow::of)) {
      Optional<ServerSecret.Decrypted> decrypted = row.decrypt(secret);
      if (decrypted.isEmpty()) {
        lost.add(row.template().id());
      } else if (decrypted.get().isCurrent()) {
        current++;
      } else {
        older.add(row.template().id());
      }
    }
    return new Passwords(current, older, lost);
  }

  /** Starts to encrypt in the background, if an older secret has encrypted anything. */
  public void start() {
    thread.start();
  }

  private void runLogged() {
    try {
      run();
    } catch (RuntimeException e) {
      if (!isClosed) {
        LOG.warn("Passwords keep their older secrets until the next start: {}", e.toString());
      }
    }
  }

  /** Encrypts all passwords of older secrets again. */
  void run() {
    List<Long> older = read().older();
    if (older.isEmpty() && database.read(sql -> DatabaseSecret.hasFirst(sql, secret))) {
      return;
    }
    for (int i = 0; i < older.size() && !isClosed; i++) {
      long id = older.get(i);
      database.write(sql -> rewrite(sql, id));
    }
    if (!isClosed && database.write(this::finish)) {
      LOG.info("No password has an older secret; older secrets can leave the list");
    }
  }

  private boolean rewrite(Sql sql, long id) throws SQLException {
    Optional<TemplateRow> row =
        CheckedTable.TEMPLATES.first(sql, "WHERE id = ?", TemplateRow::of, id);
    Optional<ServerSecret.Decrypted> decrypted = row.flatMap(each -> each.decrypt(secret));
    if (decrypted.isEmpty() || decrypted.get().isCurrent()) {
      return false;
    }
    TemplateRow found = row.get();
    byte[] encrypted =
        secret.encrypt(decrypted.get().password(), found.user(), found.template().hash());
    String change = "SET password = ? WHERE id = ? AND password = ?";
    return CheckedTable.TEMPLATES.update(sql, change, encrypted, id, found.password()) > 0;
  }

  /** Stores the fingerprint of the first secret if no password needs another one. */
  private boolean finish(Sql sql) throws SQLException {
    Passwords passwords = read(sql);
    if (!passwords.older().isEmpty() || !passwords.lost().isEmpty()) {
      return false;
    }
    DatabaseSecret.replace(sql, secret);
    return true;
  }

  /** Stops after the password that is being encrypted, and waits for that. */
  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
