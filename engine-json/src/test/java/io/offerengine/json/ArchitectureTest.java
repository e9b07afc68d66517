package io.offerengine.json;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of imports between the packages, and the types that public signatures name. */
class ArchitectureTest {
  private static final String TOKEN = "io.offerengine.json.internal.token";
  private static final String READ = "io.offerengine.json.internal.read";
  private static final String WRITE = "io.offerengine.json.internal.write";
  private static final String GZIP = "io.offerengine.json.internal.gzip";
  private static final String CODECS = "io.offerengine.json";
  private static final String INVOICE = "io.offerengine.json.invoice";
  private static final String TEMPLATE = "io.offerengine.json.template";
  private static final List<String> EXPORTED = List.of(CODECS, INVOICE, TEMPLATE);

  private static final JavaClasses ADAPTER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(CODECS);

  /** A package, and the other packages of this module that it may import. */
  record Allowed(String name, Set<String> imports) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Allowed> packages() {
    return Stream.of(
        new Allowed(TOKEN, Set.of()),
        new Allowed(READ, Set.of(TOKEN)),
        new Allowed(WRITE, Set.of(TOKEN)),
        new Allowed(GZIP, Set.of()),
        new Allowed(CODECS, Set.of(TOKEN, READ, WRITE, GZIP)),
        new Allowed(INVOICE, Set.of(TOKEN, READ, WRITE, CODECS)),
        new Allowed(TEMPLATE, Set.of(TOKEN, READ, WRITE, CODECS)));
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_importsOnlyWhatItMay(Allowed allowed) {
    String[] others =
        packages()
            .map(Allowed::name)
            .filter(name -> !name.equals(allowed.name()) && !allowed.imports().contains(name))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(allowed.name())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ADAPTER);
  }

  @Test
  void everyClass_residesInAListedPackage() {
    classes()
        .should()
        .resideInAnyPackage(packages().map(Allowed::name).toArray(String[]::new))
        .check(ADAPTER);
  }

  @Test
  void publicSignatures_nameTypesOfTheJdkAndExportedOnesOnly() {
    List<JavaClass> exported =
        ADAPTER.stream()
            .filter(type -> EXPORTED.contains(type.getPackageName()) && isVisible(type))
            .toList();
    assertThat(exported).hasSizeGreaterThan(15);
    for (JavaClass type : exported) {
      Stream<JavaClass> named =
          type.getCodeUnits().stream()
              .filter(unit -> isVisible(unit.getModifiers()))
              .flatMap(ArchitectureTest::namedTypes);
      Stream<JavaClass> above =
          Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
      assertThat(Stream.concat(named, above)).as(type.getName()).allMatch(this::isForEmbedders);
    }
  }

  private static Stream<JavaClass> namedTypes(JavaCodeUnit unit) {
    return Stream.of(
            unit.getReturnType().getAllInvolvedRawTypes(),
            unit.getParameterTypes().stream()
                .flatMap(each -> each.getAllInvolvedRawTypes().stream())
                .toList(),
            unit.getExceptionTypes())
        .flatMap(Collection::stream);
  }

  private static boolean isVisible(JavaClass type) {
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private boolean isForEmbedders(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    String name = element.getPackageName();
    boolean isOurs = name.startsWith("io.offerengine") && !name.contains("internal");
    return element.isPrimitive() || name.startsWith("java.") || isOurs;
  }
}
