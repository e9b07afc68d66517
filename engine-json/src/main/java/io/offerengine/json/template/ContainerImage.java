package io.offerengine.json.template;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a container image, with a tag or a digest.
 *
 * <p>Source: docs/operating.md (templates).
 *
 * @param name registry and path, for example {@code registry:5000/team/name}
 * @param tag null if only a digest selects the image
 * @param digest {@code sha256:…}; null if a tag selects the image
 */
record ContainerImage(String name, @Nullable String tag, @Nullable String digest) {
  private static final String DEFAULT_TAG = "latest";

  /**
   * A colon before the first slash is followed by a port; a colon after the last slash is followed
   * by a tag.
   */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?<name>(?:[A-Za-z0-9.-]+(?::[0-9]{1,5})?/)?[a-z0-9]+(?:(?:[._-]+|/)[a-z0-9]+)*)"
              + "(?::(?<tag>@vastai-automatic-tag|[^:@/]*))?(?:@(?<digest>.*))?");

  /** A tag, or the word by which clients leave the choice of the tag to the marketplace. */
  private static final Pattern TAG =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|@vastai-automatic-tag");

  private static final Pattern DIGEST = Pattern.compile("[a-z0-9]+:[0-9a-f]{32,}");

  /**
   * Reads an image.
   *
   * @param image {@code [registry[:port]/]path[:tag][@digest]}
   * @param tag the tag that the request gives separately; null for none
   * @throws InvalidQueryException if {@code image} is not an image or has a different tag
   */
  static ContainerImage of(String image, @Nullable String tag) {
    Matcher matcher = REFERENCE.matcher(image);
    if (!matcher.matches()) {
      throw refused(
          TemplateField.IMAGE,
          "an image is [registry[:port]/]path[:tag][@digest] with a path in lower case",
          image);
    }
    String ownTag = matcher.group("tag");
    String digest = matcher.group("digest");
    if (ownTag != null && !TAG.matcher(ownTag).matches()) {
      throw refused(TemplateField.IMAGE, "an image's tag is a word like 1.2-cuda", image);
    }
    if (digest != null && !DIGEST.matcher(digest).matches()) {
      throw refused(TemplateField.IMAGE, "a digest is like sha256:9f86d08…", image);
    }
    if (tag != null && !TAG.matcher(tag).matches()) {
      throw refused(TemplateField.TAG, "a tag is a word like 1.2-cuda", tag);
    }
    if (tag != null && ownTag != null && !tag.equals(ownTag)) {
      throw refused(
          TemplateField.TAG,
          "the image says " + MessageText.cut(ownTag) + " already; give one",
          tag);
    }
    String effective = ownTag == null ? tag : ownTag;
    if (effective == null && digest == null) {
      effective = DEFAULT_TAG;
    }
    return new ContainerImage(matcher.group("name"), effective, digest);
  }

  /** Returns whether an image says itself which of its versions is meant. */
  static boolean hasVersion(String image) {
    Matcher matcher = REFERENCE.matcher(image);
    return matcher.matches() && (matcher.group("tag") != null || matcher.group("digest") != null);
  }

  /** Returns the name, with the digest if there is one. */
  String withoutTag() {
    return digest == null ? name : name + "@" + digest;
  }

  /** Returns the name under which the image is fetched. */
  @Override
  public String toString() {
    return name + (tag == null ? "" : ":" + tag) + (digest == null ? "" : "@" + digest);
  }

  private static InvalidQueryException refused(TemplateField field, String allowed, String got) {
    return MessageText.mismatch("/" + field, allowed, got);
  }
}
