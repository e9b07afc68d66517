package io.offerengine.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock that keeps a second service from a database. Two services would not see each other's
 * offers.
 *
 * <p>When the process of the holder ends, in whatever way, the lock is free.
 */
final class ServiceLock implements AutoCloseable {
  private static final String FILE = "service.lock";

  /** The number of the advisory lock in a PostgreSQL database. */
  private static final long ADVISORY = 0x6F66666572L;

  private final AutoCloseable held;
  private final Check check;

  /** Tells whether a lock is still held. */
  @FunctionalInterface
  private interface Check {
    boolean isHeld(int seconds) throws SQLException;
  }

  private ServiceLock(AutoCloseable held, Check check) {
    this.held = held;
    this.check = check;
  }

  /**
   * Takes the lock of a directory.
   *
   * @throws UnusableDatabaseException if another service holds the lock
   */
  static ServiceLock ofDirectory(Path directory) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        Path file = directory.resolve(FILE);
        Object key = DatabaseFile.key(file);
        return new ServiceLock(channel, seconds -> Objects.equals(key, DatabaseFile.key(file)));
      }
      channel.close();
    } catch (OverlappingFileLockException heldByThisProcess) {
      close(channel);
    } catch (IOException e) {
      throw new UnusableDatabaseException(directory + " can't be locked: " + e.getMessage(), e);
    }
    throw taken(directory.toString());
  }

  /**
   * Takes the lock of a PostgreSQL database.
   *
   * @param connection holds the lock
   * @param closing closes the connection, also if it is broken
   * @throws UnusableDatabaseException if another service holds the lock
   */
  static ServiceLock ofConnection(Connection connection, AutoCloseable closing)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_try_advisory_lock(" + ADVISORY + ")")) {
      if (rows.next() && rows.getBoolean(1)) {
        return new ServiceLock(closing, connection::isValid);
      }
    }
    close(closing);
    throw taken("the PostgreSQL database");
  }

  /**
   * Returns whether no other service can have the lock: the file of the lock is the one that was
   * locked, or the connection lives.
   *
   * @param seconds how long to wait for the database
   */
  boolean isHeld(int seconds) throws SQLException {
    return check.isHeld(seconds);
  }

  static UnusableDatabaseException taken(String name) {
    return new UnusableDatabaseException(
        name + " is used by another service; stop that one, or use another database",
        new IllegalStateException("locked"));
  }

  private static void close(@Nullable AutoCloseable closeable) {
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the lock can't be given back", e);
    }
  }

  @Override
  public void close() {
    close(held);
  }
}
