package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Offers as records: bytes that take a third of the offer's JSON, and a fraction of the time.
 *
 * <p><b>Layout.</b> The byte {@link #MARK}, the number of the {@link RecordLayout}, a bit for each
 * field that says whether it has a value, and the values.
 *
 * <p><b>Threads.</b> Writing is for one thread at a time; reading is safe for all.
 */
final class OfferRecords {
  /** The first byte of a record. The JSON of an offer, which older rows have, begins otherwise. */
  private static final byte MARK = 1;

  private static final String SETTING = "offer_layout_";

  private final Database database;
  private final Schema schema;
  private final RecordLayout layout;
  private final RecordBytes out = RecordBytes.empty();

  /** The layouts of the database, by number from 1. */
  private volatile List<RecordLayout> layouts = List.of();

  /** The number of this schema's layout; 0 before the database has the layout. */
  private int number;

  OfferRecords(Database database, Schema schema) {
    this.database = database;
    this.schema = schema;
    this.layout = RecordLayout.of(schema);
  }

  /** Returns whether bytes are a record. */
  static boolean isRecord(byte[] bytes) {
    return bytes.length > 0 && bytes[0] == MARK;
  }

  /**
   * Makes sure that the database has the layout of this schema, in a transaction of its own: a record
   * must never outlive its layout.
   */
  void prepare() {
    if (number == 0) {
      number = database.<Integer>write(this::layoutNumber);
    }
  }

  private int layoutNumber(Connection connection) throws SQLException {
    byte[] text = layout.text().getBytes(UTF_8);
    for (int next = 1; ; next++) {
      Optional<byte[]> known = SettingsTable.find(connection, SETTING + next);
      if (known.isEmpty()) {
        SettingsTable.putIfAbsent(connection, SETTING + next, text);
      }
      if (known.isEmpty() || Arrays.equals(known.get(), text)) {
        return next;
      }
    }
  }

  /** Returns the record of an offer, after {@link #prepare}. */
  byte[] of(Offer offer) {
    if (number == 0) {
      throw new IllegalStateException("the database does not have the layout of records yet");
    }
    BitSet present = new BitSet(layout.size());
    for (int i = 0; i < layout.size(); i++) {
      present.set(i, offer.has(layout.field(i)));
    }
    out.clear();
    out.writeByte(MARK);
    out.writeSize(number);
    out.writeBytes(present.toByteArray());
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      RecordLayout.writeValue(layout.field(i), offer, out);
    }
    return out.written();
  }

  /**
   * Returns the offer of a record.
   *
   * @param skipped counts the values of fields that the schema does not have
   * @throws DamagedOfferException if the bytes are no record of the offer
   */
  Offer read(long id, byte[] record, Map<String, Long> skipped) {
    RecordBytes in = RecordBytes.of(record);
    Offer offer;
    try {
      in.readByte();
      RecordLayout used = layout(in.readSize());
      BitSet present = BitSet.valueOf(in.readBytes());
      Offer.Builder builder = Offer.builder(schema);
      for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
        used.readValue(i, in, builder, skipped);
      }
      offer = builder.build();
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | IndexOutOfBoundsException e) {
      throw new DamagedOfferException(id, "its record can't be read: " + e.getMessage());
    }
    if (offer.id() != id) {
      throw new DamagedOfferException(id, "its record is that of the offer " + offer.id());
    }
    if (!in.isAtEnd()) {
      throw new DamagedOfferException(id, "its record is too long");
    }
    return offer;
  }

  private RecordLayout layout(int wanted) {
    List<RecordLayout> known = layouts;
    if (wanted > known.size()) {
      known = database.read(this::readLayouts);
      layouts = known;
    }
    return known.get(wanted - 1);
  }

  private List<RecordLayout> readLayouts(Connection connection) throws SQLException {
    List<RecordLayout> read = new ArrayList<>();
    Optional<byte[]> text = SettingsTable.find(connection, SETTING + 1);
    while (text.isPresent()) {
      read.add(RecordLayout.parse(new String(text.get(), UTF_8), schema));
      text = SettingsTable.find(connection, SETTING + (read.size() + 1));
    }
    return List.copyOf(read);
  }
}
