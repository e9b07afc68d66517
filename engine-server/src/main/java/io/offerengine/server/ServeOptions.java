package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.log.LogFormat;
import io.offerengine.server.log.LogLevel;
import io.offerengine.server.templates.TemplateLimits;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a service is started with. {@link ServeArguments} makes it once and checks everything in it;
 * the parts of the service get it, or what they need of it.
 *
 * @param environment the variables of the process
 * @param logFormat how lines of the log are written
 * @param logLevel from which level on the service logs
 * @param logsRequests whether each request is logged
 * @param server the settings of the address that clients use
 * @param isPublic whether searches need no key
 * @param admin the settings of a second address for operators; null for none
 * @param drain how long the service goes on after it was told to stop
 * @param key the ring of the key in the environment; null for none
 * @param userKeys how many keys a user may make
 * @param store the database; null for a temporary one
 * @param secretFile the file of the secret; null if the service has no secret, or a temporary one
 * @param offers the source of the first offers
 * @param ageBound how old offers may be that others change
 * @param topic the topic that has the offers; null for none
 * @param savedOffers the directory of the cache and of what was seen; null for none
 * @param now the given instant of a fixed clock, in seconds since 1970; null for none
 * @param textCacheBytes the memory for cached texts; null for the engine's default
 * @param ingests the limits of changes of offers
 * @param templates the limits of a user's templates
 * @param alerts the limits of saved searches
 */
record ServeOptions(
    Map<String, String> environment,
    LogFormat logFormat,
    LogLevel logLevel,
    boolean logsRequests,
    ServerSettings server,
    boolean isPublic,
    @Nullable ServerSettings admin,
    Duration drain,
    @Nullable KeyRing key,
    int userKeys,
    @Nullable StoreLocation store,
    @Nullable Path secretFile,
    OfferSource offers,
    Duration ageBound,
    @Nullable Topic topic,
    @Nullable Path savedOffers,
    @Nullable BigDecimal now,
    @Nullable Long textCacheBytes,
    IngestLimits ingests,
    TemplateLimits templates,
    AlertLimits alerts) {
  /**
   * A topic of Apache Kafka.
   *
   * @param settings the settings of a consumer
   */
  record Topic(String name, Map<String, String> settings) {
    /** Returns the name of the topic for people. */
    @Override
    public String toString() {
      return "the topic " + name + " on " + settings.get("bootstrap.servers");
    }
  }

  /**
   * Returns the instant at which the clock of offers stands, in seconds since 1970; null for a
   * running clock. Offers that are stored grow old, the sample does not.
   */
  @Nullable BigDecimal clock() {
    return store == null ? offers.clock(now) : now;
  }

  /**
   * Returns the clock of invoices, in seconds since 1970. The sample's instant is for offers only.
   */
  DoubleSupplier billingClock() {
    BigDecimal fixed = now;
    return fixed == null ? () -> System.currentTimeMillis() / 1e3 : fixed::doubleValue;
  }

  /** Returns the builder of an empty engine. */
  OfferEngine.Builder engine() {
    OfferEngine.Builder engine = OfferOptions.engine(clock());
    return textCacheBytes == null ? engine : engine.attachmentBudget(textCacheBytes);
  }

  /** Returns nothing of the options: variables may hold secrets. */
  @Override
  public String toString() {
    return "the options of a service";
  }
}
