package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.ChangeLog.Change;
import io.offerengine.server.store.Database;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole offers before and after each change in the log of a database.
 *
 * <p>The log has the earlier and the later values of the changed fields alone. The present row of
 * an offer is therefore taken, and its changes are undone, the newest first, down to the wanted
 * batch.
 *
 * <p><b>Cost.</b> Some tens of microseconds per change, and less for each later change of the same
 * offers. Memory for the changes that are read at once, however many later ones there are.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class OfferHistory {
  private final Database database;
  private final ChangeLog log = new ChangeLog();
  private final OfferCodec codec;
  private final OfferRecords records;

  /**
   * A batch of the log.
   *
   * @param seq its number
   * @param time when it was written
   * @param changes the offers that it changed
   */
  public record Batch(long seq, Instant time, List<ChangedOffer> changes) {}

  /**
   * Some batches in a row.
   *
   * @param batches the batches; empty if the log does not have all of them
   * @param end the number of the last batch
   * @param isComplete whether the log has all of them
   */
  public record Part(List<Batch> batches, long end, boolean isComplete) {}

  /** Creates the history of the offers in a database. */
  public OfferHistory(Database database, Schema schema) {
    this.database = database;
    this.codec = new OfferCodec(schema);
    this.records = new OfferRecords(database, schema);
  }

  /**
   * Reads the next batches.
   *
   * @param after the number of the last batch that the reader has
   * @param upTo the number of the last batch that the reader wants, greater than {@code after}
   * @param most how many changes to read; the last batch is read whole
   * @throws DamagedOfferException if a stored offer is damaged
   * @throws io.offerengine.json.JsonException if a text does not fit the schema
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  public Part read(long after, long upTo, int most) {
    Undo undo = new Undo();
    List<ChangeLog.Batch> batches =
        database.read(connection -> logged(connection, after, upTo, most, undo));
    if (batches.isEmpty()) {
      return new Part(List.of(), upTo, false);
    }
    return new Part(undo.undo(batches), batches.get(batches.size() - 1).seq(), true);
  }

  /**
   * Returns batches of the log, after all later changes were undone, in one version of the
   * database; none if the log lacks one of them.
   */
  private List<ChangeLog.Batch> logged(
      Connection connection, long after, long upTo, int most, Undo undo) throws SQLException {
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
      undo.begin(rows);
      log.laterChanges(connection, after, last, undo::undoLater);
    }
    return batches;
  }

  /** Undoes changes, the newest first. Confined to one thread. */
  private final class Undo {
    private final Map<Long, Offer> offers = new HashMap<>();

    /** Takes the present rows of the offers. */
    void begin(List<Row> rows) {
      ByteArrayOutputStream texts = new ByteArrayOutputStream();
      rows.stream()
          .map(Row::offer)
          .filter(bytes -> !OfferRecords.isRecord(bytes))
          .forEach(texts::writeBytes);
      OfferReader old = codec.read(input(texts), DuplicatePolicy.LAST);
      Map<String, Long> unknown = new HashMap<>();
      for (Row row : rows) {
        boolean isRecord = OfferRecords.isRecord(row.offer());
        offers.put(row.id(), isRecord ? records.read(row.id(), row.offer(), unknown) : old.next());
      }
    }

    /** Undoes changes that nobody asked for. */
    void undoLater(List<Change> newestFirst) {
      Replaced replaced = new Replaced(newestFirst);
      newestFirst.forEach(each -> undo(each, replaced));
    }

    /** Undoes batches, and returns what they changed. */
    List<Batch> undo(List<ChangeLog.Batch> batches) {
      List<ChangeLog.Batch> newestFirst = new ArrayList<>(batches);
      Collections.reverse(newestFirst);
      Replaced replaced =
          new Replaced(newestFirst.stream().flatMap(each -> changes(each).stream()).toList());
      List<Batch> undone = new ArrayList<>();
      for (ChangeLog.Batch batch : newestFirst) {
        List<ChangedOffer> changed = new ArrayList<>();
        for (Change each : changes(batch)) {
          Offer after = offers.get(each.id());
          Offer before = undo(each, replaced);
          if (before != null || after != null) {
            changed.add(new ChangedOffer(before, after));
          }
        }
        undone.add(new Batch(batch.seq(), batch.time(), changed));
      }
      Collections.reverse(undone);
      return undone;
    }

    /** Undoes a change, and returns the offer before it. */
    private @Nullable Offer undo(Change change, Replaced replaced) {
      Offer before = replaced.next(change, offers.get(change.id()));
      if (before == null) {
        offers.remove(change.id());
      } else {
        offers.put(change.id(), before);
      }
      return before;
    }
  }

  /** What some changes replaced, read in the order of the changes: many texts at once. */
  private final class Replaced {
    private final OfferReader wholes;
    private final ChangesReader parts;

    Replaced(List<Change> changes) {
      ByteArrayOutputStream wholeTexts = new ByteArrayOutputStream();
      ByteArrayOutputStream partTexts = new ByteArrayOutputStream();
      for (Change each : changes) {
        if (each.before() != null) {
          ByteArrayOutputStream target = each.after() == null ? wholeTexts : partTexts;
          target.writeBytes(each.before().getBytes(UTF_8));
        }
      }
      wholes = codec.read(input(wholeTexts), DuplicatePolicy.LAST);
      parts = codec.readChanges(input(partTexts));
    }

    /** Returns the offer before the next change. */
    @Nullable Offer next(Change change, @Nullable Offer after) {
      if (change.before() == null) {
        return null;
      }
      if (change.after() == null) {
        return wholes.next();
      }
      if (after == null) {
        throw new DamagedOfferException(change.id(), "the log changes it, but it has no row");
      }
      return after.with(parts.next().changes());
    }
  }

  private static ByteArrayInputStream input(ByteArrayOutputStream texts) {
    return new ByteArrayInputStream(texts.toByteArray());
  }

  private static List<Change> changes(ChangeLog.Batch batch) {
    return Objects.requireNonNull(batch.changes());
  }
}
