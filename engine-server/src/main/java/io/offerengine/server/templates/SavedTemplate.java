package io.offerengine.server.templates;

import io.offerengine.json.StoredTemplate;

/**
 * What became of a request to create or edit a template.
 *
 * @param outcome what happened
 * @param template the template as it is kept now
 */
public record SavedTemplate(Outcome outcome, StoredTemplate template) {
  /** What may happen. */
  public enum Outcome {
    /** There is a new template. */
    CREATED("Template Created Successfully! New Template ID: "),
    /** The user has one of the same content and password already; nothing changed. */
    EXISTING("Existing Template Found: "),
    /** The template whose hash was given has new content, a new hash and its old number. */
    UPDATED("Template Updated Successfully! Template ID: ");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }
  }

  /** Returns the words for it that clients of the marketplace know. */
  public String message() {
    return outcome.words + template.id();
  }
}
