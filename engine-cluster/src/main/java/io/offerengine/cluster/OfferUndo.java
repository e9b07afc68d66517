package io.offerengine.cluster;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
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
 * undo.begin(offer); // for each offer that the batches changed, unless it was deleted
 * undo.undoLater(laterChangesNewestFirst);
 * List<List<ChangedOffer>> changed = undo.undo(batches);
 * }</pre>
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferUndo {
  private final ChangeTexts texts;
  private final Map<Long, Offer> offers = new HashMap<>();

  /** Begins without offers. */
  public OfferUndo(ChangeTexts texts) {
    this.texts = texts;
  }

  /** Takes a present offer. */
  public void begin(Offer present) {
    offers.put(present.id(), present);
  }

  /** Undoes changes that nobody asked for, the newest first. */
  public void undoLater(List<ChangeText> newestFirst) {
    Replaced replaced = new Replaced(newestFirst);
    newestFirst.forEach(each -> undo(each, replaced));
  }

  /**
   * Undoes batches.
   *
   * @param batches the changes of each batch, the oldest batch first
   * @return what each batch changed, in the same order
   * @throws IllegalStateException if an offer that a batch changed is not there
   */
  public List<List<ChangedOffer>> undo(List<List<ChangeText>> batches) {
    List<List<ChangeText>> newestFirst = new ArrayList<>(batches);
    Collections.reverse(newestFirst);
    Replaced replaced = new Replaced(newestFirst.stream().flatMap(List::stream).toList());
    List<List<ChangedOffer>> undone = new ArrayList<>(batches.size());
    for (List<ChangeText> batch : newestFirst) {
      List<ChangedOffer> changed = new ArrayList<>(batch.size());
      for (ChangeText each : batch) {
        Offer after = offers.get(each.id());
        Offer before = undo(each, replaced);
        if (before != null || after != null) {
          changed.add(new ChangedOffer(before, after));
        }
      }
      undone.add(changed);
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
