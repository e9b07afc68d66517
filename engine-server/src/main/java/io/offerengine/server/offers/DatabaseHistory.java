package io.offerengine.server.offers;

import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.OfferHistory;
import io.offerengine.cluster.OfferUndo;
import io.offerengine.cluster.OfferUndo.Logged;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The whole offers before and after each change in the log of a database.
 *
 * <p><b>Cost.</b> Some tens of microseconds per change, and less for each later change of the same
 * offers. Memory for the changes that are read at once, however many later ones there are.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class DatabaseHistory implements OfferHistory {
  private final Database database;
  private final ChangeLog log = new ChangeLog();
  private final ChangeTexts texts;
  private final OfferRecords records;

  /** Creates the history of the offers in a database. */
  public DatabaseHistory(Database database, Schema schema) {
    this.database = database;
    this.texts = new ChangeTexts(schema);
    this.records = new OfferRecords(database, schema);
  }

  /**
   * Reads the next batches.
   *
   * @throws DamagedOfferException if a stored offer is damaged
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  @Override
  public Part read(long after, long upTo, int most) {
    OfferUndo undo = new OfferUndo(texts);
    List<ChangeLog.Batch> batches =
        database.read(connection -> logged(connection, after, upTo, most, undo));
    if (batches.isEmpty()) {
      return new Part(List.of(), upTo, false);
    }
    List<Batch> read = undo.undoBatches(batches.stream().map(DatabaseHistory::logged).toList());
    return new Part(read, batches.get(batches.size() - 1).seq(), true);
  }

  private static Logged logged(ChangeLog.Batch batch) {
    return new Logged(batch.seq(), batch.time(), Objects.requireNonNull(batch.changes()));
  }

  /**
   * Returns batches of the log, after all later changes were undone, in one version of the
   * database; none if the log lacks one of them.
   */
  private List<ChangeLog.Batch> logged(
      Connection connection, long after, long upTo, int most, OfferUndo undo) throws SQLException {
    Optional<List<ChangeLog.Batch>> read = log.read(connection, after, most);
    // A batch that left a mark may have changed any row, so that nothing before it can be undone.
    if (read.isEmpty() || log.hasMark(connection, after)) {
      return List.of();
    }
    List<ChangeLog.Batch> batches = read.get().stream().filter(each -> each.seq() <= upTo).toList();
    if (!batches.isEmpty()) {
      long last = batches.get(batches.size() - 1).seq();
      List<Row> rows = new ArrayList<>();
      OfferRows.readChanged(connection, after, last, rows::add);
      add(undo, rows);
      log.laterChanges(connection, after, last, undo::undo);
    }
    return batches;
  }

  /** Adds the present rows of the offers. */
  private void add(OfferUndo undo, List<Row> rows) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    rows.stream()
        .map(Row::offer)
        .filter(bytes -> !OfferRecords.isRecord(bytes))
        .forEach(lines::writeBytes);
    OfferReader old = texts.offers(lines.toByteArray());
    Map<String, Long> unknown = new HashMap<>();
    for (Row row : rows) {
      boolean isRecord = OfferRecords.isRecord(row.offer());
      undo.add(isRecord ? records.read(row.id(), row.offer(), unknown) : old.next());
    }
  }
}
