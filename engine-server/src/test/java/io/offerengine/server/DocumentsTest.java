package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.json.ExportCodec;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.testing.Together;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents agree with the code. */
class DocumentsTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern CODE_ROW =
      Pattern.compile("^\\| `([a-z_]+)` \\| (\\d{3}) \\|", Pattern.MULTILINE);
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]+[a-z][A-Za-z]*)(?:\\.\\w+)?`");

  /** Each fence is a whole class that compiles without a warning. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/library.md", "docs/operating.md"})
  void everyJavaFence_compiles(String document, @TempDir Path classes) throws IOException {
    List<String> fences = JavaFences.in(read(document));
    assertThat(fences).isNotEmpty();
    for (String fence : fences) {
      assertThat(JavaFences.problemsOf(fence, classes)).as(fence).isEmpty();
    }
  }

  /** The requests are those of POST /market/v1/query, /market/v1/facets and /market/v1/export. */
  @Test
  void everyRequestOfTheQueryLanguage_isRead() throws IOException {
    String page = read("docs/query-language.md");
    Schema schema = MarketplaceSchema.schema();
    List<byte[]> searches = texts(Pattern.compile("(?s)```json\n(.*?)```"), page);
    assertThat(searches).hasSizeGreaterThan(1);
    searches.forEach(new SearchCodec(schema)::readQuery);
    List<byte[]> counts = texts(Pattern.compile("--data '([^']*\"facets\"[^']*)'"), page);
    assertThat(counts).isNotEmpty();
    counts.forEach(new FacetCodec(schema)::readRequest);
    List<byte[]> exports = texts(Pattern.compile("--data '([^']*\"select_cols\"[^']*)'"), page);
    assertThat(exports).isNotEmpty();
    exports.forEach(new ExportCodec(schema)::readRequest);
  }

  private static List<byte[]> texts(Pattern pattern, String page) {
    return pattern.matcher(page).results().map(found -> found.group(1).getBytes(UTF_8)).toList();
  }

  /** A link names a file of the project, and behind # the anchor of a heading of that page. */
  @ParameterizedTest
  @MethodSource("pages")
  void everyLink_leadsToAHeading(Path page) throws IOException {
    List<String> dead = new ArrayList<>();
    for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
      Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
      String anchor = link.group(2);
      if (!Files.exists(target) || (anchor != null && !anchors(target).contains(anchor))) {
        dead.add(link.group());
      }
    }
    assertThat(dead).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.find(PROJECT, 3, (file, a) -> isPage(file))) {
      return files.toList();
    }
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md") && !file.toString().contains("target");
  }

  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .toList();
  }

  /** The page quotes each line that a program of it prints. */
  @ParameterizedTest
  @CsvSource({
    "README.md, Jobs, 1",
    "docs/library.md, FirstSearch, 2",
    "docs/library.md, FirstJsonSearch, 2"
  })
  void program_printsWhatItsPageSays(String document, String main, int lines, @TempDir Path classes)
      throws Exception {
    String page = read(document);
    String program = program(page, "public final class " + main + " {");
    List<String> printed = linesOf(main, program, classes);
    assertThat(printed).hasSize(lines);
    assertThat(page).contains("prints `" + String.join("` and `", printed) + "`.");
  }

  private static String program(String page, String part) {
    return JavaFences.in(page).stream()
        .filter(fence -> fence.contains(part))
        .findAny()
        .orElseThrow();
  }

  private static List<String> linesOf(String main, String program, Path classes) throws Exception {
    assertThat(JavaFences.problemsOf(program, classes)).isEmpty();
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        PrintStream to = new PrintStream(printed, true, UTF_8)) {
      System.setOut(to);
      loader.loadClass(main).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(out);
    }
    return printed.toString(UTF_8).lines().toList();
  }

  /** The program of the library's page that rents the cheapest offer, run by threads at once. */
  @Test
  void rentCheapest_by16Threads_rentsEachOfferOnce(@TempDir Path classes) throws Exception {
    OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 1; id <= 500; id++) {
      batch.upsert(
          Offer.builder()
              .set(MarketplaceSchema.ID, id)
              .set(MarketplaceSchema.GPU_NAME, "A100")
              .set(MarketplaceSchema.DPH_BASE, id % 7)
              .build());
    }
    engine.apply(batch.build());
    String program = program(read("docs/library.md"), "rentCheapest");
    assertThat(JavaFences.problemsOf(program, classes)).isEmpty();
    List<List<Long>> rented;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Method rent =
          loader
              .loadClass("CheapestOffer")
              .getDeclaredMethod("rentCheapest", OfferEngine.class, String.class);
      rent.setAccessible(true);
      rented = Together.call(16, 16, each -> rentAll(rent, engine));
    }
    assertThat(rented.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 500).boxed().toList());
  }

  private static List<Long> rentAll(Method rent, OfferEngine engine)
      throws ReflectiveOperationException {
    List<Long> rented = new ArrayList<>();
    while (true) {
      OptionalLong id = (OptionalLong) rent.invoke(null, engine, "A100");
      if (id.isEmpty()) {
        return rented;
      }
      rented.add(id.getAsLong());
    }
  }

  @Test
  void tableOfErrorCodes_listsEachWithItsStatus() throws IOException {
    Map<String, Integer> listed = new TreeMap<>();
    CODE_ROW
        .matcher(read("docs/operating.md"))
        .results()
        .forEach(row -> listed.put(row.group(1), Integer.valueOf(row.group(2))));
    Map<String, Integer> expected = new TreeMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      expected.put(
          code.wireName(), ErrorResponses.of(new EngineException(code, "a refusal")).status());
    }
    assertThat(listed).isEqualTo(expected);
  }

  @Test
  void tableOfOptions_listsEveryOptionOfServe() throws IOException {
    Set<String> listed =
        Pattern.compile("(?m)^\\| (`--[^|]*`) \\|")
            .matcher(read("docs/operating.md").replace("\\|", "/"))
            .results()
            .flatMap(row -> Pattern.compile("--[a-z-]+").matcher(row.group(1)).results())
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> options =
        ConfigurationTest.options().collect(Collectors.toCollection(TreeSet::new));
    options.add("--config");
    assertThat(listed).isEqualTo(options);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/architecture.md", "docs/glossary.md"})
  void everyClassThatAPageNames_exists(String page) throws IOException {
    Set<String> named =
        CLASS
            .matcher(read(page))
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> sources = new TreeSet<>();
    for (String module :
        List.of("engine-core", "engine-json", "engine-log", "engine-server", "engine-bench")) {
      try (Stream<Path> files = Files.walk(PROJECT.resolve(module).resolve("src"))) {
        files.forEach(file -> sources.add(file.getFileName().toString()));
      }
    }
    assertThat(named).hasSizeGreaterThan(20);
    assertThat(sources).containsAll(named.stream().map(name -> name + ".java").toList());
  }

  private static String read(String document) throws IOException {
    return Files.readString(PROJECT.resolve(document));
  }
}
