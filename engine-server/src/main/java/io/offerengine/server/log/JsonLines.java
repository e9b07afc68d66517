package io.offerengine.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import io.offerengine.json.JsonBody;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Writes a line of the log as an object of JSON: {@code time}, {@code level}, {@code logger},
 * {@code message}, the values by their names, and {@code error} with the stack of an exception.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  private final ThrowableProxyConverter stacks = new ThrowableProxyConverter();

  @Override
  public void start() {
    stacks.start();
    super.start();
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("time", line.getInstant().toString());
    json.put("level", line.getLevel().toString());
    json.put("logger", line.getLoggerName());
    json.put("message", line.getFormattedMessage());
    if (line.getKeyValuePairs() != null) {
      for (KeyValuePair pair : line.getKeyValuePairs()) {
        boolean isWhole = pair.value instanceof Integer || pair.value instanceof Long;
        json.put(
            pair.key, isWhole ? ((Number) pair.value).longValue() : String.valueOf(pair.value));
      }
    }
    if (line.getThrowableProxy() != null) {
      json.put("error", stacks.convert(line));
    }
    return (new String(JsonBody.write(json), UTF_8) + "\n").getBytes(UTF_8);
  }
}
