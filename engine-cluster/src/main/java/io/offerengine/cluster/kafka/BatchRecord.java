package io.offerengine.cluster.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.cluster.Position;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A record in the topic of the log: a batch, or a part of one that is too large for a record.
 *
 * <p><b>Layout.</b> A byte for the layout; the number of the batch, its identifier and that of the
 * batch before it; how many changes the log has had, this batch included; which part this is, and
 * how many there are; the length of the writer's name, and the name; then the {@link ChangeBytes}.
 * Numbers are big-endian.
 *
 * @param writer the name of the member that wrote the batch; empty if it has none
 * @param total how many changes all batches up to this one have
 * @param part the number of this part, from 0
 * @param changes the changes as {@link ChangeBytes}
 */
record BatchRecord(
    Position position,
    UUID previous,
    String writer,
    long total,
    int part,
    int parts,
    ByteBuffer changes) {
  /** About how large a part becomes: Kafka usually allows a megabyte. */
  private static final int PART_BYTES = 1 << 19;

  private static final byte LAYOUT = 3;
  private static final int HEAD_BYTES = 1 + 6 * Long.BYTES + 3 * Integer.BYTES;

  /** Returns the records of a batch, at least one. */
  static List<byte[]> write(
      Position position, UUID previous, String writer, long total, List<byte[]> changes) {
    byte[] name = writer.getBytes(UTF_8);
    List<List<byte[]>> parts = divided(changes);
    List<byte[]> records = new ArrayList<>(parts.size());
    for (List<byte[]> part : parts) {
      ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + name.length + size(part));
      out.put(LAYOUT).putLong(position.seq());
      write(position.batch(), out);
      write(previous, out);
      out.putLong(total).putInt(records.size()).putInt(parts.size());
      out.putInt(name.length).put(name);
      part.forEach(out::put);
      records.add(out.array());
    }
    return records;
  }

  private static List<List<byte[]>> divided(List<byte[]> changes) {
    List<List<byte[]>> parts = new ArrayList<>();
    List<byte[]> part = new ArrayList<>();
    parts.add(part);
    int size = 0;
    for (byte[] change : changes) {
      if (size > 0 && size + change.length > PART_BYTES) {
        part = new ArrayList<>();
        parts.add(part);
        size = 0;
      }
      part.add(change);
      size += change.length;
    }
    return parts;
  }

  private static int size(List<byte[]> changes) {
    return changes.stream().mapToInt(change -> change.length).sum();
  }

  private static void write(UUID id, ByteBuffer out) {
    out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  /**
   * Reads a record.
   *
   * @throws IllegalStateException if a later version of the program wrote the record, or another
   *     one
   */
  static BatchRecord read(byte[] record) {
    ByteBuffer in = ByteBuffer.wrap(record);
    if (record.length < HEAD_BYTES || in.get() != LAYOUT) {
      throw new IllegalStateException(
          "the topic of the log has a record that this program can't read: use the version that"
              + " wrote it, or another topic");
    }
    long seq = in.getLong();
    UUID batch = readId(in);
    UUID previous = readId(in);
    long total = in.getLong();
    int part = in.getInt();
    int parts = in.getInt();
    byte[] writer = new byte[in.getInt()];
    in.get(writer);
    return new BatchRecord(
        new Position(seq, batch),
        previous,
        new String(writer, UTF_8),
        total,
        part,
        parts,
        in.slice());
  }

  private static UUID readId(ByteBuffer in) {
    return new UUID(in.getLong(), in.getLong());
  }

  /** Returns whether this is the last part of its batch. */
  boolean isLast() {
    return part == parts - 1;
  }

  /** Returns whether the batch is the next one after a position. */
  boolean follows(Position last) {
    return position.seq() == last.seq() + 1 && previous.equals(last.batch());
  }
}
