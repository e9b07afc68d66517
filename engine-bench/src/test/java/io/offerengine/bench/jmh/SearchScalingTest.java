package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.searches.SearchClass;
import org.junit.jupiter.api.Test;

/** One thread and two run the same draws; both find something. */
class SearchScalingTest {
  @Test
  void search_onOneThreadAndOnTwo_findsTheSameDraws() {
    SearchScaling scaling = new SearchScaling();
    scaling.offers = 3_000;
    scaling.kind = SearchClass.Q1;
    scaling.setUp();
    try {
      SearchScaling.Turn one = new SearchScaling.Turn();
      SearchScaling.Turn two = new SearchScaling.Turn();
      for (int draw = 0; draw < 200; draw++) {
        assertThat(scaling.oneThread(one)).isNotEmpty().isEqualTo(scaling.twoThreads(two));
      }
    } finally {
      scaling.tearDown();
    }
  }
}
