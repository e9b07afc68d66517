package io.offerengine.server.market;

import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateSearch;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.templates.TemplateRegistry;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The routes of templates.
 *
 * <p>Source: API document, section 4.3; docs/operating.md.
 */
public final class TemplateRoutes {
  /** The largest request body: 1 MiB. */
  public static final int BODY_LIMIT = 1 << 20;

  private static final Set<Scope> READ = Set.of(Scope.TEMPLATES, Scope.USER_READ);
  private static final Set<Scope> WRITE = Set.of(Scope.TEMPLATES, Scope.USER_WRITE);
  private static final String TEMPLATE = "/api/v0/template";

  private static final String[] SEARCH = TemplateSearch.PARAMETERS.toArray(String[]::new);

  private static final String[] SELECTION =
      Stream.concat(Stream.of(TemplateEndpoint.SELECT), TemplateSearch.PARAMETERS.stream())
          .toArray(String[]::new);

  private TemplateRoutes() {}

  /**
   * Returns the routes of a registry.
   *
   * @param schema the fields that templates' conditions may name
   * @param limits those of lists
   */
  public static List<Route> of(TemplateRegistry templates, Schema schema, ListLimits limits) {
    TemplateEndpoint endpoint = new TemplateEndpoint(templates, new TemplateCodec(schema), limits);
    return List.of(
        Route.of(WRITE, "POST", TEMPLATE, endpoint::save).readingJson(BODY_LIMIT),
        Route.of(WRITE, "PUT", TEMPLATE, endpoint::edit).readingJson(BODY_LIMIT),
        Route.of(WRITE, "DELETE", TEMPLATE, endpoint::delete).readingJson(BODY_LIMIT),
        limits.within(Route.of(READ, "GET", TEMPLATE, endpoint::list).knowing(SELECTION)),
        limits.within(
            Route.of(READ, "GET", "/api/v0/users/me/created-templates", endpoint::listOwn)
                .knowing(SEARCH)));
  }
}
