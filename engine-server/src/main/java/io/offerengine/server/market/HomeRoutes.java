package io.offerengine.server.market;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The routes of the search page with its files, and of the OpenAPI document. None needs a key. */
public final class HomeRoutes {
  private HomeRoutes() {}

  /** Returns the routes. */
  public static List<Route> of() {
    WebAssets assets = WebAssets.load();
    Answer document = Answer.ok(resource("openapi.json"));
    return List.of(
        Route.open("GET", "/", request -> assets.page()),
        Route.open("GET", "/assets/{version}/{name}", assets::file),
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
