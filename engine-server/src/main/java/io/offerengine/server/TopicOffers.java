package io.offerengine.server;

import io.offerengine.SearchableOffers;
import io.offerengine.log.LogDamagedException;
import io.offerengine.log.LogStatus;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.OfferTopic;
import io.offerengine.log.UnusableLogException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.ServeOptions.Topic;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.alerts.HeardChanges;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.LoadProgress;
import io.offerengine.server.cli.Version;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.metrics.Figures;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The offers of a topic of Apache Kafka, which other programs fill. */
final class TopicOffers extends ServiceOffers {
  private static final Logger LOG = LoggerFactory.getLogger(TopicOffers.class);

  private final Topic topic;
  private final ServeOptions options;
  private final Executor merges;
  private final HeardChanges changes;
  private final LogVersions versions;
  private volatile @Nullable OfferTopic engine;

  /**
   * Creates offers that are not loaded.
   *
   * @param database has the saved searches
   */
  TopicOffers(Topic topic, ServeOptions options, Database database, Executor merges) {
    this.topic = topic;
    this.options = options;
    this.merges = merges;
    this.changes = new HeardChanges(database, this, this::isFollowed);
    this.versions =
        new LogVersions(
            this, this::status, version -> engine().reached(version), options.ageBound());
  }

  private OfferTopic engine() {
    return Objects.requireNonNull(engine);
  }

  private LogStatus status() {
    return engine().status();
  }

  private boolean isFollowed() {
    LogStatus now = status();
    return !now.isReloading() && now.unreachableSince() == null;
  }

  @Override
  @Nullable SearchableOffers loaded() {
    return engine;
  }

  @Override
  OfferVersions versions() {
    return versions;
  }

  @Override
  BatchWriter writer() {
    return batch -> {
      throw ErrorResponses.refusal(ErrorCode.FORBIDDEN, refusal());
    };
  }

  private String refusal() {
    return "the offers are those of the topic " + topic.name() + " of Kafka; change them there";
  }

  @Override
  WatchedLog changes() {
    return changes;
  }

  /** Refuses changes before their bodies are read. */
  @Override
  List<Route> changing(List<Route> routes) {
    return routes.stream()
        .map(route ->
            route.method().equals("GET")
                ? route
                : route.answeredBy(request -> {
                  throw ErrorResponses.refusal(ErrorCode.FORBIDDEN, refusal());
                }))
        .toList();
  }

  @Override
  void watch(Readiness readiness, ServiceMetrics metrics) {
    readiness.add(() -> engine == null ? null : versions.unreadiness());
    metrics.read(() -> Figures.of(engine == null ? LogVersions.UNKNOWN : status()));
  }

  @Override
  Start load() throws InterruptedException {
    engine = awaited(this::open, topic.toString());
    return new Start(snapshot().size(), engine().skippedFields(), topic.toString(), null);
  }

  /** Follows the topic; returns null if Kafka can't be reached. */
  private @Nullable OfferTopic open() {
    try (LoadProgress progress = LoadProgress.ofOffers()) {
      OfferTopic.Builder following =
          OfferTopic.builder(schema(), topic.settings(), topic.name())
              .engine(options.engine())
              .mergeExecutor(merges)
              .listener(changes)
              .progress(progress::show)
              .build(Version.text());
      if (options.savedOffers() != null) {
        following.directory(options.savedOffers());
      }
      return following.follow();
    } catch (LogUnavailableException e) {
      LOG.warn("The offers can't be loaded yet: {}", e.getMessage());
      return null;
    } catch (UnusableLogException | LogDamagedException e) {
      throw new CommandFailure(ExitCode.DATABASE, topic + ": " + e.getMessage());
    }
  }

  @Override
  public void close() {
    OfferTopic opened = engine;
    if (opened != null) {
      opened.close();
    }
  }
}
