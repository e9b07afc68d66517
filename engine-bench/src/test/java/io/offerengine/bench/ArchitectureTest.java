package io.offerengine.bench;

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

/** The direction of imports: each package imports only from the packages listed beside it. */
class ArchitectureTest {
  private static final String ROOT = "io.offerengine.bench";
  private static final String MARKET = ROOT + ".market";
  private static final String SEARCHES = ROOT + ".searches";
  private static final String PEERS = ROOT + ".peers";
  private static final String COMMAND = ROOT + ".command";
  private static final String COMPARE = ROOT + ".compare";
  private static final String VERSIONS = ROOT + ".versions";
  private static final String GZIP = ROOT + ".gzip";
  private static final String LOAD = ROOT + ".load";
  private static final String JMH = ROOT + ".jmh";

  /** What JMH generates from the benchmarks. */
  private static final String GENERATED = JMH + ".jmh_generated";

  private static final Map<String, Set<String>> SEEN_BY =
      Map.ofEntries(
          entry(MARKET, Set.of()),
          entry(SEARCHES, Set.of(MARKET)),
          entry(PEERS, Set.of(MARKET, SEARCHES)),
          entry(COMMAND, Set.of(MARKET)),
          entry(COMPARE, Set.of(MARKET, SEARCHES, PEERS, VERSIONS, COMMAND)),
          entry(VERSIONS, Set.of(MARKET, SEARCHES, PEERS)),
          entry(GZIP, Set.of(MARKET, SEARCHES, PEERS, COMMAND)),
          entry(LOAD, Set.of(MARKET, SEARCHES, PEERS, COMMAND)),
          entry(JMH, Set.of(MARKET, SEARCHES, PEERS)),
          entry(ROOT, Set.of(MARKET, COMMAND, COMPARE, GZIP, LOAD)));

  private static final JavaClasses BENCHMARKS =
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
        .check(BENCHMARKS);
  }

  @Test
  void everyClass_residesInAPackageOfTheTable() {
    classes()
        .that()
        .resideOutsideOfPackage(GENERATED)
        .should()
        .resideInAnyPackage(SEEN_BY.keySet().toArray(String[]::new))
        .check(BENCHMARKS);
  }
}
