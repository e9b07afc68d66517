package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

/** The steps of the manual from nothing to a safe service, run by a shell, but for the build. */
@Tag("full")
class ChecklistTest {
  private static final Pattern STEP = Pattern.compile("(?s)\n *```sh\n(.*?)\n *```");
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
  void steps_leadToAServiceThatAnswers_andToACopyThatServes() throws Exception {
    assumeTrue(isInstalled("curl") && isInstalled("openssl"), "curl and openssl are not installed");
    List<String> steps = steps();
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

  /** Returns the commands of the steps, with ports that are free here. */
  private static List<String> steps() throws IOException {
    String page = Files.readString(Path.of("../docs/operating.md"));
    String section = page.split("\n## ", 3)[1];
    for (String port : List.of("8443", "8444", "9090")) {
      try (ServerSocket free = new ServerSocket(0)) {
        section = section.replace(port, Integer.toString(free.getLocalPort()));
      }
    }
    return STEP.matcher(section).results().map((MatchResult found) -> found.group(1)).toList();
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

  private static boolean isInstalled(String program) {
    return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }
}
