package io.offerengine.server.templates;

/**
 * How much a user may store as templates.
 *
 * @param templates the largest number of templates, at least 0
 * @param bytes the most bytes of their contents together, at least 0
 */
public record TemplateLimits(int templates, long bytes) {
  /** The default limits: 1,000 templates, 64 MiB. */
  public static final TemplateLimits DEFAULTS = new TemplateLimits(1_000, 64 << 20);
}
