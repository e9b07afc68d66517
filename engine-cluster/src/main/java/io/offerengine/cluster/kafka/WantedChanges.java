package io.offerengine.cluster.kafka;

import io.offerengine.cluster.ChangeText;
import io.offerengine.cluster.OfferUndo.Logged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The batches that a reader of a history wants, and what later batches replaced of the same offers.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class WantedChanges {
  /** How many later changes are read at most. */
  static final int MOST_LATER = 200_000;

  private static final int UNDONE_AT_ONCE = 1_000;

  private final long upTo;
  private final int most;
  private final List<Logged> batches = new ArrayList<>();
  private int changes;

  /** The offers that the wanted batches changed. */
  private final Set<Long> ids = new HashSet<>();

  /** Those that no later batch has inserted or deleted yet. */
  private final Set<Long> open = new HashSet<>();

  private final List<ChangeText> later = new ArrayList<>();
  private int laterChanges;

  /**
   * Creates an empty list.
   *
   * @param upTo the number of the last batch that is wanted
   * @param most how many changes are wanted; the last batch is wanted whole
   */
  WantedChanges(long upTo, int most) {
    this.upTo = upTo;
    this.most = most;
  }

  /** Takes the next batch; returns whether it is wanted, and not a later one. */
  boolean take(Logged batch) {
    if (laterChanges == 0 && batch.seq() <= upTo && changes < most) {
      batches.add(batch);
      changes += batch.changes().size();
      for (ChangeText change : batch.changes()) {
        ids.add(change.id());
        open.add(change.id());
      }
      return true;
    }
    laterChanges += batch.changes().size();
    batch.changes().stream().filter(each -> open.contains(each.id())).forEach(this::takeLater);
    return false;
  }

  /** Keeps what an undo needs: the values before, and whether these are a whole offer. */
  private void takeLater(ChangeText change) {
    boolean isWhole = change.before() == null || change.after() == null;
    if (isWhole) {
      // The offer before this change is known, so later changes of it need no undo.
      open.remove(change.id());
    }
    later.add(new ChangeText(change.id(), change.before(), isWhole ? null : ""));
  }

  /** Returns whether too many changes are later than the wanted ones. */
  boolean isTooFar() {
    return laterChanges > MOST_LATER;
  }

  /** Returns the wanted batches, the oldest first. */
  List<Logged> batches() {
    return batches;
  }

  /** Returns the number of the last wanted batch. */
  long end() {
    return batches.get(batches.size() - 1).seq();
  }

  /** Returns the offers that the wanted batches changed. */
  Set<Long> ids() {
    return ids;
  }

  /** Returns the later changes in parts, the newest first. Call this once. */
  List<List<ChangeText>> laterNewestFirst() {
    Collections.reverse(later);
    List<List<ChangeText>> parts = new ArrayList<>();
    for (int from = 0; from < later.size(); from += UNDONE_AT_ONCE) {
      parts.add(later.subList(from, Math.min(later.size(), from + UNDONE_AT_ONCE)));
    }
    return parts;
  }
}
