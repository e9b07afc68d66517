package io.offerengine.json.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.SearchRequest;
import io.offerengine.json.internal.token.MessageText;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A checked request for a template, with its defaults filled in.
 *
 * <p>{@link #toString} does not show the password.
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

  /** Returns the name of the template. */
  public String name() {
    return String.valueOf(values.get(TemplateField.NAME));
  }

  /** Returns the image with its tag or digest. */
  public String image() {
    String tag = (String) values.get(TemplateField.TAG);
    return ContainerImage.of(String.valueOf(values.get(TemplateField.IMAGE)), tag).toString();
  }

  /**
   * Returns the value of a text field; empty if the template has none, or if the field is not a
   * text.
   */
  public Optional<String> text(TemplateField field) {
    return values.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** Returns the value of a flag; empty if the template has none, or if the field is not a flag. */
  public Optional<Boolean> flag(TemplateField field) {
    return values.get(field) instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
  }

  /** Returns the recommended disk space, in GB. */
  public double recommendedDiskSpace() {
    return diskSpace;
  }

  /** Returns the conditions on machines as a search with the defaults of everything else. */
  public SearchRequest extraFilters() {
    return filters;
  }

  /** Returns these conditions as a JSON object; {@code {}} if there are none. */
  public String extraFiltersText() {
    Object conditions = values.getOrDefault(TemplateField.EXTRA_FILTERS, Map.of());
    return new String(CanonicalJson.bytes(out -> CanonicalJson.write(out, conditions)), UTF_8);
  }

  /** Returns the hash of the template that the request edits; empty if the request creates one. */
  public Optional<String> editedHash() {
    return Optional.ofNullable(hash);
  }

  /**
   * Returns the password of the registry. It is a secret: encrypt it before storing, and never
   * print it.
   */
  public Optional<String> dockerLoginPassword() {
    return Optional.ofNullable(password);
  }

  /**
   * Returns the template without its hash and password as JSON in UTF-8. Requests with equal
   * content have equal bytes, in whatever order and notation their values were written.
   *
   * <p>Source: decision 21.
   */
  public byte[] content() {
    return CanonicalJson.bytes(out -> {
      out.writeStartObject();
      writeFields(out);
      out.writeEndObject();
    });
  }

  /** Writes all fields but the password as members of the current object. */
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
