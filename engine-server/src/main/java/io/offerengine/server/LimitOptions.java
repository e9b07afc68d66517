package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.templates.TemplateLimits;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that limit ingests, users and cached texts. */
final class LimitOptions {
  private static final int MAX_INGEST_MEBIBYTES = 1024;
  private static final int MOST = 1_000_000;

  @Option(
      names = "--ingest-limit",
      paramLabel = "MIB",
      description = {
        "The largest batch of PUT and PATCH /admin/offers, in MiB (default: ${DEFAULT-VALUE});",
        "with ?batch=N a larger body is applied in batches."
      },
      defaultValue = "64")
  private int ingestMebibytes;

  @Option(
      names = "--failed-attempts",
      paramLabel = "N",
      description = {
        "How many unknown keys one address may try at once; then one every 3 s",
        "(default: ${DEFAULT-VALUE}); 0 sets no limit."
      },
      defaultValue = "20")
  private int failedAttempts;

  @Option(
      names = "--user-rate",
      paramLabel = "R",
      description =
          "How many requests a user may send per second, all keys together (default: no limit).")
  private @Nullable Double userRate;

  @Option(
      names = "--user-burst",
      paramLabel = "N",
      description = "How many of them at once after a pause (default: those of one second).")
  private @Nullable Integer userBurst;

  @Option(
      names = "--user-keys",
      paramLabel = "N",
      description = "How many API keys a user may make (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int userKeys;

  @Option(
      names = "--user-templates",
      paramLabel = "N",
      description = "How many templates a user may have (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  private int userTemplates;

  @Option(
      names = "--user-template-bytes",
      paramLabel = "MIB",
      description =
          "How many MiB the templates of a user may take together (default: ${DEFAULT-VALUE}).",
      defaultValue = "64")
  private int userTemplateMebibytes;

  @Option(
      names = "--text-cache",
      paramLabel = "MIB",
      description =
          "The memory for cached texts of offers, from which responses are assembled, in MiB"
              + " (default: a tenth of the heap); 0 caches none.")
  private @Nullable Integer textMebibytes;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the checks of these options, as {@link ServeCommand#checks} does. */
  List<Runnable> checks() {
    return List.of(
        this::ingest,
        this::textCache,
        this::keysPerUser,
        this::templates,
        this::failureLimit,
        this::userLimit);
  }

  /** Returns the limits of ingests. */
  IngestLimits ingest() {
    if (ingestMebibytes < 1 || ingestMebibytes > MAX_INGEST_MEBIBYTES) {
      throw invalid(
          "--ingest-limit",
          "a batch takes from 1 to " + MAX_INGEST_MEBIBYTES + " MiB, but got " + ingestMebibytes);
    }
    return IngestLimits.ofBatches(ingestMebibytes << 20, Runtime.getRuntime().maxMemory());
  }

  /** Returns how many keys a user may make. */
  int keysPerUser() {
    return limit("--user-keys", "keys", userKeys);
  }

  /** Returns the limits of a user's templates. */
  TemplateLimits templates() {
    return new TemplateLimits(
        limit("--user-templates", "templates", userTemplates),
        (long) limit("--user-template-bytes", "MiB", userTemplateMebibytes) << 20);
  }

  private int limit(String option, String unit, int value) {
    if (value < 0 || value > MOST) {
      throw invalid(option, "it takes from 0 to " + MOST + " " + unit + ", but got " + value);
    }
    return value;
  }

  /** Returns the memory for cached texts in bytes; null for the default. */
  @Nullable Long textCache() {
    if (textMebibytes == null) {
      return null;
    }
    long heapMebibytes = FrontOptions.heapMebibytes();
    if (textMebibytes < 0 || textMebibytes > heapMebibytes) {
      throw invalid(
          "--text-cache",
          "the cache takes from 0 to "
              + heapMebibytes
              + " MiB, the largest heap (java -Xmx), but got "
              + textMebibytes);
    }
    return (long) textMebibytes << 20;
  }

  /** Sets the memory for cached texts of an engine. */
  OfferEngine.Builder applyTo(OfferEngine.Builder engine) {
    Long bytes = textCache();
    return bytes == null ? engine : engine.attachmentBudget(bytes);
  }

  /** Returns settings with the limits of users. */
  ServerSettings applyTo(ServerSettings settings) {
    return settings.withFailureLimit(failureLimit()).withUserLimit(userLimit());
  }

  private @Nullable RateLimit failureLimit() {
    Duration interval = ServerSettings.DEFAULT_FAILURE_LIMIT.interval();
    try {
      return failedAttempts == 0 ? null : new RateLimit(failedAttempts, interval);
    } catch (IllegalArgumentException e) {
      throw invalid("--failed-attempts", String.valueOf(e.getMessage()));
    }
  }

  private @Nullable RateLimit userLimit() {
    if (userRate == null) {
      if (userBurst != null) {
        throw invalid("--user-burst", "it needs --user-rate R beside it");
      }
      return null;
    }
    int burst =
        userBurst == null ? (int) Math.max(1, Math.min(MOST, Math.ceil(userRate))) : userBurst;
    try {
      return RateLimit.perSecond(userRate, burst);
    } catch (IllegalArgumentException e) {
      throw invalid("--user-rate", String.valueOf(e.getMessage()));
    }
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
