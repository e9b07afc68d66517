package io.offerengine.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The direction of imports between the server's packages, which docs/architecture.md describes. */
class ServerArchitectureTest {
  private static final String ROOT = "io.offerengine.server";
  private static final String HTTP = ROOT + ".http..";
  private static final String CLI = ROOT + ".cli";

  private static final String[] SERVICES = {
    ROOT + ".store", ROOT + ".keys", ROOT + ".invoices", ROOT + ".templates", ROOT + ".alerts"
  };

  private static final List<String> LAYERS =
      List.of(
          "cli",
          "market",
          "admin",
          "metrics",
          "log",
          "http",
          "keys",
          "invoices",
          "templates",
          "alerts",
          "store");

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packages_importInOneDirection() {
    LayeredArchitecture layers =
        layeredArchitecture().consideringOnlyDependenciesInLayers().layer("wiring").definedBy(ROOT);
    for (String layer : LAYERS) {
      layers = layers.layer(layer).definedBy(layer.equals("http") ? HTTP : ROOT + "." + layer);
    }
    layers
        .whereLayer("wiring")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("market")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("admin")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("metrics")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("log")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("wiring", "market", "admin", "metrics", "log")
        .whereLayer("keys")
        .mayOnlyBeAccessedByLayers("wiring", "cli", "market", "admin", "metrics", "log", "http")
        .whereLayer("invoices")
        .mayOnlyBeAccessedByLayers("wiring", "market", "admin")
        .whereLayer("templates")
        .mayOnlyBeAccessedByLayers("wiring", "cli", "market")
        .whereLayer("alerts")
        .mayOnlyBeAccessedByLayers("wiring", "cli", "market", "metrics")
        .whereLayer("store")
        .mayOnlyBeAccessedByLayers(
            "wiring", "cli", "metrics", "keys", "invoices", "templates", "alerts")
        .check(SERVER);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(SERVER);
  }

  @Test
  void services_knowNothingOfHttpOrTheCommandLine() {
    noClasses()
        .that()
        .resideInAnyPackage(SERVICES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(HTTP, "org.eclipse.jetty..", "picocli..")
        .check(SERVER);
  }

  @Test
  void commandLine_knowsNothingOfHttp() {
    noClasses()
        .that()
        .resideInAPackage(CLI)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(HTTP, "org.eclipse.jetty..")
        .check(SERVER);
  }

  @Test
  void jetty_staysBehindTheHttpPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage(HTTP)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.eclipse.jetty..")
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
