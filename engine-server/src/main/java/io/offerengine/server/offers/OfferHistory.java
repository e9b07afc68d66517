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
 * <p><b>Cost.</b> Some tens of microseconds per change, and as much for each later change of the
 * same offers.
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

  /** What a batch changed, and the present rows of the offers, in one version of the database. */
  private record Logged(List<ChangeLog.Batch> batches, List<Change> later, List<Row> rows) {}

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
    Optional<Logged> logged = database.read(connection -> logged(connection, after, upTo, most));
    if (logged.isEmpty() || logged.get().batches().isEmpty()) {
      return new Part(List.of(), upTo, false);
    }
    List<Batch> batches = new Undo(logged.get()).batches();
    return new Part(batches, batches.get(batches.size() - 1).seq(), true);
  }

  private Optional<Logged> logged(Connection connection, long after, long upTo, int most)
      throws SQLException {
    Optional<List<ChangeLog.Batch>> read = log.read(connection, after, most);
    // A batch that left a mark may have changed any row, so that nothing before it can be undone.
    if (read.isEmpty() || log.hasMark(connection, after)) {
      return Optional.empty();
    }
    List<ChangeLog.Batch> batches = read.get().stream().filter(each -> each.seq() <= upTo).toList();
    long last = batches.isEmpty() ? upTo : batches.get(batches.size() - 1).seq();
    List<Row> rows = new ArrayList<>();
    OfferRows.readChanged(connection, after, last, rows::add);
    List<Change> later = log.laterChanges(connection, after, last);
    return Optional.of(new Logged(batches, later, rows));
  }

  /** Undoes changes, the newest first. Confined to one thread. */
  private final class Undo {
    private final Logged logged;
    private final Map<Long, Offer> offers = new HashMap<>();
    private final OfferReader whole;
    private final ChangesReader parts;

    Undo(Logged logged) {
      this.logged = logged;
      ByteArrayOutputStream wholeTexts = new ByteArrayOutputStream();
      ByteArrayOutputStream partTexts = new ByteArrayOutputStream();
      logged.rows().stream()
          .map(Row::offer)
          .filter(bytes -> !OfferRecords.isRecord(bytes))
          .forEach(wholeTexts::writeBytes);
      logged.later().forEach(each -> collect(each, wholeTexts, partTexts));
      newestFirst(logged.batches())
          .forEach(batch -> changes(batch).forEach(each -> collect(each, wholeTexts, partTexts)));
      whole = codec.read(new ByteArrayInputStream(wholeTexts.toByteArray()), DuplicatePolicy.LAST);
      parts = codec.readChanges(new ByteArrayInputStream(partTexts.toByteArray()));
    }

    /** Puts what a change replaced to the texts that are read in the same order. */
    private static void collect(
        Change change, ByteArrayOutputStream wholeTexts, ByteArrayOutputStream partTexts) {
      if (change.before() != null) {
        ByteArrayOutputStream target = change.after() == null ? wholeTexts : partTexts;
        target.writeBytes(change.before().getBytes(UTF_8));
      }
    }

    List<Batch> batches() {
      Map<String, Long> unknown = new HashMap<>();
      for (Row row : logged.rows()) {
        boolean isRecord = OfferRecords.isRecord(row.offer());
        offers.put(
            row.id(), isRecord ? records.read(row.id(), row.offer(), unknown) : whole.next());
      }
      logged.later().forEach(each -> put(each.id(), before(each)));
      List<Batch> undone = new ArrayList<>();
      for (ChangeLog.Batch batch : newestFirst(logged.batches())) {
        List<ChangedOffer> changed = new ArrayList<>();
        for (Change each : changes(batch)) {
          Offer after = offers.get(each.id());
          Offer before = before(each);
          put(each.id(), before);
          if (before != null || after != null) {
            changed.add(new ChangedOffer(before, after));
          }
        }
        undone.add(new Batch(batch.seq(), batch.time(), changed));
      }
      Collections.reverse(undone);
      return undone;
    }

    private void put(long id, @Nullable Offer offer) {
      if (offer == null) {
        offers.remove(id);
      } else {
        offers.put(id, offer);
      }
    }

    private @Nullable Offer before(Change change) {
      if (change.before() == null) {
        return null;
      }
      if (change.after() == null) {
        return whole.next();
      }
      Offer after = offers.get(change.id());
      if (after == null) {
        throw new DamagedOfferException(change.id(), "the log changes it, but it has no row");
      }
      return after.with(parts.next().changes());
    }
  }

  private static List<ChangeLog.Batch> newestFirst(List<ChangeLog.Batch> batches) {
    List<ChangeLog.Batch> reversed = new ArrayList<>(batches);
    Collections.reverse(reversed);
    return reversed;
  }

  private static List<Change> changes(ChangeLog.Batch batch) {
    return Objects.requireNonNull(batch.changes());
  }
}
