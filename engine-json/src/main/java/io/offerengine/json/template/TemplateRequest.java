package io.offerengine.json.template;

import io.offerengine.json.SearchRequest;
import io.offerengine.json.internal.token.MessageText;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A template as a client asked for it, checked, with defaults filled in.
 *
 * <p>Its text shows no password.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TemplateRequest {
  private final Map<TemplateField, Object> values;
  private final double diskSpace;
  private final SearchRequest filters;
  private final @Nullable String hash;
  private final @Nullable String password;

  TemplateRequest(
      Map<TemplateField, Object> values,
      double diskSpace,
      SearchRequest filters,
      @Nullable String hash,
      @Nullable String password) {
    this.values = Collections.unmodifiableMap(new EnumMap<>(values));
    this.diskSpace = diskSpace;
    this.filters = filters;
    this.hash = hash;
    this.password = password;
  }

  /** Returns the template's name. */
  public String name() {
    return String.valueOf(values.get(TemplateField.NAME));
  }

  /** Returns the image with the tag or digest that says which. */
  public String image() {
    String tag = (String) values.get(TemplateField.TAG);
    return ContainerImage.of(String.valueOf(values.get(TemplateField.IMAGE)), tag).toString();
  }

  /** Returns a text of the template; empty when the request gives none. */
  public Optional<String> text(TemplateField field) {
    return values.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** Returns a flag of the template; empty when the request gives none. */
  public Optional<Boolean> flag(TemplateField field) {
    return values.get(field) instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
  }

  /** Returns the recommended disk space, in GB. */
  public double recommendedDiskSpace() {
    return diskSpace;
  }

  /** Returns the conditions on machines as a search, which asks for nothing else. */
  public SearchRequest extraFilters() {
    return filters;
  }

  /** Returns the hash of the template to be edited; empty for a new one. */
  public Optional<String> editedHash() {
    return Optional.ofNullable(hash);
  }

  /** Returns the registry's password: a secret, to be kept encrypted and shown nowhere. */
  public Optional<String> dockerLoginPassword() {
    return Optional.ofNullable(password);
  }

  /**
   * Returns everything but the hash and the password as JSON: the same bytes for the same content,
   * in whatever order and form it was given.
   *
   * <p>Source: decision 21 (templates).
   */
  public byte[] content() {
    return CanonicalJson.bytes(out -> {
      out.writeStartObject();
      writeFields(out);
      out.writeEndObject();
    });
  }

  /** Writes all that the template holds but its password, as members of an object. */
  void writeFields(JsonGenerator out) {
    values.forEach((field, value) -> {
      out.writeName(field.wireName());
      CanonicalJson.write(out, value);
    });
  }

  @Override
  public String toString() {
    return "template " + MessageText.cut(name()) + " of " + MessageText.cut(image());
  }
}
