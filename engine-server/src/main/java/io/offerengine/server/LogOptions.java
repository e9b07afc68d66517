package io.offerengine.server;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.log.AccessLog;
import io.offerengine.server.log.AuditLog;
import io.offerengine.server.log.LogFormat;
import io.offerengine.server.log.LogLevel;
import io.offerengine.server.log.ServiceLogs;
import picocli.CommandLine.Option;

/** The options of the log. */
final class LogOptions {
  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "The format of the log, which goes to standard error (default: text).",
      defaultValue = "text")
  private LogFormat format = LogFormat.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "error|warn|info|debug",
      description = {
        "From which level on the service logs (default: warn).",
        "PUT /admin/log-level?level=L changes it while the service runs."
      },
      defaultValue = "warn")
  private LogLevel level = LogLevel.WARN;

  @Option(
      names = "--access-log",
      paramLabel = "true|false",
      arity = "1",
      description = "Whether each request is logged (default: ${DEFAULT-VALUE}).",
      defaultValue = "false")
  private boolean logsRequests;

  /** Configures the logs of this process. */
  ServiceLogs open() {
    return new ServiceLogs(format, level);
  }

  /** Logs what a server does. */
  void observe(ApiServer server) {
    server.observe(new AuditLog());
    if (logsRequests) {
      server.observe(new AccessLog());
    }
  }
}
