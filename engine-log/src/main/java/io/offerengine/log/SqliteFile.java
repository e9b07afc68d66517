package io.offerengine.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of a SQLite database: who may write it now, and whether it is still the same file.
 *
 * <p>SQLite lets one transaction write at a time, and others try again after a while, which is
 * unfair: somebody who writes one transaction after the other starves the others. So all writers of
 * a process take the {@link #writing} lock of the file first, which is fair.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class SqliteFile {
  /** The key of each file where the system has no keys. */
  private static final Object NO_KEY = new Object();

  private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private final Path file;
  private final ReentrantLock writing;

  /** What the file was lately; null if it was missing. */
  private @Nullable Found found;

  private boolean isCut;

  /**
   * What tells a file from others of the same name, and its length.
   *
   * @param key the same as long as the file is the same
   */
  private record Found(Object key, long bytes) {}

  private SqliteFile(Path file) {
    this.file = file;
    this.found = find(file);
    this.writing = LOCKS.computeIfAbsent(real(file), unused -> new ReentrantLock(true));
  }

  /** Returns the file of a database, which exists. */
  public static SqliteFile of(Path file) {
    return new SqliteFile(file);
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /**
   * Returns what a file is now; null if it is missing. The file is not opened: if it were closed
   * again, the system would drop the locks of SQLite.
   */
  private static @Nullable Found find(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      Object key = attributes.fileKey();
      return new Found(key == null ? NO_KEY : key, attributes.size());
    } catch (IOException missing) {
      return null;
    }
  }

  /** Returns the lock that every transaction of this process holds while it may write. */
  public ReentrantLock writing() {
    return writing;
  }

  /**
   * Returns what is wrong with the file, null if nothing is. If it was deleted or replaced, open
   * connections still write to the old one, which nobody will read. If it was cut, they write to
   * what nobody can read.
   */
  public synchronized @Nullable String problem() {
    Found last = found;
    Found now = find(file);
    if (last == null || now == null || !last.key().equals(now.key())) {
      return "the database file "
          + file
          + " was deleted or replaced while this program used it; put it back and restart the"
          + " program";
    }
    // SQLite makes the file longer again, and never shorter.
    isCut |= now.bytes() < last.bytes();
    found = now;
    return isCut
        ? "the database file "
            + file
            + " was cut while this program used it; restore it from a copy and restart the program"
        : null;
  }

  /**
   * Takes the lock that keeps a second process from the log of a database. The lock is free when
   * this process ends, in whatever way.
   *
   * @return gives the lock back
   * @throws UnusableLogException if another process, or another engine of this one, has it
   */
  public AutoCloseable claim() {
    return Claim.take(
        file.resolveSibling(file.getFileName() + ".lock"),
        file + " is used by another service; stop that one, or use another database");
  }
}
