package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the README's service, the requests of the query language, and the commands of the
 * manual and of the page on the library, run by a shell, but for builds.
 */
class PageCommandsTest {
  private static final Path PROJECT = Path.of("..");
  private static final String CERTIFICATE =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost"
          + " -keyout key.pem -out certificate.pem && chmod 600 key.pem";
  private static final Pattern KEY = Pattern.compile("oe_1_\\S+");

  @TempDir private Path directory;
  private final List<Process> services = new ArrayList<>();

  /** What commands find in their environment, beside what the machine sets. */
  private final Map<String, String> variables = new HashMap<>();

  @AfterEach
  void stop() {
    for (Process each : services) {
      List<ProcessHandle> all = new ArrayList<>(each.descendants().toList());
      all.add(each.toHandle());
      all.forEach(ProcessHandle::destroy);
      all.forEach(process -> process.onExit().join());
    }
    services.clear();
  }

  @Test
  void serviceOfTheReadme_answersItsRequest_andThoseOfTheQueryLanguage() throws Exception {
    CommandRun.assumeInstalled("curl");
    String readme = Files.readString(PROJECT.resolve("README.md"));
    String language = Files.readString(PROJECT.resolve("docs/query-language.md"));
    String serving = readme.split("\n## Serve it\n", 2)[1].split("\n## ", 2)[0];
    String[] pages = withFreePorts(serving + "\f" + language, "8080").split("\f", 2);
    List<String> steps = fences("sh", pages[0]);
    assertThat(steps).hasSize(3);
    String exporting = steps.get(0) + "\n";
    assertThat(steps.get(1)).startsWith("mvn ");
    makeProgram(directory.resolve("engine-server/target/engine-server.jar"));
    serve(directory, exporting + steps.get(1).replaceFirst("^mvn .* && java", "java"));
    String curl = exporting + steps.get(2);
    List<?> offers =
        (List<?>)
            JsonBody.read(run(directory, curl).getBytes(UTF_8), JsonLimits.DEFAULTS).get("offers");
    assertThat(offers).singleElement(MAP).hasSize(96).containsEntry("gpu_name", "RTX 4090");

    List<String> commands = new ArrayList<>();
    fences("sh", pages[1]).forEach(command -> commands.add(exporting + command));
    String query = curl.replace("/api/v0/bundles/", "/market/v1/query");
    for (String search : fences("json", pages[1])) {
      commands.add(
          query.replaceFirst("-d '[^']*'", Matcher.quoteReplacement("-d '" + search + "'")));
    }
    assertThat(commands).hasSize(pages[1].split("```", -1).length / 2);
    for (String command : commands) {
      String answer = run(directory, command);
      assertThat(answer).as(command).contains("gpu_name").doesNotContain("\"success\":false");
    }
  }

  @Tag("full")
  @Test
  void stepsOfTheManual_leadToAServiceThatAnswers_andToACopyThatServes() throws Exception {
    CommandRun.assumeInstalled("curl");
    CommandRun.assumeInstalled("openssl");
    String page = Files.readString(PROJECT.resolve("docs/operating.md"));
    List<String> steps =
        fences("sh", withFreePorts(page.split("\n## ", 3)[1], "8443", "8444", "9090"));
    assertThat(steps).hasSize(12);
    assertThat(steps.get(0)).contains("mvn ");
    makeProgram(directory.resolve("engine-server/target/engine-server.jar"));
    run(directory, steps.get(1));
    Path service = directory.resolve("service");
    run(service, steps.get(2));
    run(service, steps.get(3));
    assertThat(run(service, steps.get(4))).startsWith("configuration: right\n");
    Matcher made = KEY.matcher(run(service, steps.get(5)));
    assertThat(made.find()).isTrue();
    variables.put("KEY", made.group());
    serve(service, steps.get(6));
    assertThat(run(service, steps.get(7))).isEqualTo("{\"offers\":[]}");
    assertThat(run(service, steps.get(8))).contains("offer_engine_ready 1");
    run(service, steps.get(9));
    run(service, steps.get(10));
    assertThat(serve(service, steps.get(11))).contains("trial is intact");
  }

  /** It starts eighteen processes, one after the other. */
  @Tag("full")
  @Test
  void otherCommandsOfTheManual_doWhatThePageSays() throws Exception {
    CommandRun.assumeInstalled("curl");
    CommandRun.assumeInstalled("openssl");
    makeProgram(directory.resolve("engine-server.jar"));
    makeProgram(directory.resolve("engine-server/target/engine-server.jar"));
    String manual = Files.readString(PROJECT.resolve("docs/operating.md"));
    String library = Files.readString(PROJECT.resolve("docs/library.md"));
    String readme = Files.readString(PROJECT.resolve("README.md"));
    String page =
        withFreePorts(manual.split("\n## ", 3)[2] + library, "8080")
            .replace("DIR", "data")
            .replace("/var/lib/offer-engine", "configured")
            .replace("/etc/offer-engine/", "");
    Matcher port = Pattern.compile("127.0.0.1:(\\d+)/admin").matcher(page);
    assertThat(port.find()).isTrue();
    List<String> fences = new ArrayList<>(fences("sh", page));
    variables.put("OFFER_ENGINE_API_KEY", "manager");
    Files.writeString(directory.resolve("offer-engine.yaml"), only(fences("yaml", page), "port:"));
    assertThat(serve(directory, take(fences, "--config offer-engine.yaml")))
        .contains("configuration: right", "user-rate", "are kept in ");
    stop();
    variables.put("OFFER_ENGINE_PORT", port.group(1));
    startServices(fences, only(fences("sh", readme), "-d ").replace("8080", port.group(1)));
    assertThat(run(directory, take(fences, " search '"))).contains("RTX 4090");
    variables.put("OFFER_ENGINE_DATA", "data");
    serve(directory, take(fences, "engine-server/target/engine-server.jar serve\n"));
    changeStored(fences);
    stop();
    variables.remove("OFFER_ENGINE_DATA");
    assertThat(serve(directory, take(fences, "--now"))).contains("Serving 1 offers");

    // Builds and installations, jlink, which the job board's tests run, and what needs a database
    // server of the machine.
    for (String other :
        List.of("offer-engine.deb", "-Plibrary", "jlink", "createuser", "accept-restore")) {
      take(fences, other);
    }
    assertThat(fences).isEmpty();
  }

