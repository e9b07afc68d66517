package io.offerengine.cluster;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the whole offers before and after changes of a log.
 *
 * <p>The log has the earlier and the later values of the changed fields alone. So this class takes
 * the present offers, and undoes their changes, the newest first:
 *
 * <pre>{@code
 * undo.add(offer); // for each offer that the wanted batches changed, unless it was deleted
 * undo.undo(changesAfterTheWantedBatches);
 * List<OfferHistory.Batch> whole = undo.undoBatches(wantedBatches);
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferUndo {
  private final ChangeTexts texts;
  private final Map<Long, Offer> offers = new HashMap<>();

  /**
   * A batch as the log has it.
   *
   * @param seq its number
   * @param time when it was written
   */
  public record Logged(long seq, Instant time, List<ChangeText> changes) {}

  /** Begins without offers. */
  public OfferUndo(ChangeTexts texts) {
    this.texts = texts;
  }

  /** Adds a present offer. */
  public void add(Offer present) {
    offers.put(present.id(), present);
  }

  /** Undoes changes after the wanted batches. The newest change comes first. */
  public void undo(List<ChangeText> newestFirst) {
    Replaced replaced = new Replaced(newestFirst);
    newestFirst.forEach(each -> undo(each, replaced));
  }

  /**
   * Undoes the wanted batches.
   *
   * @param batches the oldest batch comes first
   * @return the same batches with whole offers, in the same order
   * @throws IllegalStateException if an offer that a batch changed is not there
   */
  public List<OfferHistory.Batch> undoBatches(List<Logged> batches) {
    List<Logged> newestFirst = new ArrayList<>(batches);
    Collections.reverse(newestFirst);
    Replaced replaced =
        new Replaced(newestFirst.stream().flatMap(each -> each.changes().stream()).toList());
    List<OfferHistory.Batch> undone = new ArrayList<>(batches.size());
    for (Logged batch : newestFirst) {
      List<ChangedOffer> changed = new ArrayList<>(batch.changes().size());
      for (ChangeText each : batch.changes()) {
        Offer after = offers.get(each.id());
        Offer before = undo(each, replaced);
        if (before != null || after != null) {
          changed.add(new ChangedOffer(before, after));
        }
      }
      undone.add(new OfferHistory.Batch(batch.seq(), batch.time(), changed));
    }
    Collections.reverse(undone);
    return undone;
  }

  /** Undoes a change, and returns the offer before it. */
  private @Nullable Offer undo(ChangeText change, Replaced replaced) {
    Offer before = replaced.next(change, offers.get(change.id()));
    if (before == null) {
      offers.remove(change.id());
    } else {
      offers.put(change.id(), before);
    }
    return before;
  }

  /** What some changes replaced, read in the order of the changes: many texts at once. */
  private final class Replaced {
    private final OfferReader wholes;
    private final ChangesReader parts;

    Replaced(List<ChangeText> changes) {
      StringBuilder wholeTexts = new StringBuilder();
      StringBuilder partTexts = new StringBuilder();
      for (ChangeText each : changes) {
        if (each.before() != null) {
          (each.after() == null ? wholeTexts : partTexts).append(each.before());
        }
      }
      wholes = texts.offers(wholeTexts);
      parts = texts.changes(partTexts);
    }

    /** Returns the offer before the next change. */
    @Nullable Offer next(ChangeText change, @Nullable Offer after) {
      if (change.before() == null) {
        return null;
      }
      if (change.after() == null) {
        return wholes.next();
      }
      if (after == null) {
        throw new IllegalStateException(
            "the log changes the offer " + change.id() + ", which is not there");
      }
      return after.with(parts.next().changes());
    }
  }
}
