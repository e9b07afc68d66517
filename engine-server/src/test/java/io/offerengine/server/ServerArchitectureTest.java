package io.offerengine.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The direction of imports between the server's packages, which docs/architecture.md describes. */
class ServerArchitectureTest {
  private static final String ROOT = "io.offerengine.server";
  private static final String HTTP = ROOT + ".http..";

  /** Which packages may import a package. The wiring is the root itself. */
  private static final Map<String, String> IMPORTERS =
      Map.ofEntries(
          entry("config", "wiring"),
          entry("cli", "wiring config"),
          entry("market", "wiring"),
          entry("admin", "wiring"),
          entry("metrics", "wiring"),
          entry("log", "wiring"),
          entry("http", "wiring market admin metrics log"),
          entry("keys", "wiring cli market admin metrics log http"),
          entry("invoices", "wiring market admin"),
          entry("templates", "wiring cli market"),
          entry("alerts", "wiring cli market metrics"),
          entry("store", "wiring cli metrics keys invoices templates alerts"));

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packages_importInOneDirection() {
    LayeredArchitecture layers =
        layeredArchitecture().consideringOnlyDependenciesInLayers().layer("wiring").definedBy(ROOT);
    for (String layer : IMPORTERS.keySet()) {
      layers = layers.layer(layer).definedBy(layer.equals("http") ? HTTP : ROOT + "." + layer);
    }
    layers = layers.whereLayer("wiring").mayNotBeAccessedByAnyLayer();
    for (Map.Entry<String, String> layer : IMPORTERS.entrySet()) {
      String[] importers = layer.getValue().split(" ", -1);
      layers = layers.whereLayer(layer.getKey()).mayOnlyBeAccessedByLayers(importers);
    }
    layers.check(SERVER);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(SERVER);
  }

  /** Packages of libraries, and the only packages of the server that know them. */
  @ParameterizedTest
  @CsvSource({
    "org.eclipse.jetty.., io.offerengine.server.http..",
    "picocli.., io.offerengine.server io.offerengine.server.cli io.offerengine.server.config",
  })
  void library_staysWhereItBelongs(String library, String packages) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages.split(" ", -1))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .check(SERVER);
  }

  @Test
  void server_seesOnlyWhatCoreAndJsonExport() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.offerengine..internal..", "tools.jackson..")
        .check(SERVER);
  }
}
