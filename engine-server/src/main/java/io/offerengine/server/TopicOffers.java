package io.offerengine.server;

import io.offerengine.log.LogDamagedException;
import io.offerengine.log.LogStatus;
import io.offerengine.log.OfferTopic;
import io.offerengine.log.UnusableLogException;
import io.offerengine.query.EngineException;
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
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import java.util.List;
import java.util.concurrent.Executor;

/** The offers of a topic of Apache Kafka, which other programs fill. */
final class TopicOffers extends ServiceOffers<OfferTopic> {
  private final Topic topic;
  private final HeardChanges changes;
  private final OfferVersions versions;

  /**
   * Creates offers that are not loaded.
   *
   * @param database has the saved searches
   */
  TopicOffers(Topic topic, ServeOptions options, Database database, Executor merges) {
    super(options, merges, OfferTopic::close);
    this.topic = topic;
    this.changes = new HeardChanges(database, this, this::isFollowed);
    this.versions =
        new OfferVersions(
            this, version -> engine().reached(version), () -> status().age(), options.ageBound());
  }

  private LogStatus status() {
    return engine().status();
  }

  private boolean isFollowed() {
    LogStatus now = status();
    return !now.isReloading() && now.unreachableSince() == null;
  }

  @Override
  OfferVersions versions() {
    return versions;
  }

  @Override
  BatchWriter writer() {
    return batch -> {
      throw refusal();
    };
  }

  private EngineException refusal() {
    return ErrorResponses.refusal(
        ErrorCode.FORBIDDEN,
        "the offers are those of the topic " + topic.name() + " of Kafka; change them there");
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
                  throw refusal();
                }))
        .toList();
  }

  @Override
  void watch(Readiness readiness, ServiceMetrics metrics) {
    watchLog(this::status, readiness, metrics);
  }

  @Override
  Start load() throws InterruptedException {
    OfferTopic opened = awaited(this::open, topic.toString());
    return new Start(snapshot().size(), opened.skippedFields(), topic.toString(), null);
  }

  private OfferTopic open() {
    try (LoadProgress progress = new LoadProgress()) {
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
    } catch (UnusableLogException | LogDamagedException e) {
      throw new CommandFailure(ExitCode.DATABASE, topic + ": " + e.getMessage());
    }
  }
}
