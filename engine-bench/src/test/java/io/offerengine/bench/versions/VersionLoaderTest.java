package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each version is loaded by itself. */
class VersionLoaderTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static Map<String, String> options(String classes) {
    Map<String, String> options = new HashMap<>();
    options.put(LoadedVersion.OFFERS, "600");
    options.put(LoadedVersion.SEED, "1");
    options.put(LoadedVersion.SCHEMA, "MARKET");
    options.put(LoadedVersion.UPDATES, "0");
    options.put(LoadedVersion.SEARCHES, "500");
    options.put(LoadedVersion.CLASSES, classes);
    return options;
  }

  @Test
  void load_twice_loadsTheEngineTwice() throws Exception {
    TimedVersion one = VersionLoader.load(CLASS_PATH, options("Q5"));
    TimedVersion other = VersionLoader.load(CLASS_PATH, options("Q5"));

    assertThat(engineClass(one)).isNotSameAs(engineClass(other)).isNotSameAs(OfferEngine.class);
    assertThat(engineClass(one).getName()).isEqualTo(OfferEngine.class.getName());
  }

  private static Class<?> engineClass(TimedVersion version) throws Exception {
    return version.getClass().getClassLoader().loadClass(OfferEngine.class.getName());
  }

  @Test
  void load_ofSearchesAndSavedSearches_runsBoth() throws Exception {
    TimedVersion version = VersionLoader.load(CLASS_PATH, options("Q5,SAVED_OFFER"));

    assertThat(version.turnTo("Q5")).isEqualTo(200);
    version.run(0);
    assertThat(version.found()).hasSize(20);
    assertThat(version.turnTo("SAVED_OFFER")).isEqualTo(200);
    version.run(0);
    assertThatThrownBy(() -> version.turnTo("Q1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Q1 was not drawn, but [Q5]");
  }
}
