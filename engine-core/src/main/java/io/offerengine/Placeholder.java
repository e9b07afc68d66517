package io.offerengine;

/** Keeps the exported package from being empty; goes when its first type comes. */
final class Placeholder {
  private Placeholder() {}
}
