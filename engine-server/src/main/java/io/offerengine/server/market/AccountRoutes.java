package io.offerengine.server.market;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.IssuedKey;
import io.offerengine.server.keys.KeyLabel;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.MadeKey;
import io.offerengine.server.keys.Scope;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The routes by which a user sees the own account, and makes, shows and revokes the own API keys.
 * To everybody else, also to administrators, a key does not exist.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
public final class AccountRoutes {
  /** The largest request body: 64 KiB. */
  private static final int BODY_LIMIT = 64 << 10;

  private static final JsonLimits LIMITS = JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT);

  private static final String KEYS = "/api/v0/auth/apikeys";

  /** The path parameter with the number of a key. */
  private static final String ID = "id";

  private static final String KEY = KEYS + "/{" + ID + "}";

  private final KeyRegistry keys;
  private final BillingLedger ledger;
  private final InvoiceCodec accounts = new InvoiceCodec();

  private AccountRoutes(KeyRegistry keys, BillingLedger ledger) {
    this.keys = keys;
    this.ledger = ledger;
  }

  /**
   * Returns the routes over the keys and the ledger of all users.
   *
   * @param lists the limits of lists
   */
  public static List<Route> of(KeyRegistry registry, BillingLedger ledger, ListLimits lists) {
    AccountRoutes account = new AccountRoutes(registry, ledger);
    return List.of(
        Route.of(Scope.USER_READ, "GET", "/api/v0/users/current", account::user)
            .knowing(InvoiceRoutes.OWNER),
        Route.of(Scope.USER_WRITE, "POST", KEYS, account::create).readingJson(BODY_LIMIT),
        lists.within(Route.of(Scope.USER_READ, "GET", KEYS, account::list)),
        Route.of(Scope.USER_READ, "GET", KEY, account::show),
        Route.of(Scope.USER_WRITE, "DELETE", KEY, account::delete));
  }

  /** Makes a key and shows it, this once. */
  private Answer create(ApiRequest request) {
    KeyRequest asked = request.read(body -> KeyRequest.read(body, LIMITS));
    Set<PermissionGroup> groups = asked.groups();
    Caller caller = request.caller();
    MadeKey made =
        keys.createFor(
            caller,
            groups == null ? null : scopes(groups, caller),
            new KeyLabel(asked.name(), groups == null ? null : names(groups)));
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", made.issued().id());
    shown.put("key", made.text());
    shown.put("permissions", permissions(made.issued()));
    return Answer.ok(JsonBody.write(shown)).notStored().about("key " + made.issued().id());
  }

  private static Set<Scope> scopes(Set<PermissionGroup> groups, Caller caller) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (PermissionGroup group : groups) {
      Scope scope = group.scope;
      if (scope != null && !caller.mayUse(scope)) {
        throw ErrorResponses.refusal(
            ErrorCode.FORBIDDEN,
            ("permissions.api.%s opens the scope %s, which your own key lacks; a key makes"
                    + " no wider key")
                .formatted(group.wireName(), scope.wireName()));
      }
      if (scope != null) {
        scopes.add(scope);
      }
    }
    return scopes;
  }

  private static List<String> names(Set<PermissionGroup> groups) {
    return groups.stream().sorted().map(PermissionGroup::wireName).toList();
  }

  /** Lists the caller's keys. */
  private Answer list(ApiRequest request) {
    List<IssuedKey> own = keys.ofUser(request.caller().user());
    List<?> shown = own.stream().map(AccountRoutes::shown).toList();
    return Answer.ok(JsonBody.write(Map.of("apikeys", shown))).notStored();
  }

  /** Shows a key of the caller. */
  private Answer show(ApiRequest request) {
    long id = id(request);
    IssuedKey key = keys.ofUser(request.caller().user(), id).orElseThrow(() -> unknown(id));
    return Answer.ok(JsonBody.write(shown(key))).notStored();
  }

  /** Revokes a key of the caller, also the one of the request. */
  private Answer delete(ApiRequest request) {
    long id = id(request);
    if (!keys.revoke(request.caller().user(), id)) {
      throw unknown(id);
    }
    return Answer.success("msg", "API Key Deleted: " + id).about("key " + id);
  }

  private static long id(ApiRequest request) {
    return WholeNumber.positive("the id of a key in the path", request.pathParameter(ID));
  }

  private static EngineException unknown(long id) {
    return ErrorResponses.refusal(
        ErrorCode.NOT_FOUND, "no API key of yours has the number " + id + "; it may be deleted");
  }

  /** Returns a key as its owner sees it, without the secret. */
  private static Map<String, @Nullable Object> shown(IssuedKey key) {
    Instant expires = key.terms().expires();
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("id", key.id());
    shown.put("name", key.label().name());
    shown.put("permissions", permissions(key));
    shown.put("scopes", Scope.wireNames(key.terms().scopes()));
    shown.put("administrator", key.terms().administrator());
    shown.put("created_at", key.created().getEpochSecond());
    shown.put("expires_at", expires == null ? null : expires.getEpochSecond());
    return shown;
  }

  /** Returns the groups of a key: {@code {"api":{"misc":{}}}}. */
  private static Map<String, ?> permissions(IssuedKey key) {
    Map<String, Object> groups = new LinkedHashMap<>();
    groups(key.label().permissions(), key.terms().scopes()).stream()
        .sorted()
        .forEach(group -> groups.put(group.wireName(), Map.of()));
    return Map.of("api", groups);
  }

  /** Returns the groups that a key was made with, or else those that open its scopes. */
  private static Set<PermissionGroup> groups(@Nullable List<String> names, Set<Scope> scopes) {
    if (names != null) {
      return names.stream()
          .map(name -> PermissionGroup.ofWireName(name).orElseThrow())
          .collect(Collectors.toSet());
    }
    return Arrays.stream(PermissionGroup.values())
        .filter(group -> group.scope != null && scopes.contains(group.scope))
        .collect(Collectors.toSet());
  }

  /**
   * Shows the account of the caller: number, billing identity and balance, for which the ledger
   * reads all entries of the user.
   */
  private Answer user(ApiRequest request) {
    Caller caller = request.caller();
    InvoiceRoutes.requireCaller(request.parameters().text(InvoiceRoutes.OWNER), caller);
    byte[] json =
        ledger.read(
            caller.user(),
            account ->
                accounts.writeUser(
                    caller.user(), account.identity(), account.current(0, 0).credit()));
    return Answer.ok(json).notStored();
  }
}
