package io.offerengine.log;

import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The one form of changed offers, in entries and in bases. It is frozen: every later build reads
 * it.
 *
 * <p><b>Layout.</b> An entry or a base is one or more parts of about {@link #PART_BYTES}. A part
 * has
 *
 * <ul>
 *   <li>the byte {@link #FORM};
 *   <li>the number of fields, and of each field the byte of its type and its name;
 *   <li>changes, each with a byte that says what it is, the identifier of the offer, and how many
 *       bytes follow. A stored offer has its values: a bit for each field that says whether the
 *       offer has a value, and these values. A changed offer then has the values before: a bit for
 *       each field that changed, a bit for each field that had a value before the change and
 *       changed, and these values;
 *   <li>the byte {@link #END}, and the CRC-32C of the owner of the part, its number and everything
 *       before.
 * </ul>
 *
 * <p>Values of fields that the schema does not have are skipped and counted.
 *
 * <p><b>Threads.</b> Safe for all, except for a {@link Writer}.
 */
final class ChangeForm {
  /** A part ends after the change with which it reaches this size. */
  static final int PART_BYTES = 1 << 20;

  static final int FORM = 1;

  private static final int END = 0;
  private static final int DELETED = 1;
  private static final int INSERTED = 2;
  private static final int CHANGED = 3;

  /** The types of fields in the order of their numbers, from 1. Objects are not stored. */
  private static final List<FieldType> TYPES =
      List.of(
          FieldType.INTEGER,
          FieldType.NUMBER,
          FieldType.BOOLEAN,
          FieldType.TEXT,
          FieldType.VERSION,
          FieldType.PLACE,
          FieldType.INTEGER_LIST,
          FieldType.TEXT_LIST,
          FieldType.DATE,
          FieldType.INSTANT);

  private final Schema schema;

  /** The fields of this schema as a part has them. */
  private final byte[] fieldBytes;

  private final Layout layout;

  /** Where each field is in the layout. */
  private final Map<Field, Integer> positions = new HashMap<>();

  private final Map<String, Long> skipped = new ConcurrentHashMap<>();

  /** Receives the parts of an entry or a base, by their numbers. */
  @FunctionalInterface
  interface PartReceiver {
    void take(int part, byte[] bytes);
  }

  /**
   * A field of a part.
   *
   * @param field the field of the schema; null if the schema does not store a field of this name
   */
  private record Entry(String name, FieldType type, @Nullable Field field) {}

  /** The fields of a part, without the identifier. */
  private record Layout(List<Entry> entries) {
    int bitBytes() {
      return (entries.size() + Byte.SIZE - 1) / Byte.SIZE;
    }
  }

  ChangeForm(Schema schema) {
    this.schema = schema;
    List<Entry> entries = new ArrayList<>();
    RecordBytes out = RecordBytes.empty();
    List<Field> fields =
        schema.columns().stream()
            .filter(field -> field.isStored() && field != schema.idField())
            .toList();
    out.writeSize(fields.size());
    for (Field field : fields) {
      positions.put(field, entries.size());
      entries.add(new Entry(field.name(), field.type(), field));
      out.writeByte(1 + TYPES.indexOf(field.type()));
      out.writeText(field.name());
    }
    this.layout = new Layout(entries);
    this.fieldBytes = out.written();
  }

  /** Returns how often the values of each unknown field were skipped. */
  Map<String, Long> skippedFields() {
    return new TreeMap<>(skipped);
  }

  private static FieldType type(int code) {
    if (code < 1 || code > TYPES.size()) {
      throw new IllegalArgumentException("no type of fields has the number " + code);
    }
    return TYPES.get(code - 1);
  }

  /**
   * Writes the parts of an entry or a base.
   *
   * @param owner the identifier of the entry or the base
   * @param parts receives each part
   */
  Writer writer(UUID owner, PartReceiver parts) {
    return new Writer(owner, parts);
  }

  /** Writes changes as parts. Confined to one thread. */
  final class Writer {
    private final UUID owner;
    private final PartReceiver receiver;
    private final RecordBytes out = RecordBytes.empty();
    private int parts;
    private long bytes;

    private Writer(UUID owner, PartReceiver receiver) {
      this.owner = owner;
      this.receiver = receiver;
      begin();
    }

    private void begin() {
      out.clear();
      out.writeByte(FORM);
      out.write(fieldBytes);
    }

    /** Writes a stored offer of a base. */
    void add(Offer offer) {
      int size = begin(INSERTED, offer.id());
      writeValues(offer, present(offer));
      end(size);
    }

    /** Begins a change; returns where its size belongs. */
    private int begin(int kind, long id) {
      out.writeByte(kind);
      out.writeLong(id);
      int size = out.position();
      out.writeInt(0);
      return size;
    }

    private void end(int size) {
      out.overwriteInt(size, out.position() - size - Integer.BYTES);
      if (out.position() >= PART_BYTES) {
        endPart();
        begin();
      }
    }

    /** Writes what a batch did to an offer. */
    void add(ChangedOffer change) {
      Offer before = change.before();
      Offer after = change.after();
      if (after == null) {
        end(begin(DELETED, change.id()));
      } else if (before == null) {
        add(after);
      } else {
        int size = begin(CHANGED, change.id());
        writeValues(after, present(after));
        writeBefore(before, after);
        end(size);
      }
    }

    private BitSet present(Offer offer) {
      BitSet present = new BitSet(layout.entries().size());
      for (int i = 0; i < layout.entries().size(); i++) {
        present.set(i, offer.has(field(i)));
      }
      return present;
    }

    private void writeBefore(Offer before, Offer after) {
      BitSet changed = new BitSet(layout.entries().size());
      for (Field field : before.changesTo(after).fields()) {
        changed.set(Objects.requireNonNull(positions.get(field)));
      }
      BitSet had = present(before);
      had.and(changed);
      writeBits(changed);
      writeValues(before, had);
    }

    private void writeBits(BitSet bits) {
      out.write(Arrays.copyOf(bits.toByteArray(), layout.bitBytes()));
    }

    private void writeValues(Offer offer, BitSet present) {
      writeBits(present);
      for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
        writeValue(field(i), offer);
      }
    }

    private void writeValue(Field field, Offer offer) {
      switch (field.type()) {
        case INTEGER, DATE, INSTANT -> out.writeLong(offer.integer(field));
        case NUMBER -> out.writeDouble(offer.number(field));
        case BOOLEAN -> out.writeByte(offer.flag(field) ? 1 : 0);
        case TEXT, VERSION, PLACE -> out.writeText(Objects.requireNonNull(offer.text(field)));
        case INTEGER_LIST -> {
          long[] values = Objects.requireNonNull(offer.integers(field));
          out.writeSize(values.length);
          for (long value : values) {
            out.writeLong(value);
          }
        }
        case TEXT_LIST -> {
          List<String> values = Objects.requireNonNull(offer.texts(field));
          out.writeSize(values.size());
          values.forEach(out::writeText);
        }
        case OBJECT -> throw new IllegalStateException(field + " is not stored");
      }
    }

    private Field field(int position) {
      return Objects.requireNonNull(layout.entries().get(position).field());
    }

    private void endPart() {
      out.writeByte(END);
      out.writeInt(checksum(owner, parts, out.written(), out.position()));
      receiver.take(parts, out.written());
      parts++;
      bytes += out.position();
    }

    /** Writes the last part. Every entry and base has at least one. */
    void end() {
      if (parts == 0 || out.position() > 1 + fieldBytes.length) {
        endPart();
      }
    }

    /** Returns how many parts were written. */
    int parts() {
      return parts;
    }

    /** Returns how many bytes the parts have. */
    long bytes() {
      return bytes;
    }
  }

  /**
   * Reads a part.
   *
   * @param owner the identifier of the entry or the base
   * @param part the number of the part, from 0
   * @param name what the part is, for messages: "entry 7"
   * @param wantsBefore whether values before changes are wanted; otherwise they are null
   * @throws LogDamagedException if it can't be read
   */
  List<LoggedChange> read(UUID owner, int part, byte[] bytes, String name, boolean wantsBefore) {
    RecordBytes in = open(owner, part, bytes, name);
    List<LoggedChange> changes = new ArrayList<>();
    Map<String, Long> unknown = new TreeMap<>();
    try {
      Layout used = readLayout(in);
      for (int kind = in.readByte(); kind != END; kind = in.readByte()) {
        changes.add(readChange(used, kind, in, wantsBefore, unknown));
      }
      if (!in.isAtEnd()) {
        throw new IllegalArgumentException("it is too long");
      }
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | IndexOutOfBoundsException e) {
      throw new LogDamagedException(name + " can't be read: " + e.getMessage());
    }
    unknown.forEach((field, count) -> skipped.merge(field, count, Long::sum));
    return changes;
  }

  private LoggedChange readChange(
      Layout used, int kind, RecordBytes in, boolean wantsBefore, Map<String, Long> unknown) {
    if (kind < DELETED || kind > CHANGED) {
      throw new IllegalArgumentException("no change has the kind " + kind);
    }
    long id = in.readLong();
    int end = Math.addExact(in.readInt(), in.position());
    Offer before = null;
    Offer after = null;
    if (kind != DELETED) {
      Offer.Builder stored = Offer.builder().set(schema.idField(), id);
      readValues(used, in, stored, unknown);
      after = stored.build();
      if (kind == CHANGED && wantsBefore) {
        before = readBefore(used, in, after);
      } else if (kind == CHANGED) {
        in.passTo(end);
      }
    }
    if (in.position() != end) {
      throw new IllegalArgumentException("the change of offer " + id + " has another size");
    }
    return new LoggedChange(id, before, after);
  }

  private static RecordBytes open(UUID owner, int part, byte[] bytes, String name) {
    int end = bytes.length - Integer.BYTES;
    if (end < 1 || checksum(owner, part, bytes, end) != checksumAt(bytes, end)) {
      throw new LogDamagedException(
          name + " is damaged: it does not match its checksum; restore the database from a copy");
    }
    RecordBytes in = RecordBytes.of(bytes, end);
    int form = in.readByte();
    if (form != FORM) {
      throw new LogDamagedException(
          name
              + " has the form "
              + form
              + ", and this build reads the form "
              + FORM
              + "; use the build that wrote it, or a later one");
    }
    return in;
  }

  private static int checksumAt(byte[] bytes, int end) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
  }

  /** Returns the checksum of a part and its place, so that no other part can stand there. */
  private static int checksum(UUID owner, int part, byte[] bytes, int end) {
    CRC32C checksum = new CRC32C();
    checksum.update(
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
            .putLong(owner.getMostSignificantBits())
            .putLong(owner.getLeastSignificantBits())
            .putInt(part)
            .flip());
    checksum.update(bytes, 0, end);
    return (int) checksum.getValue();
  }

  private Layout readLayout(RecordBytes in) {
    if (in.passIfEqual(fieldBytes)) {
      return layout;
    }
    List<Entry> entries = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      FieldType type = type(in.readByte());
      String name = in.readText();
      Field field =
          schema
              .field(name)
              .filter(each -> each.isStored() && each != schema.idField())
              .orElse(null);
      if (field != null && !fits(type, field.type())) {
        throw new IllegalArgumentException(
            "it has "
                + name
                + " as "
                + type.label()
                + ", but the schema has it as "
                + field.type().label()
                + "; a field keeps its type: give the new one another name");
      }
      entries.add(new Entry(name, type, field));
    }
    return new Layout(entries);
  }

  private static boolean fits(FieldType stored, FieldType now) {
    return stored == now
        || (stored.isText() && now.isText())
        || (stored == FieldType.INTEGER && now == FieldType.NUMBER);
  }

  private void readValues(
      Layout used, RecordBytes in, Offer.Builder offer, Map<String, Long> unknown) {
    BitSet present = readBits(used, in);
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      readValue(used.entries().get(i), in, offer, unknown);
    }
  }

  private static BitSet readBits(Layout used, RecordBytes in) {
    BitSet bits = BitSet.valueOf(in.read(used.bitBytes()));
    if (bits.length() > used.entries().size()) {
      throw new IllegalArgumentException("it has a value of field " + bits.length());
    }
    return bits;
  }

  private Offer readBefore(Layout used, RecordBytes in, Offer after) {
    BitSet changed = readBits(used, in);
    Offer.Builder before = after.toBuilder();
    for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1)) {
      Field field = used.entries().get(i).field();
      if (field != null) {
        before.clear(field);
      }
    }
    readValues(used, in, before, new TreeMap<>());
    return before.build();
  }

  private static void readValue(
      Entry entry, RecordBytes in, Offer.Builder offer, Map<String, Long> unknown) {
    Field field = entry.field();
    if (field == null) {
      unknown.merge(entry.name(), 1L, Long::sum);
      skip(entry.type(), in);
      return;
    }
    switch (entry.type()) {
      case INTEGER, DATE, INSTANT -> offer.put(field, in.readLong());
      case NUMBER -> offer.put(field, in.readDouble());
      case BOOLEAN -> offer.put(field, in.readByte() != 0);
      case TEXT, VERSION, PLACE -> offer.put(field, in.readText());
      case INTEGER_LIST -> offer.put(field, integers(in));
      case TEXT_LIST -> offer.put(field, texts(in));
      case OBJECT -> throw new IllegalArgumentException(field + " is not stored");
    }
  }

  private static void skip(FieldType type, RecordBytes in) {
    switch (type) {
      case INTEGER, DATE, INSTANT -> in.readLong();
      case NUMBER -> in.readDouble();
      case BOOLEAN -> in.readByte();
      case TEXT, VERSION, PLACE -> in.readText();
      case INTEGER_LIST -> integers(in);
      case TEXT_LIST -> texts(in);
      case OBJECT -> throw new IllegalArgumentException("objects are not stored");
    }
  }

  private static long[] integers(RecordBytes in) {
    long[] values = new long[in.readCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return values;
  }

  private static List<String> texts(RecordBytes in) {
    String[] values = new String[in.readCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readText();
    }
    return List.of(values);
  }
}
