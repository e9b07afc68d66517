package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whether engine-bom, which has no parent, names the modules and the version of the project. */
class EngineBomTest {
  private static final Pattern OWN_VERSION =
      Pattern.compile(
          "<groupId>io\\.offerengine</groupId>\\s*"
              + "<artifactId>[a-z-]+</artifactId>\\s*<version>([^<$]+)</version>");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>io\\.offerengine</groupId>\\s*"
              + "<artifactId>([a-z-]+)</artifactId>\\s*"
              + "<version>\\$\\{project\\.version}</version>");

  @Test
  void version_isThatOfTheProject() throws IOException {
    List<String> expected = found(OWN_VERSION, "pom.xml");
    assertThat(expected).hasSize(1);
    assertThat(found(OWN_VERSION, "engine-bom/pom.xml")).isEqualTo(expected);
  }

  @Test
  void dependencies_areTheModulesThatTheParentManages() throws IOException {
    assertThat(found(DEPENDENCY, "engine-bom/pom.xml"))
        .containsExactly("engine-core", "engine-json", "engine-cluster", "engine-server")
        .isEqualTo(found(DEPENDENCY, "pom.xml"));
  }

  private static List<String> found(Pattern pattern, String pom) throws IOException {
    return pattern
        .matcher(Files.readString(Path.of("..").resolve(pom)))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
