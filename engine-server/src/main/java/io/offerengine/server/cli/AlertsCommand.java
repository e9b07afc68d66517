package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.alerts.Alert;
import io.offerengine.server.alerts.AlertPage;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code alerts}: prints what the saved searches of the key's user newly match. */
@Command(
    name = "alerts",
    description = "Prints what newly matched the saved searches of the key's user.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    exitCodeList = {
      "0:the alerts were printed",
      CommandGroup.UNAVAILABLE,
      CommandGroup.USAGE,
      CommandGroup.REFUSED
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  OFFER_ENGINE_API_KEY  a key with the scope search",
      "",
      "Example:",
      "  java -jar engine-server.jar alerts --url http://127.0.0.1:8080 --follow"
    })
public final class AlertsCommand implements Callable<Integer> {
  private static final int WAIT_SECONDS = 30;
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final CommandContext context;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Option(names = "--follow", description = "Waits for further alerts until it is stopped.")
  private boolean isFollowing;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Begins after this cursor (default: with the oldest alert that is stored).")
  private String cursor = "";

  /** Creates the command with the streams and variables of its run. */
  public AlertsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    AlertPage page;
    do {
      page = isFollowing ? nextPage() : page(0);
      print(page);
      cursor = page.cursor();
    } while (isFollowing || !page.alerts().isEmpty());
    context.err().println("Later alerts follow --cursor " + cursor);
    return ExitCode.OK;
  }

  /** Waits for alerts, also while the service can't be reached. */
  private AlertPage nextPage() throws InterruptedException {
    while (true) {
      try {
        return page(WAIT_SECONDS);
      } catch (CommandFailure e) {
        if (e.exitCode() != ExitCode.FAULT) {
          throw e;
        }
        context.err().println(e.getMessage());
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  private AlertPage page(int wait) throws InterruptedException {
    String target =
        "/market/v1/alerts?wait=" + wait + "&cursor=" + URLEncoder.encode(cursor, UTF_8);
    return AlertPage.read(service.send(context, "GET", target, ServiceOptions.NO_BODY));
  }

  private void print(AlertPage page) {
    if (page.missed() > 0) {
      context.out().println(page.missed() + " older alerts were dropped");
    }
    page.alerts().forEach(alert -> context.out().println(line(alert)));
    context.out().flush();
  }

  private static String line(Alert alert) {
    StringBuilder line = new StringBuilder();
    line.append(Instant.ofEpochSecond(alert.time()));
    if (alert.offer() == null) {
      return line.append("  large changes were not compared; search again").toString();
    }
    line.append("  search ").append(alert.search()).append(": offer ").append(alert.offer());
    line.append(alert.machine() == null ? "" : ", machine " + alert.machine());
    line.append(alert.gpus() == null ? "" : ", GPUs " + alert.gpus());
    if (alert.price() != null) {
      line.append(String.format(Locale.ROOT, ", $%.4f/hour", alert.price()));
    }
    line.append(alert.more() == 0 ? "" : ", and " + alert.more() + " more");
    if (alert.quietUntil() != null) {
      line.append("; no more before ").append(Instant.ofEpochSecond(alert.quietUntil()));
    }
    return line.toString();
  }
}
