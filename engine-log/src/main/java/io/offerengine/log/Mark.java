package io.offerengine.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The last entry that was visible here, in a file beside the cache of segments. The file outlives
 * the cache, so that an engine never goes back to a log without this entry by itself.
 *
 * <p>A position is written before the version is visible. The file survives the death of the
 * process. It is not synced to the disk: after a power cut it may name an earlier entry.
 *
 * <p><b>Layout.</b> Two places that are written in turns, each with a number, an identifier and the
 * CRC-32C of both. The place with the greater intact number counts.
 *
 * <p><b>Threads.</b> Confined to the thread that holds the lock of the {@link Replica}.
 */
final class Mark implements AutoCloseable {
  private static final String FILE = "last-entry";
  private static final int CHECKED = 3 * Long.BYTES;
  private static final int PLACE = CHECKED + Integer.BYTES;
  private static final int PLACES = 2;

  private final FileChannel channel;
  private final ByteBuffer place = ByteBuffer.allocate(PLACE);
  private int next;

  private Mark(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens the mark of a directory, which is made if it is missing.
   *
   * @throws UnusableLogException if the file can't be opened
   */
  static Mark open(Path directory) {
    try {
      Files.createDirectories(directory);
      return new Mark(
          FileChannel.open(
              directory.resolve(FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new UnusableLogException(
          directory
              + " can't be used to remember the last entry: "
              + SqlFailure.reason(e)
              + "; name a directory that can be written",
          e);
    }
  }

  /** Returns the last entry that was visible, with an end that is not known; null if none was. */
  @Nullable Position read() {
    Position last = null;
    for (int i = 0; i < PLACES; i++) {
      Position seen = read(i);
      if (seen != null && (last == null || seen.number() > last.number())) {
        last = seen;
        next = (i + 1) % PLACES;
      }
    }
    return last;
  }

  private @Nullable Position read(int at) {
    ByteBuffer bytes = ByteBuffer.allocate(PLACE);
    try {
      if (channel.read(bytes, (long) at * PLACE) < PLACE
          || bytes.getInt(CHECKED) != checksum(bytes.array())) {
        return null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Position(bytes.getLong(0), new UUID(bytes.getLong(8), bytes.getLong(16)), 0);
  }

  /** Writes that an entry becomes visible. */
  void write(Position visible) {
    place.clear();
    place.putLong(visible.number());
    place.putLong(visible.entry().getMostSignificantBits());
    place.putLong(visible.entry().getLeastSignificantBits());
    place.putInt(checksum(place.array()));
    place.flip();
    try {
      channel.write(place, (long) next * PLACE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    next = (next + 1) % PLACES;
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, CHECKED);
    return (int) checksum.getValue();
  }

  @Override
  public void close() {
    Claim.close(channel);
  }
}
