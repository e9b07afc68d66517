package io.offerengine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of dependencies: a package imports only from those to its left. */
class ArchitectureTest {
  private static final List<String> LEFT_TO_RIGHT =
      List.of(
          "io.offerengine.schema",
          "io.offerengine.query",
          "io.offerengine.internal.column",
          "io.offerengine.internal.index",
          "io.offerengine.internal.segment",
          "io.offerengine.internal.plan",
          "io.offerengine.internal.exec",
          "io.offerengine");

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.offerengine");

  static Stream<String> packagesButTheLast() {
    return LEFT_TO_RIGHT.stream().limit(LEFT_TO_RIGHT.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("packagesButTheLast")
  void package_importsNothingToItsRight(String name) {
    String[] right =
        IntStream.range(LEFT_TO_RIGHT.indexOf(name) + 1, LEFT_TO_RIGHT.size())
            .mapToObj(LEFT_TO_RIGHT::get)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(right)
        .check(ENGINE);
  }

  @Test
  void everyClass_residesInAPackageOfTheOrder() {
    classes().should().resideInAnyPackage(LEFT_TO_RIGHT.toArray(String[]::new)).check(ENGINE);
  }
}
