package io.offerengine.log;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Parts of the log with any content. With {@code JAZZER_FUZZ=1} new ones are tried. */
class AnyPartTest {
  @FuzzTest(maxDuration = "60s")
  void read_ofAnyBytes(byte[] bytes) {
    ChangeFormTest.readAnyBytes(bytes);
  }
}
