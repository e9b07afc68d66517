package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that creates templates; name and image carry their number. A user may have 1,000, so the
 * client deletes its oldest one instead whenever it has enough.
 */
final class CrashTemplates extends CrashClient {
  private static final Pattern CREATED = Pattern.compile("\"template\":\\{\"id\":(\\d+),");
  private static final Pattern LISTED =
      Pattern.compile(
          "\\{\"id\":(\\d+),\"hash_id\":\"\\w{32}\",\"name\":\"t(\\d+)\","
              + "\"image\":\"made/by:?(\\d*)\",\"tag\":\"(\\d+)\"");
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
    Matcher created = CREATED.matcher(answer);
    assertThat(created.find()).as(answer).isTrue();
    ids.put(number, Long.valueOf(created.group(1)));
  }

  @Override
  void check(TestClient client, String when) throws Exception {
    String list = client.get("/api/v0/template/?select=mine").body();
    Map<Integer, Long> listed = new HashMap<>();
    Matcher template = LISTED.matcher(list);
    while (template.find()) {
      int number = Integer.parseInt(template.group(2));
      assertThat(template.group(4)).as(when).isEqualTo(template.group(2));
      assertThat(listed.put(number, Long.valueOf(template.group(1)))).as(when).isNull();
      assertThat(number).as(when).isLessThanOrEqualTo(sent());
    }
    assertThat(listed).as(when).containsAllEntriesOf(ids);
    assertThat(listed.keySet()).as(when).noneMatch(gone::contains);
    assertThat(list.split(README, -1)).as(when).hasSize(listed.size() + 1);
  }
}
