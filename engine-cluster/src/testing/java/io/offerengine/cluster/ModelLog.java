package io.offerengine.cluster;

import io.offerengine.BatchResolver;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A log in memory, as simple as can be: what logs are compared with. Safe for all threads. */
public final class ModelLog implements ChangeLog {
  private final Schema schema;
  private final int mostChanges;
  private State state = new State(new Position(0, UUID.randomUUID()), 0, List.of(), Map.of());
  private boolean isReachable = true;

  /** How many times readers asked for batches. */
  private long polls;

  /** The log at one time. Lists and maps are never changed. */
  private record State(
      Position head, long trimmed, List<LoggedBatch> batches, Map<Long, Offer> offers) {}

  /** Creates a log that has the changes of all batches. */
  public ModelLog(Schema schema) {
    this(schema, Integer.MAX_VALUE);
  }

  /** Creates a log that does not have the changes of batches with more of them. */
  public ModelLog(Schema schema, int mostChanges) {
    this.schema = schema;
    this.mostChanges = mostChanges;
  }

  @Override
  public synchronized Position append(OfferBatch batch) {
    requireReachable();
    List<ChangedOffer> changed = BatchResolver.resolve(schema, batch, state.offers()::get);
    if (changed.isEmpty()) {
      return state.head();
    }
    Map<Long, Offer> offers = new TreeMap<>(state.offers());
    List<LoggedChange> changes = new ArrayList<>();
    for (ChangedOffer change : changed) {
      changes.add(LoggedChange.of(change));
      offers.remove(change.id());
      if (change.after() != null) {
        offers.put(change.id(), change.after());
      }
    }
    Position position = new Position(state.head().seq() + 1, UUID.randomUUID());
    List<LoggedBatch> batches = new ArrayList<>(state.batches());
    batches.add(
        new LoggedBatch(
            position,
            state.head().batch(),
            Instant.now(),
            changes.size() > mostChanges ? null : changes));
    state = new State(position, state.trimmed(), batches, offers);
    notifyAll();
    return position;
  }

  @Override
  public synchronized Position head() {
    requireReachable();
    return state.head();
  }

  /** Returns the offers after the last batch. */
  public synchronized List<Offer> offers() {
    return List.copyOf(state.offers().values());
  }

  @Override
  public Tail tail(Position after) {
    return new ModelTail(after);
  }

  @Override
  public synchronized Bootstrap bootstrap() {
    requireReachable();
    State now = state;
    return new Bootstrap() {
      @Override
      public Position position() {
        return now.head();
      }

      @Override
      public Iterator<Offer> offers() {
        return now.offers().values().iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized void trim(long upTo) {
    long last = Math.min(upTo, state.head().seq());
    if (last > state.trimmed()) {
      List<LoggedBatch> rest =
          state.batches().stream().filter(batch -> batch.position().seq() > last).toList();
      state = new State(state.head(), last, rest, state.offers());
      notifyAll();
    }
  }

  /** Lets the log be reached, or not. */
  public synchronized void setReachable(boolean reachable) {
    isReachable = reachable;
    notifyAll();
  }

  /** Returns a copy of the log, for {@link #restore}. */
  public synchronized Object copy() {
    return state;
  }

  /** Puts a copy in the place of the log. */
  public synchronized void restore(Object copy) {
    state = (State) copy;
    notifyAll();
  }

  /** Does what an operator does who accepts the log as it is. */
  public synchronized void accept() {
    long seq = AcceptedSeq.after(state.head().seq());
    state = new State(new Position(seq, UUID.randomUUID()), seq, List.of(), state.offers());
    notifyAll();
  }

  /** Waits until readers have asked for batches so many times more. */
  public synchronized void awaitPolls(int count) throws InterruptedException {
    long end = polls + count;
    while (polls < end) {
      wait();
    }
  }

  private void requireReachable() {
    if (!isReachable) {
      throw new LogUnavailableException("the log can't be reached", false, null);
    }
  }

  @Override
  public void close() {}

  /** A reader. */
  private final class ModelTail implements Tail {
    private Position last;
    private Head head = new Head(0, System.nanoTime());

    ModelTail(Position after) {
      this.last = after;
    }

    @Override
    public List<LoggedBatch> poll(Duration wait) throws InterruptedException {
      long deadline = System.nanoTime() + wait.toNanos();
      synchronized (ModelLog.this) {
        polls++;
        ModelLog.this.notifyAll();
        while (true) {
          requireReachable();
          List<LoggedBatch> next = next(state);
          long now = System.nanoTime();
          head = new Head(state.head().seq(), now);
          if (!next.isEmpty() || now >= deadline) {
            last = next.isEmpty() ? last : next.get(next.size() - 1).position();
            return next;
          }
          ModelLog.this.wait((deadline - now) / 1_000_000 + 1);
        }
      }
    }

    private List<LoggedBatch> next(State now) {
      if (last.seq() < now.trimmed()) {
        throw new ReloadException("batches up to " + now.trimmed() + " were trimmed");
      }
      List<LoggedBatch> next =
          now.batches().stream().filter(batch -> batch.position().seq() > last.seq()).toList();
      UUID expected = next.isEmpty() ? now.head().batch() : next.get(0).previous();
      if (last.seq() > now.head().seq() || !expected.equals(last.batch())) {
        throw new LogRestoredException("the log does not have " + last);
      }
      return next;
    }

    @Override
    public Head head() {
      return head;
    }

    @Override
    public void close() {}
  }
}
