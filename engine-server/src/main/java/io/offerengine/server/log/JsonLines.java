package io.offerengine.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import io.offerengine.server.http.JsonText;
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
    StringBuilder json = new StringBuilder(256).append("{\"time\":");
    json.append(JsonText.quote(line.getInstant().toString()));
    add(json, "level", line.getLevel().toString());
    add(json, "logger", line.getLoggerName());
    add(json, "message", line.getFormattedMessage());
    if (line.getKeyValuePairs() != null) {
      for (KeyValuePair pair : line.getKeyValuePairs()) {
        add(json, pair.key, pair.value);
      }
    }
    if (line.getThrowableProxy() != null) {
      add(json, "error", stacks.convert(line));
    }
    return json.append("}\n").toString().getBytes(UTF_8);
  }

  private static void add(StringBuilder json, String name, Object value) {
    json.append(',').append(JsonText.quote(name)).append(':');
    json.append(value instanceof Number ? value : JsonText.quote(String.valueOf(value)));
  }
}
