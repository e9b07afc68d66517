package io.offerengine.log;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an engine that follows a log or a topic.
 *
 * @param <B> the builder itself
 */
abstract class FollowerBuilder<B extends FollowerBuilder<B>> {
  final Schema schema;
  OfferEngine.Builder engine;
  @Nullable Executor merges;
  @Nullable Path directory;
  LoadListener progress = LoadListener.NONE;
  String build = "";

  FollowerBuilder(Schema schema) {
    this.schema = schema;
    this.engine = OfferEngine.builder(schema);
  }

  abstract B self();

  /**
   * Sets the configuration of the engine: its clock, limits and so on, but not the executor of
   * merges, nor the journal of a durable engine or the listener of one that follows a topic.
   */
  public B engine(OfferEngine.Builder configured) {
    engine = configured;
    return self();
  }

  /** Sets the executor that seals and merges; a thread of the engine by default. */
  public B mergeExecutor(Executor executor) {
    merges = executor;
    return self();
  }

  /** Sets a directory of this engine alone for a cache of its offers; none by default. */
  public B directory(Path files) {
    directory = files;
    return self();
  }

  /** Sets who learns of the progress while offers are loaded for the first time. */
  public B progress(LoadListener listener) {
    progress = listener;
    return self();
  }

  /**
   * Sets the name of the program's build. A cache of another build is not used, since code of
   * derivations may have changed.
   */
  public B build(String name) {
    build = name;
    return self();
  }

  /**
   * Returns the configuration of the engine with its executor of merges.
   *
   * @param opened gets what ends the thread that merges, if it is the engine's own
   */
  OfferEngine.Builder configured(List<AutoCloseable> opened) {
    Executor executor = merges;
    if (executor == null) {
      ExecutorService own = Executors.newSingleThreadExecutor(LogThread.named("offer-log-merge"));
      opened.add(own::shutdown);
      executor = own;
    }
    return engine.copy().mergeExecutor(executor);
  }
}
