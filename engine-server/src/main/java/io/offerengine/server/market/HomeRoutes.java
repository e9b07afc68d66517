package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The routes of the OpenAPI document, and of the search page with its scripts, styles and icon,
 * which are compressed once when the service starts. None needs a key.
 *
 * <p>The page names every file as {@code assets/VERSION/name}. The service writes a hash over all
 * files in place of {@code VERSION}. Browsers therefore may store a file for ever, and modules
 * import each other by relative paths that no build step has to rewrite.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class HomeRoutes {
  private static final String VERSION = "version";
  private static final String NAME = "name";
  private static final String VERSION_IN_PAGE = "VERSION";
  private static final Pattern FILE = Pattern.compile("\"assets/VERSION/([a-z0-9-]+\\.[a-z]+)\"");
  private static final int HASH_BYTES = 8;

  /**
   * Everything comes from the service, no script makes another from text, and nobody shows the page
   * in a frame.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final String version;
  private final Answer page;
  private final Map<String, Answer> files = new LinkedHashMap<>();

  private HomeRoutes(String html) {
    MessageDigest digest = sha256();
    Map<String, byte[]> contents = new LinkedHashMap<>();
    Matcher named = FILE.matcher(html);
    while (named.find()) {
      contents.computeIfAbsent(named.group(1), name -> read("web/" + name));
    }
    digest.update(html.getBytes(UTF_8));
    contents.forEach((name, content) -> {
      digest.update(name.getBytes(US_ASCII));
      digest.update(content);
      files.put(name, compressed(name, content));
    });
    version = HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    String versioned = html.replace("\"assets/" + VERSION_IN_PAGE, "\"assets/" + version);
    page =
        compressed("index.html", versioned.getBytes(UTF_8))
            .with("Content-Security-Policy", POLICY)
            .with("Referrer-Policy", "no-referrer")
            .with("Cache-Control", "no-cache");
  }

  /** Loads the page and the files that it names, and returns the routes. */
  public static List<Route> of() {
    HomeRoutes home = new HomeRoutes(new String(read("web/index.html"), UTF_8));
    Answer document = Answer.ok(read("openapi.json"));
    return List.of(
        Route.open("GET", "/", request -> home.page),
        Route.open("GET", "/assets/{" + VERSION + "}/{" + NAME + "}", home::file),
        Route.open("GET", "/openapi.json", request -> document));
  }

  /**
   * Answers with a file. A version that is not this one may be a later one's, so nobody stores it.
   */
  private Answer file(ApiRequest request) {
    String name = request.pathParameter(NAME);
    Answer file = files.get(name);
    if (file == null) {
      throw ErrorResponses.refusal(
          ErrorCode.NOT_FOUND, "the page has no file " + ErrorResponses.echo(name));
    }
    boolean isOwn = request.pathParameter(VERSION).equals(version);
    return file.with("Cache-Control", isOwn ? "public, max-age=31536000, immutable" : "no-cache");
  }

  private static Answer compressed(String name, byte[] content) {
    String mediaType = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return Answer.compressed(Objects.requireNonNull(mediaType, name), content, gzip(content));
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return compressed.toByteArray();
  }

  private static byte[] read(String name) {
    try (InputStream in =
        Objects.requireNonNull(HomeRoutes.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
