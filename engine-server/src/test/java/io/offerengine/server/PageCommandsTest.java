package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the README's service, the requests of the query language, and the manual's steps
 * from nothing to a safe service, run by a shell, but for the build.
 */
class PageCommandsTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern KEY = Pattern.compile("oe_1_\\S+");

  @TempDir private Path directory;
  private final List<Process> services = new ArrayList<>();
  private String key = "";

  @AfterEach
  void stop() {
    for (Process each : services) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
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
    key = made.group();
    serve(service, steps.get(6));
    assertThat(run(service, steps.get(7))).isEqualTo("{\"offers\":[]}");
    assertThat(run(service, steps.get(8))).contains("offer_engine_ready 1");
    run(service, steps.get(9));
    run(service, steps.get(10));
    assertThat(serve(service, steps.get(11))).contains("trial is intact");
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
    StringBuilder said = new StringBuilder();
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      if (line.startsWith("curl ")) {
        return said.toString();
      }
    }
    throw new AssertionError("the service did not start: " + said);
  }

  private Process start(Path place, String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.directory(place.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().put("KEY", key);
    Path java = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().merge("PATH", java.toString(), (path, own) -> own + ":" + path);
    return builder.start();
  }
}
