package io.offerengine.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps other engines, of this process and of others, from what a lock file stands for. The lock is
 * free when it is closed, and when this process ends, in whatever way.
 */
final class Claim implements AutoCloseable {
  private final FileChannel channel;

  private Claim(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes a lock. The file and its directory are made if they are missing.
   *
   * @param refusal what to say if somebody else has it
   * @throws UnusableLogException if somebody else has it, or the file can't be locked
   */
  static Claim take(Path file, String refusal) {
    FileChannel channel = open(file);
    boolean isTaken = false;
    try {
      isTaken = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another engine of this process has it.
    } catch (IOException e) {
      throw failure(file, e);
    } finally {
      if (!isTaken) {
        close(channel);
      }
    }
    if (!isTaken) {
      throw new UnusableLogException(refusal, null);
    }
    return new Claim(channel);
  }

  private static FileChannel open(Path file) {
    try {
      Path directory = file.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static UnusableLogException failure(Path file, IOException cause) {
    return new UnusableLogException(
        file
            + " can't be locked: "
            + SqlFailure.reason(cause)
            + "; name a directory that can be written",
        cause);
  }

  static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}
