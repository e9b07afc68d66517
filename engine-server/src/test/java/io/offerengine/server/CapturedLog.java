package io.offerengine.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a class of this process logs, from level INFO, until this is closed. */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final Logger logger;

  /** Begins to capture. */
  public CapturedLog(Class<?> logging) {
    logger = (Logger) LoggerFactory.getLogger(logging);
    // Another test of this process may have made the log quieter.
    logger.setLevel(Level.INFO);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    events.add(event);
  }

  /** Returns what was logged until now. */
  public List<ILoggingEvent> events() {
    return events;
  }

  /** Returns the texts of what was logged until now. */
  public List<String> messages() {
    return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(null);
  }
}
