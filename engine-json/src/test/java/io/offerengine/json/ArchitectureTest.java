package io.offerengine.json;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The direction of imports between the packages. That public signatures name types of exported
 * packages alone is a warning of the compiler otherwise, and so an error.
 */
class ArchitectureTest {
  private static final String TOKEN = "io.offerengine.json.internal.token";
  private static final String READ = "io.offerengine.json.internal.read";
  private static final String WRITE = "io.offerengine.json.internal.write";
  private static final String GZIP = "io.offerengine.json.internal.gzip";
  private static final String CODECS = "io.offerengine.json";
  private static final String INVOICE = "io.offerengine.json.invoice";
  private static final String TEMPLATE = "io.offerengine.json.template";

  private static final JavaClasses ADAPTER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(CODECS);

  /** By package: the other packages of this module that it may import. */
  private static final Map<String, Set<String>> SEEN_BY =
      Map.of(
          TOKEN, Set.of(),
          READ, Set.of(TOKEN),
          WRITE, Set.of(TOKEN),
          GZIP, Set.of(),
          CODECS, Set.of(TOKEN, READ, WRITE, GZIP),
          INVOICE, Set.of(TOKEN, READ, WRITE, CODECS),
          TEMPLATE, Set.of(TOKEN, READ, WRITE, CODECS));

  static Set<String> packages() {
    return SEEN_BY.keySet();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_importsOnlyWhatItMay(String name) {
    String[] others =
        SEEN_BY.keySet().stream()
            .filter(other -> !other.equals(name) && !SEEN_BY.get(name).contains(other))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ADAPTER);
  }

  @Test
  void everyClass_residesInAListedPackage() {
    classes().should().resideInAnyPackage(SEEN_BY.keySet().toArray(String[]::new)).check(ADAPTER);
  }
}
