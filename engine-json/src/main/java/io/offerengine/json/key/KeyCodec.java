package io.offerengine.json.key;

import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.JsonOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads requests for API keys, and writes API keys.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * import io.offerengine.json.key.KeyCodec;
 * import io.offerengine.json.key.KeyRequest;
 *
 * String text = "{\"name\": \"reader\", \"permissions\": {\"api\": {\"user_read\": {}}}}";
 * KeyRequest request = new KeyCodec(JsonLimits.DEFAULTS).readRequest(text.getBytes(UTF_8));
 * System.out.println(request);
 * }</pre>
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 */
public final class KeyCodec {
  private final InputRules rules;

  /**
   * Creates a codec.
   *
   * @param limits the limits of bodies
   */
  public KeyCodec(JsonLimits limits) {
    this.rules =
        new InputRules(
            limits.maxBodyBytes(),
            limits.maxDepth(),
            limits.maxTextLength(),
            limits.maxNumberLength(),
            limits.maxOfferLength(),
            JsonException::new);
  }

  /**
   * Reads a request for a key: {@code {"name":"…","permissions":{"api":{…}},"key_params":null}}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or is not such a request
   */
  public KeyRequest readRequest(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> KeyReader.read(request));
  }

  /**
   * Returns a new key with its secret: {@code {"id":…,"key":"…","permissions":{…}}}.
   *
   * @param text the key as its owner sends it
   */
  public byte[] writeNewKey(ShownKey key, String text) {
    return bytes(out -> {
      out.writeStartObject();
      out.writeNumberProperty("id", key.id());
      out.writeStringProperty("key", text);
      writePermissions(out, key);
      out.writeEndObject();
    });
  }

  /** Returns a key without its secret. */
  public byte[] writeKey(ShownKey key) {
    return bytes(out -> write(out, key));
  }

  /** Returns keys without their secrets: {@code {"apikeys":[…]}}. */
  public byte[] writeKeys(List<ShownKey> keys) {
    return bytes(out -> {
      out.writeStartObject();
      out.writeName("apikeys");
      out.writeStartArray();
      keys.forEach(key -> write(out, key));
      out.writeEndArray();
      out.writeEndObject();
    });
  }

  private static void write(JsonGenerator out, ShownKey key) {
    out.writeStartObject();
    out.writeNumberProperty("id", key.id());
    out.writeName("name");
    JsonOutput.writeText(out, key.name());
    writePermissions(out, key);
    out.writeName("scopes");
    JsonOutput.writeTexts(out, key.scopes());
    out.writeBooleanProperty("administrator", key.administrator());
    out.writeNumberProperty("created_at", key.created());
    Long expires = key.expires();
    if (expires == null) {
      out.writeNullProperty("expires_at");
    } else {
      out.writeNumberProperty("expires_at", expires);
    }
    out.writeEndObject();
  }

  private static void writePermissions(JsonGenerator out, ShownKey key) {
    out.writeName("permissions");
    out.writeStartObject();
    out.writeName("api");
    out.writeStartObject();
    key.groups().stream()
        .sorted()
        .forEach(group -> {
          out.writeName(group.wireName());
          out.writeStartObject();
          out.writeEndObject();
        });
    out.writeEndObject();
    out.writeEndObject();
  }

  private static byte[] bytes(JsonOutput.Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      JsonOutput.write(bytes, writing);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
