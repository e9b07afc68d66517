package io.offerengine.json;

import io.offerengine.json.internal.token.InputRules;

/** The default limits as readers of tokens take them. */
public final class TestRules {
  /** The rules of {@link JsonLimits#DEFAULTS}. */
  public static final InputRules DEFAULTS = JsonLimits.DEFAULTS.rules();

  private TestRules() {}
}