  /** Starts a service in each way that needs nothing but files, and sends a search to one. */
  private void startServices(List<String> fences, String search) throws Exception {
    run(directory, CERTIFICATE);
    assertThat(serve(directory, take(fences, "--tls-certificate"))).contains(" on https://");
    stop();
    serve(directory, take(fences, "--trusted-proxy"));
    stop();
    // Nothing is wrong but that nobody answers at the address of the database.
    String topic = take(fences, "--offers-topic").replace(" serve ", " check ");
    assertThat(run(directory, topic.replace(":5432", ":1") + " || test $? = 6"))
        .startsWith("configuration: right\n");
    assertThat(serve(directory, take(fences, "StartFlightRecording")))
        .doesNotContain("[warning]", "VM warning");
    run(directory, search);
    stop();
    assertThat(RecordingFile.readAllEvents(directory.resolve("searches.jfr")))
        .anyMatch(event -> event.getEventType().getName().equals("io.offerengine.Search"));
  }

  /** Changes what the running service stores, and reads it back. */
  private void changeStored(List<String> fences) throws Exception {
    String keys = take(fences, "keys create");
    keys = keys.replaceFirst("--expires \\S+", "--expires " + LocalDate.now(UTC).plusYears(1));
    assertThat(run(directory, keys)).containsPattern(KEY);
    assertThat(run(directory, take(fences, "-X PUT"))).contains("\"success\":true");
    String change = take(fences, "-X PATCH");
    assertThat(run(directory, change)).contains("\"success\":true");
    Files.writeString(directory.resolve("offers.ndjson"), "{\"id\":2,\"gpu_name\":\"H100\"}");
    String generated = take(fences, "benchmarks.jar generate");
    assertThat(run(directory, generated.substring(generated.indexOf("curl"))))
        .contains("\"success\":true");
    assertThat(run(directory, take(fences, "/api/v0/template/")))
        .startsWith("{\"success\":true,\"msg\":\"Template Created Successfully!");
    run(directory, take(fences, "templates delete"));
    assertThat(run(directory, take(fences, "/ledger")))
        .isEqualTo("{\"success\":true,\"id\":1,\"created\":true}");
    assertThat(run(directory, take(fences, "/invoices/"))).contains("\"credit\":12.34");
    assertThat(run(directory, take(fences, " backup "))).contains("intact");

    String[] alerts = take(fences, "/saved_searches").split("(?=\n(curl|java) )");
    assertThat(alerts).hasSize(3);
    assertThat(run(directory, alerts[0])).startsWith("{\"id\":1,\"name\":\"cheap\"");
    String cheaper = change.replace("0.75", "0.1").replace("\"rented\":true", "\"rented\":false");
    assertThat(run(directory, cheaper)).contains("\"success\":true");
    assertThat(run(directory, alerts[1])).contains("\"offer_id\":1");
    Process follower = start(directory, alerts[2]);
    services.add(follower);
    assertThat(follower.inputReader(UTF_8).readLine()).contains("search 1: offer 1");
  }

  /** Takes the only command that contains a text out of a list. */
  private static String take(List<String> commands, String text) {
    String found = only(commands, text);
    commands.remove(found);
    return found;
  }

  private static String only(List<String> commands, String text) {
    List<String> found =
        commands.stream().filter(command -> (command + "\n").contains(text)).toList();
    assertThat(found).as(text).hasSize(1);
    return found.get(0);
  }

  /** Returns the contents of the fences of a language. */
  private static List<String> fences(String language, String page) {
    return Pattern.compile("(?s)\n *```" + language + "\n(.*?)\n *```")
        .matcher(page)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  /** Returns the section of a page with ports that are free here. */
  private static String withFreePorts(String section, String... ports) throws IOException {
    for (String port : ports) {
      try (ServerSocket free = new ServerSocket(0)) {
        section = section.replace(port, Integer.toString(free.getLocalPort()));
      }
    }
    return section;
  }

  /** Makes a jar that runs the classes of this test. */
  private static void makeProgram(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    Files.createDirectories(jar.getParent());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  /** Runs a command, which must succeed, and returns what it printed. */
  private String run(Path place, String command) throws Exception {
    Process process = start(place, command);
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(command + "\n" + out).isZero();
    return out;
  }

  /** Runs a command until the service that it starts has said how to use it. */
  private String serve(Path place, String command) throws IOException {
    Process process = start(place, command);
    services.add(process);
    return String.join("\n", ServiceProcess.message(process));
  }

  private Process start(Path place, String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-ec", command);
    builder.directory(place.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().putAll(variables);
    Path java = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().merge("PATH", java.toString(), (path, own) -> own + ":" + path);
    return builder.start();
  }
}
