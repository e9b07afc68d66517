package io.offerengine.json.key;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests for API keys from parsed JSON. A null value counts as a missing one.
 *
 * <p>Whatever would restrict the key in a way that this service does not know is an error: a key
 * that ignores it would open more than its owner wanted.
 *
 * <p>A refused value is an {@link InvalidQueryException} with a JSON Pointer into the request.
 */
final class KeyReader {
  private static final String NAME = "name";
  private static final String PERMISSIONS = "permissions";
  private static final String API = "api";
  private static final String PARAMETERS = "key_params";

  /** The longest name, in UTF-16 code units. */
  private static final int MAX_NAME = 1_024;

  private KeyReader() {}

  static KeyRequest read(Map<String, @Nullable Object> request) {
    for (String key : request.keySet()) {
      if (!key.equals(NAME) && !key.equals(PERMISSIONS) && !key.equals(PARAMETERS)) {
        throw refused(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", key),
            "a request for a key has no field called "
                + MessageText.name(key)
                + "; use name, permissions and key_params");
      }
    }
    Object name = request.get(NAME);
    Object permissions = request.get(PERMISSIONS);
    requireNone(request.get(PARAMETERS));
    return new KeyRequest(
        name == null ? "" : name(name), permissions == null ? null : groups(permissions));
  }

  private static String name(Object value) {
    if (!(value instanceof String text) || text.chars().anyMatch(Character::isISOControl)) {
      throw refused(
          INVALID_VALUE,
          "/" + NAME,
          "name takes one line without control characters, but got " + MessageText.value(value));
    }
    if (text.length() > MAX_NAME) {
      throw refused(
          LIMIT_EXCEEDED,
          "/" + NAME,
          "name takes at most " + MAX_NAME + " characters, but got " + text.length());
    }
    return text;
  }

  private static Set<PermissionGroup> groups(Object permissions) {
    String allowed = "permissions takes an object such as {\"api\": {\"misc\": {}}}, but got ";
    if (!(permissions instanceof Map<?, ?> object)) {
      throw refused(INVALID_VALUE, "/" + PERMISSIONS, allowed + MessageText.value(permissions));
    }
    for (Object key : object.keySet()) {
      if (!key.equals(API)) {
        throw refused(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("/" + PERMISSIONS, (String) key),
            "permissions has the field api alone; a key that ignored another one could open too"
                + " much");
      }
    }
    String path = "/" + PERMISSIONS + "/" + API;
    if (!(object.get(API) instanceof Map<?, ?> given)) {
      throw refused(
          INVALID_VALUE,
          object.containsKey(API) ? path : "/" + PERMISSIONS,
          allowed + MessageText.value(object));
    }
    Set<PermissionGroup> groups = EnumSet.noneOf(PermissionGroup.class);
    given.forEach((key, constraints) -> groups.add(group(path, (String) key, constraints)));
    return groups;
  }

  private static PermissionGroup group(String path, String name, @Nullable Object constraints) {
    String pointer = InvalidQueryException.pointer(path, name);
    PermissionGroup group =
        PermissionGroup.ofWireName(name)
            .orElseThrow(() ->
                refused(
                    UNKNOWN_FIELD,
                    pointer,
                    "no group of permissions is called "
                        + MessageText.name(name)
                        + "; there are "
                        + PermissionGroup.wireNames()));
    if (!(constraints instanceof Map<?, ?> object) || !object.isEmpty()) {
      throw refused(
          INVALID_VALUE,
          pointer,
          "a group of permissions takes {}, without constraints, since a key that ignored them"
              + " would open too much; got "
              + MessageText.value(constraints));
    }
    return group;
  }

  private static void requireNone(@Nullable Object parameters) {
    boolean isNone =
        parameters == null
            || parameters.equals("")
            || (parameters instanceof Map<?, ?> object && object.isEmpty());
    if (!isNone) {
      throw refused(
          INVALID_VALUE,
          "/" + PARAMETERS,
          "key_params takes null, since a key that ignored parameters would open too much; got "
              + MessageText.value(parameters));
    }
  }

  private static InvalidQueryException refused(ErrorCode code, String path, String problem) {
    return new InvalidQueryException(code, path, problem);
  }
}
