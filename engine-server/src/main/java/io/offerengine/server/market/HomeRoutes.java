package io.offerengine.server.market;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The routes of the home page and of the OpenAPI document. Both need no key. */
public final class HomeRoutes {
  /** The page has its own style and loads nothing. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private HomeRoutes() {}

  /** Returns the routes. */
  public static List<Route> of() {
    Answer page = Answer.page(resource("home.html")).with("Content-Security-Policy", POLICY);
    Answer document = Answer.ok(resource("openapi.json"));
    return List.of(
        Route.open("GET", "/", request -> page),
        Route.open("GET", "/openapi.json", request -> document));
  }

  private static byte[] resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(HomeRoutes.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
