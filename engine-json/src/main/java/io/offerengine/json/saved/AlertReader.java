package io.offerengine.json.saved;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads alerts from parsed JSON. Unknown members are ignored, so that later services may add some.
 */
final class AlertReader {
  static final String ALERTS = "alerts";
  static final String MISSED = "missed";
  static final String CURSOR = "cursor";
  static final String SEARCH = "search_id";
  static final String OFFER = "offer_id";
  static final String MACHINE = "machine_id";
  static final String GPUS = "num_gpus";
  static final String PRICE = "price";
  static final String MORE = "more";
  static final String VERSION = "version";
  static final String TIME = "time";
  static final String QUIET = "quiet_until";

  private AlertReader() {}

  static AlertPage read(Map<String, @Nullable Object> page) {
    if (!(page.get(ALERTS) instanceof List<?> list)
        || !(page.get(CURSOR) instanceof String cursor)) {
      throw new InvalidQueryException(
          ErrorCode.INVALID_REQUEST, "", "a page of alerts has alerts and a cursor");
    }
    List<Alert> alerts = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof Map<?, ?> alert)) {
        throw new InvalidQueryException(
            ErrorCode.INVALID_VALUE,
            "/" + ALERTS + "/" + i,
            "an alert is an object, but got " + MessageText.value(list.get(i)));
      }
      alerts.add(alert(alert));
    }
    return new AlertPage(alerts, required(page, MISSED), cursor);
  }

  private static Alert alert(Map<?, ?> alert) {
    return new Alert(
        integer(alert, SEARCH),
        integer(alert, OFFER),
        integer(alert, MACHINE),
        integer(alert, GPUS),
        number(alert, PRICE),
        required(alert, MORE),
        required(alert, VERSION),
        required(alert, TIME),
        integer(alert, QUIET));
  }

  private static long required(Map<?, ?> object, String name) {
    Long value = integer(object, name);
    return value == null ? 0 : value;
  }

  private static @Nullable Long integer(Map<?, ?> object, String name) {
    try {
      return object.get(name) instanceof NumberLiteral number ? Long.valueOf(number.text()) : null;
    } catch (NumberFormatException e) {
      throw new InvalidQueryException(
          ErrorCode.INVALID_VALUE,
          "",
          name + " takes a whole number, but got " + MessageText.value(object.get(name)));
    }
  }

  private static @Nullable Double number(Map<?, ?> object, String name) {
    return object.get(name) instanceof NumberLiteral number ? number.doubleValue() : null;
  }
}
