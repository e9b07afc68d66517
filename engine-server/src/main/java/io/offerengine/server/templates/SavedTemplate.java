package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;

/**
 * The result of a request to create or edit a template.
 *
 * @param outcome whether the template was created, found or changed
 * @param template the template as it is stored now
 */
public record SavedTemplate(Outcome outcome, StoredTemplate template) {
  /** How a template came to be. */
  public enum Outcome {
    /** The template is new. */
    CREATED("Template Created Successfully! New Template ID: "),
    /** The user had a template with the same content and password; nothing changed. */
    EXISTING("Existing Template Found: "),
    /** The template was edited: new content, a new hash, the same number. */
    UPDATED("Template Updated Successfully! Template ID: ");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }
  }

  /** Returns the message that the marketplace's clients expect. */
  public String message() {
    return outcome.words + template.id();
  }
}
