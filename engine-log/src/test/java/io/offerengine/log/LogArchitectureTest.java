package io.offerengine.log;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which classes need which optional dependency. */
class LogArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.offerengine.log");

  @Test
  void kafka_isForTopicsAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*[.](Offer)?Topic.*")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..", "io.offerengine.json..")
        .check(CLASSES);
  }

  @Test
  void postgresql_isForSessionsAlone() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LogSession")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.postgresql..")
        .check(CLASSES);
  }
}
