package io.offerengine.json.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonBody;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.internal.token.MessageText;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checked request for a template, with its defaults filled in.
 *
 * <p>{@link #toString} does not show the password.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TemplateRequest {
  private final Map<TemplateField, Object> values;
  private final Set<TemplateField> cleared;
  private final SearchRequest filters;
  private final @Nullable String hash;
  private final @Nullable String password;

  /**
   * Creates a request.
   *
   * @param cleared the fields that an edit clears
   * @param hash the hash of the edited template; null for a template as a whole
   * @param password empty if none is wanted, null if it is not given
   */
  TemplateRequest(
      Map<TemplateField, Object> values,
      Set<TemplateField> cleared,
      SearchRequest filters,
      @Nullable String hash,
      @Nullable String password) {
    this.values = Collections.unmodifiableMap(new EnumMap<>(values));
    this.cleared = Set.copyOf(cleared);
    this.filters = filters;
    this.hash = hash;
    this.password = password;
  }

  Map<TemplateField, Object> values() {
    return values;
  }

  Set<TemplateField> cleared() {
    return cleared;
  }

  /** Returns the password, empty if none is wanted; null if it is not given. */
  @Nullable String givenPassword() {
    return password;
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

  /** Returns the conditions on machines as a search with the defaults of everything else. */
  public SearchRequest extraFilters() {
    return filters;
  }

  /** Returns these conditions as a JSON object; {@code {}} if there are none. */
  public String extraFiltersText() {
    Object conditions = values.getOrDefault(TemplateField.EXTRA_FILTERS, Map.of());
    return new String(JsonBody.write(CanonicalJson.of(conditions)), UTF_8);
  }

  /**
   * Returns the hash of the template that the request edits; empty if the request creates one. An
   * edit has only the values that it changes: {@link TemplateCodec#edited} completes it.
   */
  public Optional<String> editedHash() {
    return Optional.ofNullable(hash);
  }

  /**
   * Returns the password of the registry. It is a secret: encrypt it before storing, and never
   * print it.
   */
  public Optional<String> dockerLoginPassword() {
    return Optional.ofNullable(password).filter(given -> !given.isEmpty());
  }

  /** Returns whether an edit says that the template has no password any more. */
  public boolean clearsPassword() {
    return password != null && password.isEmpty();
  }

  /**
   * Returns the template without its hash and password as JSON in UTF-8. Requests with equal
   * content have equal bytes, in whatever order and notation their values were written.
   *
   * <p>Source: docs/operating.md (templates).
   */
  public byte[] content() {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    values.forEach((field, value) -> content.put(field.wireName(), CanonicalJson.of(value)));
    return JsonBody.write(content);
  }

  @Override
  public String toString() {
    if (hash != null) {
      return "edit of the template " + hash;
    }
    return "template " + MessageText.cut(name()) + " of " + MessageText.cut(image());
  }
}
