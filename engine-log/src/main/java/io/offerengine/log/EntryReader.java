package io.offerengine.log;

import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what entries changed, part by part.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class EntryReader {
  private final ChangeForm form;
  private final LogSession session;

  EntryReader(ChangeForm form, LogSession session) {
    this.form = form;
    this.session = session;
  }

  /** Receives the parts of an entry. */
  @FunctionalInterface
  private interface PartReceiver {
    void take(int part, byte[] bytes, String name);
  }

  private void eachPart(StoredEntry entry, PartReceiver receiver) throws SQLException {
    for (int part = 0; part < entry.parts(); part++) {
      byte[] bytes =
          part == 0 ? entry.bytes() : LogTables.part(session, entry.position().entry(), part);
      if (bytes == null) {
        throw new ReloadException("entry " + entry.number() + " has lost its part " + part);
      }
      receiver.take(part, bytes, "entry " + entry.number() + " of the log, part " + part);
    }
  }

  /** Returns the batch that does to an engine what an entry did. */
  OfferBatch batch(StoredEntry entry) throws SQLException {
    OfferBatch.Builder batch = OfferBatch.builder();
    read(
        entry,
        false,
        (id, before, after) -> {
          if (after == null) {
            batch.delete(id);
          } else {
            batch.upsert(after);
          }
        });
    return batch.build();
  }

  /** Returns what an entry changed, with the values before. */
  List<LoggedChange> changes(StoredEntry entry) throws SQLException {
    List<LoggedChange> changes = new ArrayList<>(entry.changes());
    read(entry, true, (id, before, after) -> changes.add(new LoggedChange(id, before, after)));
    return changes;
  }

  /** Reads what an entry changed. */
  void read(StoredEntry entry, boolean wantsBefore, ChangeForm.Receiver receiver)
      throws SQLException {
    eachPart(
        entry,
        (part, bytes, name) ->
            form.read(entry.position().entry(), part, bytes, name, wantsBefore, receiver));
  }

  /** Passes the identifiers of the offers that an entry changed to a receiver. */
  void ids(StoredEntry entry, LongConsumer receiver) throws SQLException {
    eachPart(
        entry,
        (part, bytes, name) -> form.readIds(entry.position().entry(), part, bytes, name, receiver));
  }

  /** Returns the offers after an entry; those that it deleted are left out. */
  List<Offer> offers(StoredEntry entry) throws SQLException {
    List<Offer> offers = new ArrayList<>(entry.changes());
    read(entry, false, (id, before, after) -> add(after, offers));
    return offers;
  }

  static void add(@Nullable Offer offer, List<Offer> offers) {
    if (offer != null) {
      offers.add(offer);
    }
  }
}
