package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.ServeOptions.Topic;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.http.tls.TlsFiles;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.log.LogFormat;
import io.offerengine.server.log.LogLevel;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.TemplateLimits;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of {@code serve}, as a command line, variables and a file give them.
 *
 * <p>{@link #options} is the only reader: it checks every option, by itself and beside the others,
 * and makes the {@link ServeOptions} of the service.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
final class ServeArguments {
  /** The environment variable with an administrator's key. */
  static final String KEY_VARIABLE = "OFFER_ENGINE_API_KEY";

  /** The user of the key in the environment, and of the first key. */
  static final long FIRST_USER = 1;

  private static final int MAX_PORT = 65_535;
  private static final int MAX_DRAIN_SECONDS = 3_600;
  private static final int MAX_INGEST_MEBIBYTES = 1_024;
  private static final int MAX_AGE_SECONDS = 86_400;
  private static final int DEFAULT_AGE_SECONDS = 60;
  private static final double DEFAULT_PUBLIC_RATE = 10;
  private static final int PUBLIC_BURST_SECONDS = 4;
  private static final int MOST = 1_000_000;
  private static final double PERCENT = 100;
  private static final int ADMIN_SLOTS = 4;
  private static final String NO_FILES = "none";
  private static final String FILES = "saved-offers";
  private static final String SECRET = "secret.key";
  private static final String OF_HEAP = " MiB, the largest heap (java -Xmx)";

  /** A host, with brackets if it has colons, and a port. */
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):([0-9]{1,5})");

  @Mixin private final OfferOptions offers = new OfferOptions();

  @Mixin private final StoreOptions store = new StoreOptions();

  // The address, and who reaches it.

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "The address to listen on (default: ${DEFAULT-VALUE}, this machine alone).")
  private String host = ServerSettings.DEFAULT_HOST;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port to listen on (default: ${DEFAULT-VALUE}); 0 for any free port.")
  private int port = 8_080;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = {
        "The certificate of the service in PEM, followed by those of its issuers; the service then"
            + " speaks TLS 1.2 and 1.3 only (default: none, plain HTTP).",
        "The files are read again when they change."
      })
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key of the certificate in PEM (PKCS #8), without a password.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--admin-listen",
      paramLabel = "HOST:PORT",
      description = {
        "A second address, which answers /metrics, /healthz and /readyz without a key and in plain"
            + " HTTP (default: none).",
        "Let only operators reach it."
      })
  private @Nullable String adminAddress;

  @Option(
      names = "--drain-seconds",
      paramLabel = "S",
      description = {
        "How long the service goes on after SIGTERM while /readyz answers 503, so that a proxy"
            + " sends its requests elsewhere",
        "(default: ${DEFAULT-VALUE}); at most 3600."
      })
  private int drainSeconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections may be open (default: ${DEFAULT-VALUE}); 0: no limit.")
  private int connections = ServerSettings.defaults().connectionLimit;

  @Option(
      names = "--address-connections",
      paramLabel = "N",
      description =
          "How many connections one address may have open, unless it is a trusted proxy"
              + " (default: ${DEFAULT-VALUE}); 0: no limit.")
  private int addressConnections = ServerSettings.defaults().addressConnectionLimit;

  @Option(
      names = "--trusted-proxy",
      paramLabel = "CIDR",
      split = ",",
      description =
          "A proxy, or a range of proxies, whose headers Forwarded and X-Forwarded-For name the"
              + " client (default: none); may be given several times.")
  private List<String> trustedProxies = List.of();

  // Offers.

  @Option(
      names = "--saved-offers",
      paramLabel = "DIR",
      description = {
        "The directory of files for a fast start, and of the",
        "last change that was seen; none: no files (default:",
        "saved-offers in the directory of --data; with",
        "--database and a port other than 0: one for the port",
        "and the database in $STATE_DIRECTORY, or in",
        "~/.local/state/offer-engine)."
      })
  private @Nullable Path savedOffers;

  @Option(
      names = "--age-bound",
      paramLabel = "SECONDS",
      description = {
        "With --database: how old the offers may be; beyond",
        "this, searches and /readyz answer 503",
        "(default: 60)."
      })
  private @Nullable Integer ageSeconds;

  @Option(
      names = "--offers-topic",
      paramLabel = "NAME",
      description = {
        "A compacted topic of Apache Kafka that has the",
        "offers, in place of the database; other programs",
        "change them there (default: none)."
      })
  private @Nullable String topic;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT[,...]",
      description = "With --offers-topic: the brokers of Kafka.")
  private @Nullable String kafka;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = {
        "With --offers-topic: more settings of Kafka's",
        "consumers, one KEY=VALUE a line, such as",
        "security.protocol=SSL (default: none)."
      })
  private @Nullable Path kafkaConfig;

  // Limits.

  @Option(
      names = "--deadline",
      paramLabel = "MILLIS",
      description = "The longest time that a search may take (default: ${DEFAULT-VALUE}).")
  private long deadlineMillis = 10_000;

  @Option(
      names = "--in-flight",
      paramLabel = "MIB",
      description = {
        "The memory for bodies that arrive and answers that clients have not read yet, in MiB",
        "(default: a quarter of the heap); further requests get 503."
      })
  private @Nullable Integer inFlightMebibytes;

  @Option(
      names = "--ingest-limit",
      paramLabel = "MIB",
      description = {
        "The largest batch of PUT and PATCH /admin/offers, in MiB (default: ${DEFAULT-VALUE});",
        "with ?batch=N a larger body is applied in batches."
      })
  private int ingestMebibytes = IngestLimits.defaults().batchBytes() >> 20;

  @Option(
      names = "--failed-attempts",
      paramLabel = "N",
      description = {
        "How many unknown keys one address may try at once; then one every 3 s",
        "(default: ${DEFAULT-VALUE}); 0 sets no limit."
      })
  private int failedAttempts = ServerSettings.DEFAULT_FAILURE_LIMIT.burst();

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
      description = "How many API keys a user may make (default: ${DEFAULT-VALUE}).")
  private int userKeys = KeyRegistry.DEFAULT_KEYS_PER_USER;

  @Option(
      names = "--user-templates",
      paramLabel = "N",
      description = "How many templates a user may have (default: ${DEFAULT-VALUE}).")
  private int userTemplates = TemplateLimits.DEFAULTS.templates();

  @Option(
      names = "--user-template-bytes",
      paramLabel = "MIB",
      description =
          "How many MiB the templates of a user may take together (default: ${DEFAULT-VALUE}).")
  private int userTemplateMebibytes = (int) (TemplateLimits.DEFAULTS.bytes() >> 20);

  @Option(
      names = "--text-cache",
      paramLabel = "MIB",
      description =
          "The memory for cached texts of offers, from which responses are assembled, in MiB"
              + " (default: a tenth of the heap); 0 caches none.")
  private @Nullable Integer textMebibytes;

  @Option(
      names = "--saved-searches",
      paramLabel = "N",
      description = "How many searches a user may save (default: ${DEFAULT-VALUE}).")
  private int savedSearches = AlertLimits.DEFAULTS.searchesPerUser();

  @Option(
      names = "--saved-search-share",
      paramLabel = "PERCENT",
      description =
          "Which part of all offers a saved search may match (default: 20); 1000"
              + " offers in any case.")
  private double savedSearchShare = AlertLimits.DEFAULTS.share() * PERCENT;

  @Option(
      names = "--public-search",
      description = {
        "Searches need no key: those of the page, /api/v0/bundles, /api/v0/search/asks and",
        "/market/v1. Everything else needs one."
      })
  private boolean isPublic;

  @Option(
      names = "--public-rate",
      paramLabel = "R",
      description =
          "With --public-search: how many searches without a key one address may send per second"
              + " (default: 10).")
  private @Nullable Double publicRate;

  @Option(
      names = "--public-burst",
      paramLabel = "N",
      description = "How many of them at once after a pause (default: those of four seconds).")
  private @Nullable Integer publicBurst;

  // Secrets and logs.

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = {
        "The file of the secrets, one a line: the first encrypts passwords, all decrypt",
        "them. Created if missing (default: secret.key in the directory of --data)."
      })
  private @Nullable Path secretFile;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "The format of the log, which goes to standard error (default: text).")
  private LogFormat logFormat = LogFormat.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "error|warn|info|debug",
      description = {
        "From which level on the service logs (default: warn).",
        "PUT /admin/log-level?level=L changes it while the service runs."
      })
  private LogLevel logLevel = LogLevel.WARN;

  @Option(
      names = "--access-log",
      paramLabel = "true|false",
      arity = "1",
      description = "Whether each request is logged (default: ${DEFAULT-VALUE}).")
  private boolean logsRequests;

  /**
   * Checks everything and makes the options. Opens and changes nothing.
   *
   * @param refusals gets what is wrong; the result may serve only if it stays empty
   */
  ServeOptions options(Map<String, String> environment, Refusals refusals) {
    ServerSettings server = server(refusals);
    IngestLimits ingests = ingests(refusals);
    Long textCache = textCache(refusals);
    int mostKeys = refusals.within("--user-keys", "it takes", 0, MOST, " keys", userKeys);
    TemplateLimits templates = templates(refusals);
    ServerSettings admin = admin(refusals);
    int known = refusals.all().size();
    StoreLocation location = refusals.read("--data", store::location);
    // A wrong name of the database is the only fault of what depends on it.
    Refusals ofStore = refusals.all().size() == known ? refusals : refusals.discarded();
    return new ServeOptions(
        environment,
        logFormat,
        logLevel,
        logsRequests,
        server,
        isPublic,
        admin,
        Duration.ofSeconds(
            refusals.within(
                "--drain-seconds", "it takes", 0, MAX_DRAIN_SECONDS, " seconds", drainSeconds)),
        refusals.read(KEY_VARIABLE, () -> key(environment)),
        mostKeys,
        location,
        secretFile(location, environment, refusals),
        offers.source(),
        ageBound(location, ofStore),
        topic(location, refusals, ofStore),
        savedOffers(location, environment, ofStore),
        refusals.read("--now", offers::now),
        textCache,
        ingests,
        templates,
        alerts(refusals));
  }

  private ServerSettings server(Refusals refusals) {
    refusals.within("--port", "a port is a number", 0, MAX_PORT, "", port);
    if (deadlineMillis < 1) {
      refusals.add("--deadline", "a deadline is at least 1 ms, but got " + deadlineMillis);
    }
    List<AddressRange> proxies =
        refusals.read(
            "--trusted-proxy", () -> trustedProxies.stream().map(AddressRange::parse).toList());
    return ServerSettings.defaults()
        .with(settings -> {
          settings.host = host;
          settings.port = port;
          settings.deadline = Duration.ofMillis(deadlineMillis);
          settings.trustedProxies = proxies == null ? List.of() : proxies;
          String unit = " connections";
          settings.connectionLimit =
              refusals.within("--connections", "it takes", 0, MOST, unit, connections);
          settings.addressConnectionLimit =
              refusals.within(
                  "--address-connections", "it takes", 0, MOST, unit, addressConnections);
          settings.failureLimit = failureLimit(refusals);
          settings.userLimit = userLimit(refusals);
          settings.keylessLimit = keylessLimit(refusals);
          if (inFlightMebibytes != null) {
            String rule = "bodies and answers take";
            refusals.within("--in-flight", rule, 1, heapMebibytes(), OF_HEAP, inFlightMebibytes);
            settings.bytesInFlight = (long) inFlightMebibytes << 20;
          }
          settings.tls = tls(refusals);
        });
  }

  private static long heapMebibytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }

  private @Nullable RateLimit failureLimit(Refusals refusals) {
    Duration interval = ServerSettings.DEFAULT_FAILURE_LIMIT.interval();
    return refusals.read(
        "--failed-attempts",
        () -> failedAttempts == 0 ? null : new RateLimit(failedAttempts, interval));
  }

  private @Nullable RateLimit userLimit(Refusals refusals) {
    Double rate = userRate;
    if (rate == null) {
      refusals.needs("--user-burst", userBurst, "--user-rate R");
      return null;
    }
    return limit(refusals, "--user", "request", rate, userBurst, rate);
  }

  /** Returns how many requests may come at once if there should be a number of them in time. */
  private static int burst(double requests) {
    return (int) Math.max(1, Math.min(MOST, Math.ceil(requests)));
  }

  private @Nullable RateLimit keylessLimit(Refusals refusals) {
    if (!isPublic) {
      refusals.needs("--public-rate", publicRate, "--public-search");
      refusals.needs("--public-burst", publicBurst, "--public-search");
      return null;
    }
    double rate = publicRate == null ? DEFAULT_PUBLIC_RATE : publicRate;
    return limit(refusals, "--public", "search", rate, publicBurst, PUBLIC_BURST_SECONDS * rate);
  }

  /**
   * Returns a limit; null if its rate or its burst is wrong, of which each is refused by its own
   * option.
   *
   * @param prefix what the names of both options begin with
   * @param unit what the limit counts
   * @param usualBurst the burst if none is given
   */
  private static @Nullable RateLimit limit(
      Refusals refusals,
      String prefix,
      String unit,
      double rate,
      @Nullable Integer burst,
      double usualBurst) {
    RateLimit ofOne = refusals.read(prefix + "-rate", () -> limitOfOne(rate));
    if (burst != null && burst < 1) {
      refusals.add(prefix + "-burst", "it takes at least 1 " + unit + ", but got " + burst);
      return null;
    }
    if (ofOne == null) {
      return null;
    }
    int most = burst == null ? burst(usualBurst) : burst;
    return refusals.read(prefix + "-burst", () -> RateLimit.perSecond(rate, most));
  }

  /** Returns the limit with a burst of 1, the least: if it is refused, the rate is wrong. */
  private static RateLimit limitOfOne(double rate) {
    if (Double.isNaN(rate)) {
      throw new IllegalArgumentException("it takes a number above 0, but got NaN");
    }
    return RateLimit.perSecond(rate, 1);
  }

  private @Nullable TlsFiles tls(Refusals refusals) {
    if (tlsCertificate == null || tlsKey == null) {
      refusals.needs("--tls-key", tlsKey, "--tls-certificate FILE");
      refusals.needs("--tls-certificate", tlsCertificate, "--tls-key FILE");
      return null;
    }
    TlsFiles files = new TlsFiles(tlsCertificate, tlsKey);
    try {
      KeyStore unused = files.read();
    } catch (TlsFiles.UnusableException e) {
      refusals.add(e.isKey() ? "--tls-key" : "--tls-certificate", String.valueOf(e.getMessage()));
    }
    return files;
  }

  private @Nullable ServerSettings admin(Refusals refusals) {
    if (adminAddress == null) {
      return null;
    }
    Matcher parts = ADDRESS.matcher(adminAddress);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > MAX_PORT) {
      refusals.add(
          "--admin-listen",
          "an address is HOST:PORT, such as 127.0.0.1:9090 or [::1]:9090, with a port from 0 to"
              + " 65535, but got '"
              + adminAddress
              + "'");
      return null;
    }
    return ServerSettings.defaults()
        .with(settings -> {
          settings.host = parts.group(1);
          settings.port = Integer.parseInt(parts.group(2));
          settings.requestLimit = ADMIN_SLOTS;
        });
  }

  private IngestLimits ingests(Refusals refusals) {
    int mebibytes =
        refusals.within(
            "--ingest-limit", "a batch takes", 1, MAX_INGEST_MEBIBYTES, " MiB", ingestMebibytes);
    return mebibytes < 1 || mebibytes > MAX_INGEST_MEBIBYTES
        ? IngestLimits.defaults()
        : IngestLimits.ofBatches(mebibytes << 20, Runtime.getRuntime().maxMemory());
  }

  private @Nullable Long textCache(Refusals refusals) {
    if (textMebibytes == null) {
      return null;
    }
    return (long)
            refusals.within(
                "--text-cache", "the cache takes", 0, heapMebibytes(), OF_HEAP, textMebibytes)
        << 20;
  }

  private TemplateLimits templates(Refusals refusals) {
    int most =
        refusals.within("--user-templates", "it takes", 0, MOST, " templates", userTemplates);
    long mebibytes =
        refusals.within(
            "--user-template-bytes", "it takes", 0, MOST, " MiB", userTemplateMebibytes);
    return new TemplateLimits(most, mebibytes << 20);
  }

  private AlertLimits alerts(Refusals refusals) {
    refusals.within("--saved-searches", "it takes", 0, MOST, "", savedSearches);
    if (!(savedSearchShare >= 0 && savedSearchShare <= PERCENT)) {
      refusals.add(
          "--saved-search-share", "it takes from 0 to 100 percent, but got " + savedSearchShare);
    }
    return AlertLimits.DEFAULTS.ofSearches(savedSearches, savedSearchShare / PERCENT);
  }

  /** Returns the key in the environment; null for none. */
  private static @Nullable KeyRing key(Map<String, String> environment) {
    String key = environment.get(KEY_VARIABLE);
    try {
      return key == null ? null : ApiKey.ring(key, FIRST_USER);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          KEY_VARIABLE + ": " + e.getMessage() + "; set a valid key, or unset the variable");
    }
  }

  /**
   * Returns the file of the secret, which is not used if the environment has the secret; null if
   * the service has none: services that share a database need not all have its secret.
   */
  private @Nullable Path secretFile(
      @Nullable StoreLocation location, Map<String, String> environment, Refusals refusals) {
    if (location == null) {
      return null;
    }
    boolean isInEnvironment = environment.containsKey(ServerSecret.VARIABLE);
    if (secretFile != null && isInEnvironment) {
      refusals.add(
          new CommandFailure(
              ExitCode.USAGE,
              "--secret-file and "
                  + ServerSecret.VARIABLE
                  + " name two secrets; give one of them, or unset the variable"));
    }
    if (secretFile != null) {
      return secretFile;
    }
    if (location.directory() != null) {
      return location.directory().resolve(SECRET);
    }
    return isInEnvironment ? Path.of(SECRET) : null;
  }

  private @Nullable Topic topic(
      @Nullable StoreLocation location, Refusals refusals, Refusals ofStore) {
    if (topic == null) {
      refusals.needs("--kafka", kafka, "--offers-topic");
      refusals.needs("--kafka-config", kafkaConfig, "--offers-topic");
      return null;
    }
    if (kafka == null || kafka.isBlank()) {
      refusals.add("--offers-topic", "it needs --kafka HOST:PORT beside it, the brokers of Kafka");
      return null;
    }
    Map<String, String> settings = consumer(refusals);
    settings.put("bootstrap.servers", kafka);
    if (location == null || !location.isShared()) {
      ofStore.add(
          "--offers-topic",
          "keys, templates and saved searches are in a PostgreSQL database, which --database"
              + " names");
    }
    if (!offers.source().isSample()) {
      refusals.add("--offers", "with --offers-topic, the topic has the offers");
    }
    return new Topic(topic, Map.copyOf(settings));
  }

  /** Returns the settings of a consumer in the file that was given. */
  private Map<String, String> consumer(Refusals refusals) {
    Map<String, String> settings = new HashMap<>();
    if (kafkaConfig != null) {
      Properties read = new Properties();
      try (Reader in = Files.newBufferedReader(kafkaConfig)) {
        read.load(in);
      } catch (IOException | IllegalArgumentException e) {
        String problem = "the file " + kafkaConfig + " can't be read as KEY=VALUE lines";
        refusals.add("--kafka-config", problem);
      }
      read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
    }
    return settings;
  }

  private Duration ageBound(@Nullable StoreLocation location, Refusals refusals) {
    if (ageSeconds == null) {
      return Duration.ofSeconds(DEFAULT_AGE_SECONDS);
    }
    if (location == null || !location.isShared()) {
      refusals.add(
          "--age-bound", "it needs --database beside it: nobody else changes the offers otherwise");
    } else {
      refusals.within("--age-bound", "it takes", 1, MAX_AGE_SECONDS, " seconds", ageSeconds);
    }
    return Duration.ofSeconds(ageSeconds);
  }

  /** Returns the directory of the cache and of what was seen; null for none. */
  private @Nullable Path savedOffers(
      @Nullable StoreLocation location, Map<String, String> environment, Refusals refusals) {
    if (savedOffers != null) {
      if (savedOffers.toString().equals(NO_FILES)) {
        return null;
      }
      refusals.needs(
          "--saved-offers", location == null ? savedOffers : null, "--data or --database");
      return savedOffers;
    }
    if (location != null && location.directory() != null) {
      return location.directory().resolve(FILES);
    }
    // A later start on any free port would not find the directory again.
    if (location == null || port == 0) {
      return null;
    }
    Path state = state(environment);
    if (state == null) {
      refusals.add(
          "Missing option '--saved-offers': the service keeps there what it has seen of the"
              + " database, and neither STATE_DIRECTORY nor HOME names a place; name a directory,"
              + " or none");
      return null;
    }
    CRC32C ofDatabase = new CRC32C();
    ofDatabase.update(location.toString().getBytes(UTF_8));
    String hash = HexFormat.of().toHexDigits((int) ofDatabase.getValue());
    return state.resolve(FILES + "-" + port + "-" + hash);
  }

  /** Returns where the programs of this user keep what outlives them; null if nobody says so. */
  private static @Nullable Path state(Map<String, String> environment) {
    String systemd = environment.getOrDefault("STATE_DIRECTORY", "").split(":", 2)[0];
    if (!systemd.isEmpty()) {
      return Path.of(systemd);
    }
    String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? null : Path.of(home, ".local", "state", "offer-engine");
  }
}
