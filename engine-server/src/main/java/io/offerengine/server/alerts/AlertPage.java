package io.offerengine.server.alerts;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.query.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Some alerts of a user, the oldest first.
 *
 * @param alerts the alerts
 * @param missed how many older alerts after the cursor of the request were dropped, since the log
 *     was full
 * @param cursor what the next request sends to get later alerts
 */
public record AlertPage(List<Alert> alerts, long missed, String cursor) {
  /** Copies the alerts. */
  public AlertPage {
    alerts = List.copyOf(alerts);
  }

  /** Returns the page as JSON: {@code {"alerts":[…],"missed":0,"cursor":"…"}}. */
  public byte[] write() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("alerts", alerts.stream().map(Alert::members).toList());
    members.put("missed", missed);
    members.put("cursor", cursor);
    return JsonBody.write(members);
  }

  /**
   * Reads a page, as clients of the service do.
   *
   * @param json what {@link #write} returned
   * @throws io.offerengine.json.JsonException if the page can't be read or has no alerts
   */
  public static AlertPage read(byte[] json) {
    JsonBody body = JsonBody.read(json, JsonLimits.DEFAULTS);
    if (!(body.get("alerts") instanceof List<?> list)
        || !(body.get("cursor") instanceof String cursor)) {
      throw body.refusal(ErrorCode.INVALID_REQUEST, "", "a page of alerts has alerts and a cursor");
    }
    List<Alert> alerts = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof Map<?, ?> alert)) {
        throw body.refusal(
            ErrorCode.INVALID_VALUE,
            "/alerts/" + alerts.size(),
            "an alert is an object, but got " + JsonBody.shown(each));
      }
      alerts.add(Alert.of(body, alert));
    }
    return new AlertPage(
        alerts, Alert.orZero(Alert.whole(body, "missed", body.get("missed"))), cursor);
  }
}
