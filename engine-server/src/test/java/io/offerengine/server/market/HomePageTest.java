package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The search page and its files as the service sends them. The tests of the package {@code browser}
 * use them.
 */
class HomePageTest {
  private static final Path SOURCES = Path.of("src/main/web");
  private static final Pattern FILE = Pattern.compile("\"(assets/([0-9a-f]{16})/([^\"]+))\"");

  /** The most bytes of page, scripts and styles, compressed. */
  private static final int MOST_BYTES = 100_000;

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  @AutoClose private static final TestService service = TestService.open();
  private static final TestClient client = service.client().as("");

  private static HttpResponse<byte[]> getCompressed(String target) {
    return client.sendForBytes(client.request("GET", target).header("Accept-Encoding", "gzip"));
  }

  /** Returns the addresses of the files that the page names. */
  private static Set<String> files() {
    Matcher named = FILE.matcher(client.get("/").body());
    Set<String> files = new LinkedHashSet<>();
    while (named.find()) {
      files.add("/" + named.group(1));
    }
    return files;
  }

  private static String source(String name) throws IOException {
    return Files.readString(SOURCES.resolve(name));
  }

  @Test
  void page_isForEverybodyAndLoadsNothingFromElsewhere() {
    HttpResponse<String> page = client.get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(page, "Content-Security-Policy"))
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
        .endsWith("require-trusted-types-for 'script'; trusted-types 'none'");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
    assertThat(page.body()).startsWith("<!DOCTYPE html>\n").doesNotContain("VERSION", "style=");
    assertError(client.get("/?a=1"), 400, "invalid_request", "takes none");
  }

  @Test
  void page_namesEveryFileOfItsFolder() throws IOException {
    try (Stream<Path> sources = Files.list(SOURCES)) {
      Set<String> names = new TreeSet<>();
      sources.forEach(source -> names.add(source.getFileName().toString()));
      names.remove("index.html");
      Set<String> named = new TreeSet<>();
      files().forEach(file -> named.add(file.substring(file.lastIndexOf('/') + 1)));
      assertThat(named).isEqualTo(names);
    }
  }

  @Test
  void files_areSentAsTheyAreWritten_smallIfCompressed_andMayBeStoredForEver() throws IOException {
    int bytes = getCompressed("/").body().length;
    for (String file : files()) {
      String name = file.substring(file.lastIndexOf('/') + 1);
      HttpResponse<String> plain = client.get(file);
      assertThat(plain.statusCode()).as(file).isEqualTo(200);
      assertThat(plain.body()).as(file).isEqualTo(source(name));
      assertThat(header(plain, "Content-Encoding")).isEmpty();
      HttpResponse<byte[]> compressed = getCompressed(file);
      bytes += compressed.body().length;
      assertThat(header(compressed, "Content-Encoding")).as(file).isEqualTo("gzip");
      try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(plain.body());
      }
      for (HttpResponse<?> sent : List.of(plain, compressed)) {
        assertThat(header(sent, "Content-Type"))
            .isEqualTo(MEDIA_TYPES.get(name.substring(name.indexOf('.') + 1)));
        assertThat(header(sent, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(header(sent, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(sent, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
      }
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  @Test
  void file_ofAnotherVersion_isNotStored() throws IOException {
    HttpResponse<String> file = client.get("/assets/0123456789abcdef/page.js");
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.body()).isEqualTo(source("page.js"));
    assertThat(header(file, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void file_thatThePageDoesNotName_isNotThere() {
    for (String name : List.of("index.html", "none.js", "..%2fopenapi.json", "page.js.map")) {
      HttpResponse<String> missing = client.get("/assets/current/" + name);
      assertThat(missing.statusCode()).as(name).isIn(400, 404);
      assertThat(missing.body()).contains("\"success\":false");
    }
  }
}
