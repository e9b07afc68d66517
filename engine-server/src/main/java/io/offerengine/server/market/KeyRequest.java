package io.offerengine.server.market;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static io.offerengine.query.InvalidQueryException.pointer;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checked request for a new API key.
 *
 * <p>Whatever would restrict the key in a way that this service does not know is an error: a key
 * that ignores it would open more than its owner wanted. A null value counts as a missing one.
 *
 * @param name what the owner calls the key; empty for nothing
 * @param groups the groups of permissions of the key; null for all that the caller's key has
 */
record KeyRequest(String name, @Nullable Set<PermissionGroup> groups) {
  private static final String NAME = "name";
  private static final String PERMISSIONS = "permissions";
  private static final String API = "api";
  private static final String PARAMETERS = "key_params";

  /** The longest name, in UTF-16 code units. */
  private static final int MAX_NAME = 1_024;

  /** Copies the groups. */
  KeyRequest {
    groups = groups == null ? null : Set.copyOf(groups);
  }

  /**
   * Reads a request for a key: {@code {"name":"…","permissions":{"api":{…}},"key_params":null}}.
   *
   * @throws io.offerengine.json.JsonException if the body can't be read or is not such a request
   */
  static KeyRequest read(byte[] json, JsonLimits limits) {
    JsonBody body = JsonBody.read(json, limits);
    body.requireNames(
        "a request for a key",
        List.of(NAME, PERMISSIONS, PARAMETERS),
        "name, permissions and key_params");
    Object permissions = body.get(PERMISSIONS);
    Object parameters = body.get(PARAMETERS);
    if (parameters != null && !parameters.equals("") && !isEmptyObject(parameters)) {
      throw body.refusal(
          INVALID_VALUE,
          "/" + PARAMETERS,
          "key_params takes null, since a key that ignored parameters would open too much; got "
              + JsonBody.shown(parameters));
    }
    return new KeyRequest(
        body.line(NAME, MAX_NAME), permissions == null ? null : groups(body, permissions));
  }

  private static boolean isEmptyObject(@Nullable Object value) {
    return value instanceof Map<?, ?> object && object.isEmpty();
  }

  private static Set<PermissionGroup> groups(JsonBody body, Object permissions) {
    String path = "/" + PERMISSIONS;
    String allowed = "permissions takes an object such as {\"api\": {\"misc\": {}}}, but got ";
    if (!(permissions instanceof Map<?, ?> object)) {
      throw body.refusal(INVALID_VALUE, path, allowed + JsonBody.shown(permissions));
    }
    for (Object key : object.keySet()) {
      if (!key.equals(API)) {
        throw body.refusal(
            UNKNOWN_FIELD,
            pointer(path, (String) key),
            "permissions has the field api alone; a key that ignored another one could open too"
                + " much");
      }
    }
    if (!(object.get(API) instanceof Map<?, ?> given)) {
      throw body.refusal(
          INVALID_VALUE,
          object.containsKey(API) ? pointer(path, API) : path,
          allowed + JsonBody.shown(object));
    }
    Set<PermissionGroup> groups = EnumSet.noneOf(PermissionGroup.class);
    given.forEach((name, constraints) -> groups.add(group(body, (String) name, constraints)));
    return groups;
  }

  private static PermissionGroup group(JsonBody body, String name, @Nullable Object constraints) {
    String pointer = pointer("/" + PERMISSIONS + "/" + API, name);
    PermissionGroup group =
        PermissionGroup.ofWireName(name)
            .orElseThrow(() ->
                body.refusal(
                    UNKNOWN_FIELD,
                    pointer,
                    "no group of permissions is called %s; there are %s"
                        .formatted(JsonBody.named(name), PermissionGroup.wireNames())));
    if (!isEmptyObject(constraints)) {
      throw body.refusal(
          INVALID_VALUE,
          pointer,
          "a group of permissions takes {}, without constraints, since a key that ignored them"
              + " would open too much; got "
              + JsonBody.shown(constraints));
    }
    return group;
  }
}
