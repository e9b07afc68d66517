package io.offerengine.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The logs of every command until {@code serve} configures its own: warnings and errors, as text.
 *
 * <p>The system property {@value #LEVEL} sets another level.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {
  /** The system property with a level. */
  public static final String LEVEL = "offer-engine.log-level";

  /** Creates a configurator; Logback finds it as a service. */
  public LogConfigurator() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    Level level = Level.toLevel(System.getProperty(LEVEL), Level.WARN);
    ServiceLogs.configure(context, LogFormat.TEXT, level);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
