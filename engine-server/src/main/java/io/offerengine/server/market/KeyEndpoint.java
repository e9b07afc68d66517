package io.offerengine.server.market;

import static io.offerengine.json.key.PermissionGroup.BILLING_READ;
import static io.offerengine.json.key.PermissionGroup.MISC;
import static io.offerengine.json.key.PermissionGroup.USER_READ;
import static io.offerengine.json.key.PermissionGroup.USER_WRITE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.key.KeyCodec;
import io.offerengine.json.key.KeyRequest;
import io.offerengine.json.key.PermissionGroup;
import io.offerengine.json.key.ShownKey;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.IssuedKey;
import io.offerengine.server.keys.KeyLabel;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.MadeKey;
import io.offerengine.server.keys.Scope;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes, shows and revokes the caller's own API keys. To everybody else, also to administrators, a
 * key does not exist.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class KeyEndpoint {
  /** The path parameter with the number of a key. */
  static final String KEY = "id";

  /** The scope that each group opens. The groups that are missing here open nothing. */
  private static final Map<PermissionGroup, Scope> SCOPES =
      new EnumMap<>(
          Map.of(
              MISC, Scope.SEARCH,
              BILLING_READ, Scope.INVOICES,
              USER_READ, Scope.USER_READ,
              USER_WRITE, Scope.USER_WRITE));

  private final KeyRegistry keys;
  private final KeyCodec codec;

  KeyEndpoint(KeyRegistry keys, KeyCodec codec) {
    this.keys = keys;
    this.codec = codec;
  }

  /** Makes a key and shows it, this once. */
  Answer create(ApiRequest request) {
    KeyRequest asked = request.read(codec::readRequest);
    Set<PermissionGroup> groups = asked.groups();
    Caller caller = request.caller();
    MadeKey made =
        keys.createFor(
            caller,
            groups == null ? null : scopes(groups, caller),
            new KeyLabel(asked.name(), groups == null ? null : names(groups)));
    return Answer.ok(codec.writeNewKey(shown(made.issued()), made.text()))
        .notStored()
        .about("key " + made.issued().id());
  }

  private static Set<Scope> scopes(Set<PermissionGroup> groups, Caller caller) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (PermissionGroup group : groups) {
      Scope scope = SCOPES.get(group);
      if (scope != null && !caller.mayUse(scope)) {
        throw ErrorResponses.refusal(
            ErrorCode.FORBIDDEN,
            "permissions.api."
                + group.wireName()
                + " opens the scope "
                + scope.wireName()
                + ", which your own key lacks; a key makes no wider key");
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
  Answer list(ApiRequest request) {
    List<IssuedKey> own = keys.ofUser(request.caller().user());
    return Answer.ok(codec.writeKeys(own.stream().map(KeyEndpoint::shown).toList())).notStored();
  }

  /** Shows a key of the caller. */
  Answer show(ApiRequest request) {
    long id = id(request);
    IssuedKey key = keys.ofUser(request.caller().user(), id).orElseThrow(() -> unknown(id));
    return Answer.ok(codec.writeKey(shown(key))).notStored();
  }

  /** Revokes a key of the caller, also the one of the request. */
  Answer delete(ApiRequest request) {
    long id = id(request);
    if (!keys.revoke(request.caller().user(), id)) {
      throw unknown(id);
    }
    String answer = "{\"success\":true,\"msg\":\"API Key Deleted: " + id + "\"}";
    return Answer.ok(answer.getBytes(UTF_8)).about("key " + id);
  }

  private static long id(ApiRequest request) {
    return WholeNumber.positive("the id of a key in the path", request.pathParameter(KEY));
  }

  private static EngineException unknown(long id) {
    return ErrorResponses.refusal(
        ErrorCode.NOT_FOUND, "no API key of yours has the number " + id + "; it may be deleted");
  }

  private static ShownKey shown(IssuedKey key) {
    Set<Scope> scopes = key.terms().scopes();
    Instant expires = key.terms().expires();
    return new ShownKey(
        key.id(),
        key.label().name(),
        groups(key.label().permissions(), scopes),
        scopes.stream().sorted().map(Scope::wireName).toList(),
        key.terms().administrator(),
        key.created().getEpochSecond(),
        expires == null ? null : expires.getEpochSecond());
  }

  /** Returns the groups that a key was made with, or else those that open its scopes. */
  private static Set<PermissionGroup> groups(@Nullable List<String> names, Set<Scope> scopes) {
    if (names != null) {
      return names.stream()
          .map(name -> PermissionGroup.ofWireName(name).orElseThrow())
          .collect(Collectors.toSet());
    }
    return SCOPES.keySet().stream()
        .filter(group -> scopes.contains(SCOPES.get(group)))
        .collect(Collectors.toSet());
  }
}
