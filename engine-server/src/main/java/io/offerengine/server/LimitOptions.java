package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.RateLimit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that limit searches, ingests, keys and addresses. */
final class LimitOptions {
  private static final int MAX_INGEST_MEBIBYTES = 1024;
  private static final int MAX_DRAIN_SECONDS = 3_600;
  private static final int MOST = 1_000_000;

  @Option(
      names = "--deadline",
      paramLabel = "MILLIS",
      description = "The longest time that a search may take (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private long deadlineMillis;

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
      names = "--key-rate",
      paramLabel = "R",
      description = "How many requests a key may send per second (default: no limit).")
  private @Nullable Double keyRate;

  @Option(
      names = "--key-burst",
      paramLabel = "N",
      description = "How many of them at once after a pause (default: those of one second).")
  private @Nullable Integer keyBurst;

  @Option(
      names = "--text-cache",
      paramLabel = "MIB",
      description =
          "The memory for cached texts of offers, from which responses are assembled, in MiB"
              + " (default: a tenth of the heap); 0 caches none.")
  private @Nullable Integer textMebibytes;

  @Option(
      names = "--in-flight",
      paramLabel = "MIB",
      description = {
        "The memory for bodies that arrive and answers that clients have not read yet, in MiB",
        "(default: a quarter of the heap); further requests get 503."
      })
  private @Nullable Integer inFlightMebibytes;

  @Option(
      names = "--drain-seconds",
      paramLabel = "S",
      description = {
        "How long the service goes on after SIGTERM while /readyz answers 503, so that a proxy"
            + " sends its requests elsewhere",
        "(default: ${DEFAULT-VALUE}); at most 3600."
      },
      defaultValue = "0")
  private int drainSeconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections may be open (default: ${DEFAULT-VALUE}); 0: no limit.",
      defaultValue = "8192")
  private int connections;

  @Option(
      names = "--address-connections",
      paramLabel = "N",
      description =
          "How many connections one address may have open, unless it is a trusted proxy"
              + " (default: ${DEFAULT-VALUE}); 0: no limit.",
      defaultValue = "1024")
  private int addressConnections;

  @Option(
      names = "--trusted-proxy",
      paramLabel = "CIDR",
      split = ",",
      description =
          "A proxy, or a range of proxies, whose headers Forwarded and X-Forwarded-For name the"
              + " client (default: none); may be given several times.")
  private List<String> trustedProxies = List.of();

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the longest time that a search may take. */
  Duration deadline() {
    if (deadlineMillis < 1) {
      throw invalid("--deadline", "a deadline is at least 1 ms, but got " + deadlineMillis);
    }
    return Duration.ofMillis(deadlineMillis);
  }

  /** Returns how long the service goes on after it was told to stop. */
  Duration drain() {
    if (drainSeconds < 0 || drainSeconds > MAX_DRAIN_SECONDS) {
      throw invalid(
          "--drain-seconds",
          "it takes from 0 to " + MAX_DRAIN_SECONDS + " seconds, but got " + drainSeconds);
    }
    return Duration.ofSeconds(drainSeconds);
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

  /** Returns the memory for cached texts in bytes; null for the default. */
  @Nullable Long textCache() {
    if (textMebibytes == null) {
      return null;
    }
    long heapMebibytes = heapMebibytes();
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

  private static long heapMebibytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }

  /** Returns settings with the limits of keys, addresses and memory. */
  ServerSettings applyTo(ServerSettings settings) {
    ServerSettings limited =
        settings
            .withFailureLimit(failureLimit())
            .withKeyLimit(keyLimit())
            .withTrustedProxies(proxies())
            .withConnectionLimits(
                limit("--connections", connections),
                limit("--address-connections", addressConnections));
    if (inFlightMebibytes == null) {
      return limited;
    }
    long heapMebibytes = heapMebibytes();
    if (inFlightMebibytes < 1 || inFlightMebibytes > heapMebibytes) {
      throw invalid(
          "--in-flight",
          "bodies and answers take from 1 to "
              + heapMebibytes
              + " MiB, the largest heap (java -Xmx), but got "
              + inFlightMebibytes);
    }
    return limited.withBytesInFlight((long) inFlightMebibytes << 20);
  }

  private int limit(String option, int value) {
    if (value < 0 || value > MOST) {
      throw invalid(option, "it takes from 0 to " + MOST + " connections, but got " + value);
    }
    return value;
  }

  private List<AddressRange> proxies() {
    try {
      return trustedProxies.stream().map(AddressRange::parse).toList();
    } catch (IllegalArgumentException e) {
      throw invalid("--trusted-proxy", String.valueOf(e.getMessage()));
    }
  }

  private @Nullable RateLimit failureLimit() {
    Duration interval = ServerSettings.DEFAULT_FAILURE_LIMIT.interval();
    try {
      return failedAttempts == 0 ? null : new RateLimit(failedAttempts, interval);
    } catch (IllegalArgumentException e) {
      throw invalid("--failed-attempts", String.valueOf(e.getMessage()));
    }
  }

  private @Nullable RateLimit keyLimit() {
    if (keyRate == null) {
      if (keyBurst != null) {
        throw invalid("--key-burst", "it needs --key-rate R beside it");
      }
      return null;
    }
    int burst = keyBurst == null ? (int) Math.max(1, Math.min(MOST, Math.ceil(keyRate))) : keyBurst;
    try {
      return RateLimit.perSecond(keyRate, burst);
    } catch (IllegalArgumentException e) {
      throw invalid("--key-rate", String.valueOf(e.getMessage()));
    }
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
