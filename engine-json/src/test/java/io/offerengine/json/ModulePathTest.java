package io.offerengine.json;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The product on a module path of its own: what a modular application that embeds it sees.
 *
 * <p>The other tests run on the class path, where a missing {@code requires} or {@code exports}
 * goes unnoticed.
 */
class ModulePathTest {
  private static final String CORE = "io.offerengine.core";
  private static final String JSON = "io.offerengine.json";

  /** JSpecify is absent on purpose: the product runs without its annotations. */
  private static final Set<String> MODULES =
      Set.of(CORE, JSON, "it.unimi.dsi.fastutil.core", "roaringbitmap", "tools.jackson.core");

  private static final ModuleLayer PRODUCT = layerOf(MODULES);

  @Test
  void json_resolves_withItsDependenciesAndNothingElse() {
    assertThat(PRODUCT.modules()).extracting(Module::getName).containsAll(MODULES);
    assertThat(PRODUCT.modules()).hasSameSizeAs(MODULES);
    assertThat(PRODUCT.modules()).allMatch(Module::isNamed);
  }

  @Test
  void core_exportsItsPublicPackagesOnly() {
    assertThat(exportsOf(CORE))
        .containsExactlyInAnyOrder(
            "io.offerengine",
            "io.offerengine.facet",
            "io.offerengine.marketplace",
            "io.offerengine.query",
            "io.offerengine.record",
            "io.offerengine.saved",
            "io.offerengine.schema");
  }

  @Test
  void json_exportsItsPublicPackagesOnly() {
    assertThat(exportsOf(JSON))
        .containsExactlyInAnyOrder(
            "io.offerengine.json", "io.offerengine.json.invoice", "io.offerengine.json.template");
  }

  @ParameterizedTest
  @ValueSource(strings = {CORE, JSON})
  void module_keepsItsInternalsClosed(String name) {
    Module module = module(name);
    assertThat(module.getDescriptor().isOpen()).isFalse();
    assertThat(module.getDescriptor().opens()).isEmpty();
    assertThat(module.getPackages())
        .filteredOn(each -> each.contains(".internal"))
        .noneMatch(module::isExported);
  }

  @ParameterizedTest
  @ValueSource(strings = {CORE, JSON})
  void everyClass_initialisesInsideItsModule(String name) throws Exception {
    Module module = module(name);
    for (String className : classesOf(name)) {
      Class<?> type = Class.forName(className, true, module.getClassLoader());
      assertThat(type.getModule()).as(className).isSameAs(module);
    }
  }

  private static Module module(String name) {
    return PRODUCT.findModule(name).orElseThrow();
  }

  private static Set<String> exportsOf(String name) {
    Set<ModuleDescriptor.Exports> exports = module(name).getDescriptor().exports();
    assertThat(exports).noneMatch(ModuleDescriptor.Exports::isQualified);
    return exports.stream().map(ModuleDescriptor.Exports::source).collect(toSet());
  }

  private static List<String> classesOf(String name) throws IOException {
    try (ModuleReader reader =
            PRODUCT.configuration().findModule(name).orElseThrow().reference().open();
        Stream<String> resources = reader.list()) {
      List<String> classes =
          resources
              .filter(each -> each.startsWith("io/offerengine/") && each.endsWith(".class"))
              .map(each -> each.substring(0, each.length() - ".class".length()).replace('/', '.'))
              .toList();
      assertThat(classes).isNotEmpty();
      return classes;
    }
  }

  /** Finds the modules among the entries of the tests' class path. */
  private static ModuleLayer layerOf(Set<String> names) {
    Path[] entries =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> holdsOneOf(names, entry))
            .toArray(Path[]::new);
    ModuleLayer boot = ModuleLayer.boot();
    return boot.defineModulesWithOneLoader(
        boot.configuration().resolve(ModuleFinder.of(entries), ModuleFinder.of(), Set.of(JSON)),
        ClassLoader.getPlatformClassLoader());
  }

  private static boolean holdsOneOf(Set<String> names, Path entry) {
    try {
      return ModuleFinder.of(entry).findAll().stream()
          .anyMatch(module -> names.contains(module.descriptor().name()));
    } catch (FindException noModule) {
      return false;
    }
  }
}
