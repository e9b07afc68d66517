package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.NumberLiteral;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    Page page;
    do {
      page = isFollowing ? nextPage() : page(0);
      page.print(context.out());
      cursor = page.cursor();
    } while (isFollowing || !page.alerts().isEmpty());
    context.err().println("Later alerts follow --cursor " + cursor);
    return ExitCode.OK;
  }

  /** Waits for alerts, also while the service can't be reached. */
  private Page nextPage() throws InterruptedException {
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

  private Page page(int wait) throws InterruptedException {
    String target =
        "/market/v1/alerts?wait=" + wait + "&cursor=" + URLEncoder.encode(cursor, UTF_8);
    byte[] page = service.send(context, "GET", target, ServiceOptions.NO_BODY);
    return Page.of(JsonBody.read(page, JsonLimits.DEFAULTS));
  }

  /** An answer of the service. */
  private record Page(JsonBody body, List<Map<?, ?>> alerts, String cursor) {
    static Page of(JsonBody body) {
      if (!(body.get("alerts") instanceof List<?> list)
          || !(body.get("cursor") instanceof String cursor)) {
        throw body.refusal(
            ErrorCode.INVALID_REQUEST, "", "a page of alerts has alerts and a cursor");
      }
      List<Map<?, ?>> alerts = new ArrayList<>();
      for (Object each : list) {
        if (!(each instanceof Map<?, ?> alert)) {
          throw body.refusal(
              ErrorCode.INVALID_VALUE,
              "/alerts/" + alerts.size(),
              "an alert is an object, but got " + JsonBody.shown(each));
        }
        alerts.add(alert);
      }
      return new Page(body, alerts, cursor);
    }

    void print(PrintStream out) {
      long missed = whole("missed", body.get("missed"));
      if (missed > 0) {
        out.println(missed + " older alerts were dropped");
      }
      alerts.forEach(alert -> out.println(line(alert)));
      out.flush();
    }

    private String line(Map<?, ?> alert) {
      StringBuilder line = new StringBuilder();
      line.append(Instant.ofEpochSecond(whole(alert, "time")));
      if (alert.get("offer_id") == null) {
        return line.append("  large changes were not compared; search again").toString();
      }
      line.append("  search ").append(whole(alert, "search_id"));
      line.append(": offer ").append(whole(alert, "offer_id"));
      if (alert.get("machine_id") != null) {
        line.append(", machine ").append(whole(alert, "machine_id"));
      }
      if (alert.get("num_gpus") != null) {
        line.append(", GPUs ").append(whole(alert, "num_gpus"));
      }
      if (alert.get("price") instanceof NumberLiteral price) {
        line.append(String.format(Locale.ROOT, ", $%.4f/hour", price.doubleValue()));
      }
      long more = whole(alert, "more");
      line.append(more == 0 ? "" : ", and " + more + " more");
      if (alert.get("quiet_until") != null) {
        Instant end = Instant.ofEpochSecond(whole(alert, "quiet_until"));
        line.append("; no more before ").append(end);
      }
      return line.toString();
    }

    private long whole(Map<?, ?> alert, String name) {
      return whole(name, alert.get(name));
    }

    /** Returns a whole number; 0 if it is missing. */
    private long whole(String name, @Nullable Object value) {
      if (value == null) {
        return 0;
      }
      try {
        if (value instanceof NumberLiteral number) {
          return Long.parseLong(number.text());
        }
      } catch (NumberFormatException e) {
        // A fraction, or too large: refused below.
      }
      throw body.refusal(
          ErrorCode.INVALID_VALUE,
          "",
          name + " takes a whole number, but got " + JsonBody.shown(value));
    }
  }
}
