package io.offerengine.server.offers;

import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

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

  private static final CheckedTable TABLE = CheckedTable.RECORD_LAYOUTS;

  /** "WHERE true" tells SQLite that ON does not belong to a join. */
  private static final String ADD =
      "INSERT INTO record_layouts (id, fields)"
          + " SELECT COALESCE(MAX(id), 0) + 1, ? FROM record_layouts WHERE true"
          + " ON CONFLICT DO NOTHING RETURNING id";

  private final Database database;
  private final Schema schema;
  private final RecordLayout layout;
  private final RecordBytes out = RecordBytes.empty();

  /** The layouts of the database, by number. */
  private volatile Map<Integer, RecordLayout> layouts = Map.of();

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
   * Makes sure that the database has the layout of this schema, in a transaction of its own. A
   * record is never committed before its layout.
   */
  void prepare() {
    if (number == 0) {
      number = database.<Integer>write(this::layoutNumber);
    }
  }

  private int layoutNumber(Connection connection) throws SQLException {
    String fields = layout.text();
    while (true) {
      OptionalInt number = find(connection, fields);
      if (number.isPresent()) {
        return number.getAsInt();
      }
      // If another service or command adds a layout now, this one may not get the number.
      add(connection, fields);
    }
  }

  private static OptionalInt find(Connection connection, String fields) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT " + TABLE.columns() + " FROM record_layouts WHERE fields = ?")) {
      select.setString(1, fields);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return OptionalInt.empty();
        }
        TABLE.check(rows);
        return OptionalInt.of(rows.getInt("id"));
      }
    }
  }

  private static void add(Connection connection, String fields) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(ADD)) {
      insert.setString(1, fields);
      try (ResultSet rows = insert.executeQuery()) {
        if (rows.next()) {
          TABLE.seal(connection, rows.getLong(1));
        }
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
    RecordLayout known = layouts.get(wanted);
    if (known == null) {
      known = layoutOfDatabase(wanted);
    }
    if (known == null) {
      throw new IllegalArgumentException("the database does not have its layout " + wanted);
    }
    return known;
  }

  /** Reads all layouts again unless another thread has done it; null if the layout is unknown. */
  private synchronized @Nullable RecordLayout layoutOfDatabase(int wanted) {
    if (!layouts.containsKey(wanted)) {
      layouts = database.read(this::readLayouts);
    }
    return layouts.get(wanted);
  }

  private Map<Integer, RecordLayout> readLayouts(Connection connection) throws SQLException {
    Map<Integer, RecordLayout> read = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT " + TABLE.columns() + " FROM record_layouts")) {
      while (rows.next()) {
        TABLE.check(rows);
        read.put(rows.getInt("id"), RecordLayout.parse(rows.getString("fields"), schema));
      }
    }
    return read;
  }
}
