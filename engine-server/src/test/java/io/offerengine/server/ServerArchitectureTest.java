package io.offerengine.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The direction of the server's dependencies, and that its services know nothing of HTTP. */
class ServerArchitectureTest {
  private static final String ROOT = "io.offerengine.server";

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packages_importInOneDirection() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("commands and endpoints")
        .definedBy(ROOT)
        .layer("http")
        .definedBy(ROOT + ".http")
        .layer("keys")
        .definedBy(ROOT + ".keys")
        .layer("invoices")
        .definedBy(ROOT + ".invoices")
        .layer("templates")
        .definedBy(ROOT + ".templates")
        .layer("offers")
        .definedBy(ROOT + ".offers")
        .layer("store")
        .definedBy(ROOT + ".store")
        .whereLayer("commands and endpoints")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("commands and endpoints")
        .whereLayer("keys")
        .mayOnlyBeAccessedByLayers("commands and endpoints", "http")
        .whereLayer("invoices")
        .mayOnlyBeAccessedByLayers("commands and endpoints")
        .whereLayer("templates")
        .mayOnlyBeAccessedByLayers("commands and endpoints")
        .whereLayer("offers")
        .mayOnlyBeAccessedByLayers("commands and endpoints")
        .check(SERVER);
  }

  @Test
  void services_knowNothingOfHttp() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".store",
            ROOT + ".keys",
            ROOT + ".invoices",
            ROOT + ".templates",
            ROOT + ".offers")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".http", "org.eclipse.jetty..", "picocli..")
        .check(SERVER);
  }

  @Test
  void server_seesOnlyWhatCoreAndJsonExport() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.offerengine.internal..", "tools.jackson..")
        .check(SERVER);
  }
}
