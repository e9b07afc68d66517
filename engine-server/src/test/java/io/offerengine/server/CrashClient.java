package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A client that writes numbered things one after the other and remembers which were acknowledged.
 *
 * <p>The last thing before the service died may be stored or not. The client does not send it
 * again: the next run begins with the next number.
 */
abstract class CrashClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private volatile Throwable failure;

  /** Returns the request with a number: method, path and body. */
  abstract String[] request(int number);

  /** Remembers the answer to a number. */
  abstract void acknowledge(int number, String answer);

  /** Checks that the service stores everything acknowledged, and nothing by half. */
  abstract void check(TestClient client, String when) throws Exception;

  /** Writes until the service no longer answers, or refuses changes because it is stopping. */
  final void writeUntilItBreaks(TestClient client) {
    try {
      while (true) {
        int number = sent.get() + 1;
        String[] request = request(number);
        sent.set(number);
        HttpResponse<String> response = client.send(request[0], request[1], request[2]);
        if (response.statusCode() == 503 && response.body().contains("the service is stopping")) {
          return;
        }
        if (response.statusCode() != 200) {
          throw new AssertionError(request[1] + " was answered with " + response.body());
        }
        acknowledge(number, response.body());
        acknowledged.incrementAndGet();
      }
    } catch (UncheckedIOException killed) {
      // As it should be.
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Returns the last number that was sent; 0 for none. */
  final int sent() {
    return sent.get();
  }

  /** Returns how many numbers were acknowledged. */
  final int acknowledged() {
    return acknowledged.get();
  }

  /** Returns what went wrong beside the kill; null for nothing. */
  final Throwable failure() {
    return failure;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " " + acknowledged + " of " + sent;
  }

  /**
   * A client that creates templates; name and image carry their number. A user may have 1,000, so
   * the client deletes its oldest one instead whenever it has enough.
   */
  static final class Templates extends CrashClient {
    private static final String README = "r".repeat(5_000);
    private static final int ENOUGH = 300;

    /** The templates that are stored for certain, by their numbers. */
    private final NavigableMap<Integer, Long> ids = new TreeMap<>();

    /** The templates whose deletion was acknowledged, by their numbers. */
    private final Set<Integer> gone = new HashSet<>();

    /** The template that the last request deletes; 0 if that request creates one. */
    private int deleted;

    @Override
    String[] request(int number) {
      deleted = 0;
      if (ids.size() >= ENOUGH) {
        Map.Entry<Integer, Long> oldest = ids.pollFirstEntry();
        deleted = oldest.getKey();
        String body = "{\"template_id\":%d}".formatted(oldest.getValue());
        return new String[] {"DELETE", "/api/v0/template/", body};
      }
      String body =
          "{\"name\":\"t%d\",\"image\":\"made/by:%d\",\"readme\":\"%s\"}"
              .formatted(number, number, README);
      return new String[] {"POST", "/api/v0/template/", body};
    }

    @Override
    void acknowledge(int number, String answer) {
      if (deleted > 0) {
        gone.add(deleted);
        return;
      }
      ids.put(number, JSON.readTree(answer).at("/template/id").asLong());
    }

    @Override
    void check(TestClient client, String when) throws Exception {
      Map<Integer, Long> listed = new HashMap<>();
      String list = ok(client.get("/api/v0/template/?select=mine"));
      for (JsonNode each : JSON.readTree(list).get("templates")) {
        int number = Integer.parseInt(each.get("name").stringValue().substring(1));
        assertThat(number).as(when).isLessThanOrEqualTo(sent());
        assertThat(each.get("image").stringValue()).as(when).startsWith("made/by");
        assertThat(each.get("tag").stringValue()).as(when).isEqualTo(Integer.toString(number));
        assertThat(each.get("readme").stringValue()).as(when).isEqualTo(README);
        assertThat(listed.put(number, each.get("id").asLong())).as(when).isNull();
      }
      assertThat(listed).as(when).containsAllEntriesOf(ids);
      assertThat(listed.keySet()).as(when).noneMatch(gone::contains);
    }
  }

  /**
   * A client that records payments; service and amount carry their number. A report has payments as
   * negative amounts.
   */
  static final class Ledger extends CrashClient {
    private final Set<Integer> known = new HashSet<>();

    @Override
    String[] request(int number) {
      String body =
          "{\"reference\":\"r%d\",\"type\":\"payment\",\"service\":\"s%d\",\"amount\":\"%d.37\","
              .formatted(number, number, number);
      return new String[] {"POST", "/admin/users/1/ledger", body + "\"timestamp\":1784365000}"};
    }

    @Override
    void acknowledge(int number, String answer) {
      assertThat(answer).contains("\"created\":true");
      known.add(number);
    }

    @Override
    void check(TestClient client, String when) throws Exception {
      JsonNode report = JSON.readTree(ok(client.get("/api/v0/users/me/invoices/")));
      Set<Integer> listed = new HashSet<>();
      BigDecimal sum = BigDecimal.ZERO;
      for (JsonNode item : report.get("invoices")) {
        int number = Integer.parseInt(item.get("service").stringValue().substring(1));
        BigDecimal amount = item.get("amount").decimalValue();
        assertThat(number).as(when).isLessThanOrEqualTo(sent());
        assertThat(amount).as(when).isEqualByComparingTo("-" + number + ".37");
        assertThat(listed.add(number)).as(when).isTrue();
        sum = sum.subtract(amount);
      }
      assertThat(listed).as(when).containsAll(known);
      assertThat(report.at("/current/credit").decimalValue()).as(when).isEqualByComparingTo(sum);
    }
  }

  /**
   * A client that applies batches of offers. Every batch sets one price, its number, on twenty
   * offers. Some batches also add three new offers; the others replace the price on the condition
   * that it is the one that the client knows. A batch that was lost or applied twice would make a
   * condition fail.
   */
  static final class Offers extends CrashClient {
    private static final int SHARED = 20;
    private static final int OWN = 3;
    private static final int OWN_IDS = 1_000;
    private static final Pattern LINE = Pattern.compile("\\{\"id\":(\\d+),\"dph_base\":([0-9.]+)}");

    /** The price that the service has; 0 if it has no offers. */
    private volatile int price;

    private final Set<Integer> added = new TreeSet<>();

    @Override
    String[] request(int number) {
      // The first batch must store whole offers, since there are none to change.
      boolean changes = price > 0 && number % 2 == 0;
      String condition = changes ? ",\"if\":{\"dph_base\":{\"eq\":" + price + "}}" : "";
      StringBuilder lines = new StringBuilder();
      for (int id = 1; id <= SHARED; id++) {
        lines.append("{\"id\":%d,\"dph_base\":%d%s}\n".formatted(id, number, condition));
      }
      for (int i = 0; i < OWN && !changes; i++) {
        long id = (long) OWN_IDS * number + i;
        lines.append("{\"id\":%d,\"dph_base\":%d}\n".formatted(id, number));
      }
      return new String[] {changes ? "PATCH" : "PUT", "/admin/offers", lines.toString()};
    }

    @Override
    void acknowledge(int number, String answer) {
      price = number;
      if (answer.contains("\"offers\":" + (SHARED + OWN))) {
        added.add(number);
      }
    }

    @Override
    void check(TestClient client, String when) throws Exception {
      Map<Long, Double> prices = prices(client);
      Set<Double> shared = new TreeSet<>();
      for (long id = 1; id <= SHARED; id++) {
        shared.add(prices.getOrDefault(id, 0.0));
      }
      assertThat(shared).as(when + ": the price of one batch").hasSize(1);
      int last = shared.iterator().next().intValue();
      assertThat(last).as(when).isIn(price, sent());
      price = last;
      for (int number = 1; number <= sent(); number++) {
        int found = 0;
        for (int i = 0; i < OWN; i++) {
          found += prices.containsKey((long) OWN_IDS * number + i) ? 1 : 0;
        }
        assertThat(found).as("%s: of batch %d", when, number).isIn(0, OWN);
        if (added.contains(number)) {
          assertThat(found).as("%s: of batch %d", when, number).isEqualTo(OWN);
        }
      }
    }

    /** Returns the prices of all offers by their identifiers. */
    private static Map<Long, Double> prices(TestClient client) {
      String columns = "{\"select_cols\":[\"id\",\"dph_base\"]}";
      String offers = ok(client.post("/market/v1/export", columns));
      Map<Long, Double> prices = new TreeMap<>();
      LINE.matcher(offers)
          .results()
          .forEach(line -> prices.put(Long.valueOf(line.group(1)), Double.valueOf(line.group(2))));
      assertThat(offers.lines()).as("lines of the export").hasSize(prices.size());
      return prices;
    }
  }

  /**
   * A client that saves a search, then stores offers for which the search waits, then saves the
   * next search: each stored offer is told exactly once.
   */
  static final class Alerts extends CrashClient {
    /** As many as a search may tell of within an hour. No alert of the last hour is dropped. */
    private static final int OFFERS_OF_A_SEARCH = AlertLimits.DEFAULTS.alertsPerHour();

    private static final long FIRST = 1_000_000_000;

    /** The number of the last search that is stored for certain. */
    private int search = -OFFERS_OF_A_SEARCH;

    /** The offers that are stored for certain. */
    private final List<Long> known = new ArrayList<>();

    @Override
    String[] request(int number) {
      if (isSearch(number)) {
        String body = "{\"search\":{\"gpu_name\":\"G%d\"}}".formatted(number);
        return new String[] {"POST", "/market/v1/saved_searches", body};
      }
      String body =
          "{\"id\":%d,\"gpu_name\":\"G%d\",\"dph_base\":1}".formatted(FIRST + number, search);
      return new String[] {"PUT", "/admin/offers", body};
    }

    private boolean isSearch(int number) {
      return number > search + OFFERS_OF_A_SEARCH;
    }

    @Override
    void acknowledge(int number, String answer) {
      if (isSearch(number)) {
        search = number;
      } else {
        known.add(FIRST + number);
      }
    }

    @Override
    void check(TestClient client, String when) {
      String offers = "{\"gpu_name\":{\"starts_with\":\"G\"},\"select_cols\":[\"id\"]}";
      List<Long> stored =
          ok(client.post("/market/v1/export", offers))
              .lines()
              .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
              .sorted()
              .toList();
      assertThat(stored).as(when).containsAll(known);
      Waiting.until(() -> told(client).size() >= stored.size());
      assertThat(told(client)).as(when).isEqualTo(stored);
    }

    /** Returns the offers of all alerts. */
    private static List<Long> told(TestClient client) {
      List<Long> offers = new ArrayList<>();
      String cursor = "";
      JsonNode page;
      do {
        page = JSON.readTree(ok(client.get("/market/v1/alerts?cursor=" + cursor)));
        assertThat(page.get("missed").asInt()).isZero();
        page.get("alerts").forEach(alert -> offers.add(alert.get("offer_id").asLong()));
        cursor = page.get("cursor").stringValue();
      } while (!page.get("alerts").isEmpty());
      return offers;
    }
  }
}
