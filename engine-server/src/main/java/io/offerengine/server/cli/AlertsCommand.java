package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.query.NumberLiteral;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    List<?> alerts;
    do {
      JsonBody page = isFollowing ? nextPage() : page(0);
      alerts = (List<?>) Objects.requireNonNull(page.get("alerts"));
      print(Objects.requireNonNull(page.get("missed")), alerts);
      cursor = String.valueOf(page.get("cursor"));
    } while (isFollowing || !alerts.isEmpty());
    context.err().println("Later alerts follow --cursor " + cursor);
    return ExitCode.OK;
  }

  /** Waits for alerts, also while the service can't be reached. */
  private JsonBody nextPage() throws InterruptedException {
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

  private JsonBody page(int wait) throws InterruptedException {
    String target =
        "/market/v1/alerts?wait=" + wait + "&cursor=" + URLEncoder.encode(cursor, UTF_8);
    byte[] page = service.send(context, "GET", target, ServiceOptions.NO_BODY);
    return JsonBody.read(page, JsonLimits.DEFAULTS);
  }

  private void print(Object missed, List<?> alerts) {
    if (whole(missed) > 0) {
      context.out().println(whole(missed) + " older alerts were dropped");
    }
    alerts.forEach(alert -> context.out().println(line((Map<?, ?>) alert)));
    context.out().flush();
  }

  private static String line(Map<?, ?> alert) {
    StringBuilder line = new StringBuilder();
    line.append(Instant.ofEpochSecond(whole(alert.get("time"))));
    if (alert.get("offer_id") == null) {
      return line.append("  large changes were not compared; search again").toString();
    }
    line.append("  search ").append(whole(alert.get("search_id")));
    line.append(": offer ").append(whole(alert.get("offer_id")));
    if (alert.get("machine_id") != null) {
      line.append(", machine ").append(whole(alert.get("machine_id")));
    }
    if (alert.get("num_gpus") != null) {
      line.append(", GPUs ").append(whole(alert.get("num_gpus")));
    }
    if (alert.get("price") instanceof NumberLiteral price) {
      line.append(String.format(Locale.ROOT, ", $%.4f/hour", price.doubleValue()));
    }
    long more = whole(alert.get("more"));
    line.append(more == 0 ? "" : ", and " + more + " more");
    if (alert.get("quiet_until") != null) {
      line.append("; no more before ")
          .append(Instant.ofEpochSecond(whole(alert.get("quiet_until"))));
    }
    return line.toString();
  }

  private static long whole(@Nullable Object number) {
    return Long.parseLong(((NumberLiteral) Objects.requireNonNull(number)).text());
  }
}
