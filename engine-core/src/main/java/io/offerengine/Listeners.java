package io.offerengine;

import io.offerengine.internal.write.EventQueue;
import io.offerengine.internal.write.SegmentWriter;
import io.offerengine.schema.ChangedOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The listeners of an engine, each with a queue of its own: a slow one does not delay the others.
 *
 * <p><b>Threads.</b> Listeners are added before the engine is built.
 */
final class Listeners implements SegmentWriter.Observer {
  private final List<Listening> all = new ArrayList<>();

  /**
   * A listener and its calls.
   *
   * @param listener the listener
   * @param calls the calls that have not ended
   */
  private record Listening(OfferListener listener, EventQueue calls) {}

  /** Creates a copy, which later additions to the original do not change. */
  Listeners copy() {
    Listeners copy = new Listeners();
    copy.all.addAll(all);
    return copy;
  }

  void add(OfferListener listener, Executor executor) {
    all.add(new Listening(listener, new EventQueue(executor)));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Returns how many calls of the listener that is furthest behind have not ended. */
  long lag() {
    return all.stream().mapToLong(each -> each.calls().waiting()).max().orElse(0);
  }

  @Override
  public void applied(long version, List<ChangedOffer> changes) {
    call(listener -> listener.applied(version, changes));
  }

  @Override
  public void loaded(long version, long offers) {
    call(listener -> listener.loaded(version, offers));
  }

  @Override
  public void replaced(long version, long offers) {
    call(listener -> listener.replaced(version, offers));
  }

  private void call(Consumer<OfferListener> call) {
    all.forEach(each -> each.calls().add(() -> call.accept(each.listener())));
  }

  @Override
  public void afterWrite() {
    all.forEach(each -> each.calls().deliver());
  }
}
