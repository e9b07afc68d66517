package io.offerengine.server.market;

import java.io.IOException;
import java.nio.file.Path;

/** The service of {@link TestTemplates} in its own process, until its input ends. */
final class TemplateProcess {
  private TemplateProcess() {}

  public static void main(String[] args) throws IOException {
    try (TestTemplates service = TestTemplates.open(Path.of(args[0]))) {
      System.out.println("port " + service.port());
      while (System.in.read() >= 0) {
        // Nothing is said to it.
      }
    }
  }
}
