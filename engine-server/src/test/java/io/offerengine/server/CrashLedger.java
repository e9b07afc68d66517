package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that records payments; service and amount carry their number. A report has payments as
 * negative amounts.
 */
final class CrashLedger extends CrashClient {
  private static final Pattern ITEM =
      Pattern.compile("\"type\":\"payment\",\"service\":\"s(\\d+)\",\"amount\":(-[0-9.]+),");
  private static final Pattern CREDIT = Pattern.compile("\"credit\":([0-9.]+)");

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
    String report = client.get("/api/v0/users/me/invoices/").body();
    Map<Integer, BigDecimal> listed = new HashMap<>();
    Matcher item = ITEM.matcher(report);
    while (item.find()) {
      int number = Integer.parseInt(item.group(1));
      BigDecimal amount = new BigDecimal(item.group(2));
      assertThat(amount).as(when).isEqualByComparingTo("-" + number + ".37");
      assertThat(listed.put(number, amount)).as(when).isNull();
      assertThat(number).as(when).isLessThanOrEqualTo(sent());
    }
    assertThat(listed.keySet()).as(when).containsAll(known);
    Matcher credit = CREDIT.matcher(report);
    assertThat(credit.find()).as(report).isTrue();
    BigDecimal sum = listed.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(new BigDecimal(credit.group(1))).as(when).isEqualByComparingTo(sum.negate());
  }
}
