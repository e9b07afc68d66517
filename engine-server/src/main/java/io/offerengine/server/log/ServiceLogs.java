package io.offerengine.server.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The logs of this process, which go to standard error.
 *
 * <p>Lines of requests wait in a queue, so that a slow log never holds up a search. If the queue is
 * full, they are dropped and counted. All other lines are written at once.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class ServiceLogs implements AutoCloseable {
  /** The logger of requests. */
  static final String ACCESS = "access";

  /** The logger of administrative changes. */
  static final String AUDIT = "audit";

  private static final String PATH = "/admin/log-level";
  private static final String LEVEL = "level";
  private static final String APPENDER = "standard error";
  private static final int QUEUE = 16_384;
  private static final int FLUSH_MILLIS = 5_000;

  private static final String PATTERN =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\", UTC} %level %logger - %msg%replace( %kvp){'^ $', ''}%n";

  private final LoggerContext context;
  private final AtomicLong lost = new AtomicLong();

  /** Creates logs in a format, from a level on. */
  public ServiceLogs(LogFormat format, LogLevel level) {
    context = (LoggerContext) LoggerFactory.getILoggerFactory();
    configure(context, format, level.level());
    Logger access = context.getLogger(ACCESS);
    AsyncAppender queue = new QueuedLines();
    queue.setContext(context);
    queue.setQueueSize(QUEUE);
    queue.setDiscardingThreshold(0);
    queue.setNeverBlock(true);
    queue.setMaxFlushTime(FLUSH_MILLIS);
    queue.addAppender(context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER));
    queue.start();
    access.addAppender(queue);
    access.setAdditive(false);
  }

  /** A queue that counts what it drops. */
  private final class QueuedLines extends AsyncAppender {
    @Override
    protected void append(ILoggingEvent line) {
      if (getRemainingCapacity() == 0) {
        lost.incrementAndGet();
      } else {
        super.append(line);
      }
    }
  }

  static void configure(LoggerContext context, LogFormat format, Level level) {
    context.reset();
    Encoder<ILoggingEvent> encoder = encoder(format);
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> out = new ConsoleAppender<>();
    out.setName(APPENDER);
    out.setContext(context);
    out.setTarget("System.err");
    out.setEncoder(encoder);
    out.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(out);
    root.setLevel(level);
    context.getLogger(ACCESS).setLevel(Level.INFO);
    context.getLogger(AUDIT).setLevel(Level.INFO);
    // Below a warning, Jetty logs parts of requests: keys and passwords.
    context.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
    // Its clients warn ten times a second while brokers are away, of what the service reports
    // itself.
    context.getLogger("org.apache.kafka").setLevel(Level.ERROR);
    // Malformed requests are their clients' concern; anybody could fill the log with them.
    context.getLogger("org.eclipse.jetty.http").setLevel(Level.ERROR);
    context.getLogger("org.eclipse.jetty.util.HostPort").setLevel(Level.ERROR);
  }

  private static Encoder<ILoggingEvent> encoder(LogFormat format) {
    if (format == LogFormat.JSON) {
      return new JsonLines();
    }
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setPattern(PATTERN);
    return text;
  }

  /** Returns the operator's routes that show and change the level. */
  public List<Route> routes() {
    return List.of(
        Route.of(Scope.ADMIN, "GET", PATH, request -> shown()),
        Route.of(Scope.ADMIN, "PUT", PATH, this::change).knowing(LEVEL));
  }

  private Answer shown() {
    Level level = context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel();
    return Answer.success("level", LogLevel.valueOf(level.toString()).wireName());
  }

  private Answer change(ApiRequest request) {
    String name = request.parameters().text(LEVEL);
    @Nullable LogLevel level = name == null ? null : LogLevel.of(name);
    if (level == null) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST,
          "the query parameter level is one of "
              + Arrays.stream(LogLevel.values())
                  .map(LogLevel::wireName)
                  .collect(Collectors.joining(", "))
              + ", but got "
              + (name == null ? "none" : "\"" + ErrorResponses.echo(name) + "\""));
    }
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level.level());
    return shown().about("level " + level.wireName());
  }

  /** Returns how many lines of requests were dropped. */
  public long lost() {
    return lost.get();
  }

  /** Writes what is in the queue, for at most five seconds, and stops logging. */
  @Override
  public void close() {
    context.stop();
  }
}
