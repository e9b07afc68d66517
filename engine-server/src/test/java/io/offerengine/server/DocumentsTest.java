package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.ErrorResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
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

  /**
   * A program of a page.
   *
   * @param name the name of its class
   * @param statements what runs it, with the variables of {@link JavadocExample}
   * @param printed the lines that it prints then
   */
  record Program(String name, String statements, List<String> printed) {
    /** Returns a program that a page shows whole. */
    static Program main(String name, String... printed) {
      return of(name, name + ".main(new String[0]);", printed);
    }

    static Program of(String name, String statements, String... printed) {
      return new Program(name, statements, List.of(printed));
    }
  }

  static final List<Program> PROGRAMS =
      List.of(
          Program.main("Jobs", "Job[id=2, city=Lisbon, salary=50000.0]"),
          Program.main("FirstSearch", "2 costs 0.9", "1 costs 1.2"),
          Program.main("FirstJsonSearch", "1 costs 0.8", "2 costs 1.5"),
          Program.of(
              "Rooms",
              """
              java.lang.reflect.Field rooms = Rooms.class.getDeclaredField("SCHEMA");
              rooms.setAccessible(true);
              OfferEngine hotels = OfferEngine.builder((Schema) rooms.get(null)).build();
              Rooms.Board board = Rooms.Board.NONE;
              Rooms.store(hotels, new Rooms.Room(1, 1, "Rome", 9, 3, List.of(), board));
              Rooms.store(hotels, new Rooms.Room(2, 1, "Rome", 8, null, List.of(), board));
              Rooms.store(hotels, new Rooms.Room(3, 2, "Bern", 7, 3, List.of(), board));
              System.out.println(Rooms.cheapest(hotels, "Rome", 2));
              """,
              "[Stay[room=2, city=Rome, total=16.0]]"),
          Program.of(
              "Queries",
              """
              Matches found = snapshot.search(Queries.training(20));
              System.out.println(found.size() + ": " + found.get(0).id());
              """,
              "1: 3"),
          Program.of(
              "Results",
              """
              Results.firstPage(snapshot, query).forEach(System.out::println);
              System.out.println(Results.total(snapshot, query));
              """,
              "Line[id=1, model=RTX 4090, price=0.8]",
              "Line[id=2, model=RTX 4090, price=1.5]",
              "2.3"),
          Program.of(
              "CheapestOffer",
              """
              OfferBatch.Builder batch = OfferBatch.builder();
              for (int id = 1; id <= 500; id++) {
                Offer.Builder offer = Offer.builder().set(ID, id).set(GPU_NAME, "A100");
                batch.upsert(offer.set(DPH_BASE, id % 7).build());
              }
              engine.apply(batch.build());
              var rented = new java.util.concurrent.ConcurrentLinkedQueue<Long>();
              io.offerengine.testing.Together.call(16, 16, each -> {
                OptionalLong id = CheapestOffer.rentCheapest(engine, "A100");
                for (; id.isPresent(); id = CheapestOffer.rentCheapest(engine, "A100")) {
                  rented.add(id.getAsLong());
                }
                return 0;
              });
              System.out.println(rented.size());
              System.out.println(rented.stream().distinct().count());
              """,
              "500",
              "500"),
          Program.of(
              "StoredOffers",
              """
              var database = new org.sqlite.SQLiteDataSource();
              database.setUrl("jdbc:sqlite:" + DIRECTORY.resolve("offers.db"));
              Offer offer = Offer.builder().set(ID, 1).build();
              System.out.println(StoredOffers.store(database, offer));
              System.out.println(StoredOffers.store(database, offer));
              """,
              "1",
              "2"),
          Program.of(
              "NextVersion",
              """
              Schema.Builder rooms = Schema.builder("rooms", "room");
              rooms.text("town").add();
              OfferEngine.builder(rooms.build()).build().save(DIRECTORY.resolve("saved"), "");
              rooms = Schema.builder("rooms", "room");
              rooms.text("city").aliases("town").add();
              rooms.number("stars").add();
              NextVersion.start(rooms.build(), DIRECTORY.resolve("saved"));
              """,
              "added: stars; renamed: town (to city)"),
          Program.of("Sidebar", "Sidebar.print(snapshot, query);", "RTX 4090: 2", "H100 SXM: 1"),
          Program.of(
              "Alerts",
              """
              Offer.Builder offer = Offer.builder().set(ID, 9).set(DPH_BASE, 1.5);
              Offer after = offer.set(GPU_NAME, "RTX 4090").build();
              Alerts.example(query, offer.set(GPU_NAME, "H100").build(), after, Instant.EPOCH);
              """,
              "tell the owner of 7"));

  /** Returns the programs of the pages by the names of their classes. */
  private static Map<String, String> fences(String... pages) throws IOException {
    Map<String, String> fences = new TreeMap<>();
    for (String page : pages) {
      for (String fence : JavaFences.in(read(page))) {
        assertThat(fences.put(JavaFences.nameOf(fence), fence)).isNull();
      }
    }
    return fences;
  }

  /** A new program of a page belongs into the list, or here, with the reason why it can't run. */
  @Test
  void everyProgram_runsOrSaysWhyNot() throws IOException {
    Set<String> run = PROGRAMS.stream().map(Program::name).collect(Collectors.toSet());
    assertThat(fences("README.md", "docs/library.md").keySet()).isEqualTo(run);
    // It opens a database in the directory of the test.
    assertThat(fences("docs/operating.md").keySet()).containsExactly("Services");
    assertThat(JavaFences.in(read("docs/query-language.md"))).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void program_printsWhatItShould(Program program, @TempDir Path classes) throws Exception {
    String run =
        """
        final class Run extends %s {
          private static final java.nio.file.Path DIRECTORY = java.nio.file.Path.of("%s");
          @Override
          public void run() throws Exception {
            %s
          }
        }
        """
            .formatted(JavadocExample.class.getName(), classes, program.statements());
    String fence = fences("README.md", "docs/library.md").get(program.name());
    String source = JavadocExamplesTest.USUAL_IMPORTS + fence + run;
    assertThat(JavaFences.problemsOf(source, classes)).isEmpty();
    assertThat(JavaFences.linesOf("Run", classes)).isEqualTo(program.printed());
    if (program.statements().contains(".main(")) {
      String quoted = "prints `" + String.join("` and `", program.printed()) + "`.";
      assertThat(read("README.md") + read("docs/library.md")).contains(quoted);
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
