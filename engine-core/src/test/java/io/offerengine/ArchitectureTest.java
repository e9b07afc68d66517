package io.offerengine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of dependencies: each package imports only from the packages listed beside it. */
class ArchitectureTest {
  private static final String ROOT = "io.offerengine";
  private static final String SCHEMA = "io.offerengine.schema";
  private static final String MARKETPLACE = "io.offerengine.marketplace";
  private static final String RECORD = "io.offerengine.record";
  private static final String QUERY = "io.offerengine.query";
  private static final String FILE = "io.offerengine.internal.file";
  private static final String MERGE = "io.offerengine.internal.merge";
  private static final String COLUMN = "io.offerengine.internal.column";
  private static final String INDEX = "io.offerengine.internal.index";
  private static final String SEGMENT = "io.offerengine.internal.segment";
  private static final String WRITE = "io.offerengine.internal.write";
  private static final String PLAN = "io.offerengine.internal.plan";
  private static final String EXEC = "io.offerengine.internal.exec";

  private static final String FACET = "io.offerengine.facet";
  private static final String COUNT = "io.offerengine.internal.facet";

  private static final String SAVED = "io.offerengine.saved";
  private static final String SAVED_INDEX = "io.offerengine.internal.saved";

  private static final Map<String, Set<String>> SEEN_BY =
      Map.ofEntries(
          entry(SCHEMA, Set.of()),
          entry(MARKETPLACE, Set.of(SCHEMA)),
          entry(QUERY, Set.of(SCHEMA)),
          entry(RECORD, Set.of(SCHEMA, ROOT)),
          entry(FACET, Set.of(SCHEMA, QUERY)),
          entry(FILE, Set.of(SCHEMA, QUERY)),
          entry(COLUMN, Set.of(SCHEMA, QUERY, FILE)),
          entry(INDEX, Set.of(SCHEMA, QUERY, FILE, COLUMN)),
          entry(SEGMENT, Set.of(SCHEMA, QUERY, FILE, COLUMN, INDEX)),
          entry(MERGE, Set.of(COLUMN)),
          entry(WRITE, Set.of(SCHEMA, QUERY, FILE, COLUMN, INDEX, SEGMENT, MERGE)),
          entry(SAVED_INDEX, Set.of(SCHEMA, QUERY, COLUMN, MERGE)),
          entry(SAVED, Set.of(SCHEMA, QUERY, SAVED_INDEX)),
          entry(PLAN, Set.of(SCHEMA, QUERY, COLUMN, INDEX, SEGMENT)),
          entry(EXEC, Set.of(SCHEMA, QUERY, COLUMN, INDEX, SEGMENT, PLAN)),
          entry(COUNT, Set.of(SCHEMA, QUERY, FACET, COLUMN, INDEX, SEGMENT, PLAN, EXEC)),
          entry(
              ROOT,
              Set.of(
                  SCHEMA, QUERY, FACET, SAVED, COLUMN, INDEX, SEGMENT, WRITE, PLAN, EXEC, COUNT)));

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  static Set<String> packages() {
    return SEEN_BY.keySet();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_importsOnlyWhatIsBelowIt(String name) {
    String[] unseen =
        SEEN_BY.keySet().stream()
            .filter(other -> !other.equals(name) && !SEEN_BY.get(name).contains(other))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(unseen)
        .check(ENGINE);
  }

  @Test
  void everyClass_residesInAPackageOfTheTable() {
    classes().should().resideInAnyPackage(SEEN_BY.keySet().toArray(String[]::new)).check(ENGINE);
  }
}
