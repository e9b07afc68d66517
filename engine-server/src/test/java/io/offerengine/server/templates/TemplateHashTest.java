package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Equal contents have equal hashes, however they are written; different contents have different
 * hashes.
 */
class TemplateHashTest {
  private static final TemplateCodec CODEC = new TemplateCodec(MarketplaceSchema.schema());
  private static final ServerSecret SECRET = ServerSecret.random();
  private static final long USER = 7;

  /** Two values of each field with different meanings; the first may be the default. */
  private static final Map<String, List<String>> VALUES = new LinkedHashMap<>();

  static {
    VALUES.put("name", List.of("\"a\"", "\"b\""));
    VALUES.put("image", List.of("\"i\"", "\"j\""));
    VALUES.put("tag", List.of("\"latest\"", "\"1\""));
    VALUES.put("env", List.of("\"-e A=1\"", "\"-e A=2\""));
    VALUES.put("onstart", List.of("\"x\"", "\"y\""));
    VALUES.put("runtype", List.of("\"args\"", "\"ssh\""));
    VALUES.put("ssh_direct", List.of("true", "false"));
    VALUES.put("jup_direct", List.of("true", "false"));
    VALUES.put("jupyter_dir", List.of("\"/\"", "\"/w\""));
    VALUES.put("use_jupyter_lab", List.of("true", "false"));
    VALUES.put("docker_login_repo", List.of("\"r\"", "\"s\""));
    VALUES.put("docker_login_user", List.of("\"u\"", "\"v\""));
    VALUES.put("docker_login_pass", List.of("\"p\"", "\"q\""));
    VALUES.put(
        "extra_filters",
        List.of("{\"num_gpus\":{\"gte\":2,\"lt\":8}}", "{\"num_gpus\":{\"gte\":2}}"));
    VALUES.put("desc", List.of("\"d\"", "\"e\""));
    VALUES.put("readme", List.of("\"m\"", "\"n\""));
    VALUES.put("readme_visible", List.of("true", "false"));
    VALUES.put("args_str", List.of("\"x\"", "\"y\""));
    VALUES.put("use_ssh", List.of("true", "false"));
    VALUES.put("href", List.of("\"h\"", "\"k\""));
    VALUES.put("repo", List.of("\"r\"", "\"s\""));
    VALUES.put("private", List.of("false", "true"));
    VALUES.put("volume_info", List.of("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":3}"));
    VALUES.put("recommended_disk_space", List.of("8", "9"));
  }

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "tag", "\"latest\"",
          "runtype", "\"args\"",
          "private", "false",
          "recommended_disk_space", "8");

  private static final Set<String> OPTIONAL_TEXTS =
      Set.of("tag", "env", "onstart", "runtype", "docker_login_repo", "docker_login_pass", "desc");

  private static final Map<String, List<String>> OTHER_WORDS =
      Map.of(
          "\"i\"", List.of("\"i:latest\"", "\"\\u0069\""),
          "true", List.of("\"true\"", "1"),
          "false", List.of("\"False\"", "0"),
          "8", List.of("\"8.0\"", "8.00", "0.8e1"),
          "{\"a\":1,\"b\":2}", List.of("{\"b\":2.0,\"a\":1}", "{\"a\":10e-1,\"b\":2,\"c\":null}"),
          "{\"num_gpus\":{\"gte\":2,\"lt\":8}}",
              List.of("{\"num_gpus\":{\"lt\":8.0,\"gte\":2},\"rented\":null}"));

  private static String hash(long user, String body) {
    TemplateRequest request = CODEC.readRequest(body.getBytes(UTF_8));
    return SECRET.templateHash(user, request.content(), request.dockerLoginPassword().orElse(null));
  }

  private static String body(Map<String, String> members) {
    List<String> texts = new ArrayList<>();
    members.forEach((name, value) -> texts.add("\"" + name + "\":" + value));
    return "{" + String.join(",", texts) + "}";
  }

  private static Map<String, String> template(Random random) {
    Map<String, String> members = new LinkedHashMap<>();
    VALUES.forEach((name, values) -> {
      if (random.nextBoolean() || name.equals("name") || name.equals("image")) {
        members.put(name, values.get(random.nextInt(values.size())));
      }
    });
    return members;
  }

  /** Returns the same template in another order, with nulls, defaults and other spellings. */
  private static Map<String, String> written(Map<String, String> members, Random random) {
    List<String> names = new ArrayList<>(VALUES.keySet());
    Collections.shuffle(names, random);
    Map<String, String> other = new LinkedHashMap<>();
    for (String name : names) {
      String value = members.get(name);
      if (value != null) {
        List<String> words = new ArrayList<>(OTHER_WORDS.getOrDefault(value, List.of()));
        words.add(value);
        if (members.containsKey("tag")) {
          words.remove("\"i:latest\"");
        }
        other.put(name, words.get(random.nextInt(words.size())));
      } else if (random.nextBoolean()) {
        String nothing = OPTIONAL_TEXTS.contains(name) && random.nextBoolean() ? "\"\"" : "null";
        other.put(name, random.nextBoolean() ? DEFAULTS.getOrDefault(name, nothing) : nothing);
      }
    }
    return other;
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void of_theSameInAnotherForm_isTheSame(@ForAll long seed) {
    Random random = new Random(seed);
    Map<String, String> members = template(random);
    String other = body(written(members, random));
    assertThat(hash(USER, other))
        .as(other)
        .isEqualTo(hash(USER, body(members)))
        .matches("[0-9a-f]{32}");
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void of_anythingElseInOneField_isAnother(@ForAll long seed) {
    Map<String, String> members = template(new Random(seed));
    String hash = hash(USER, body(members));
    VALUES.forEach((name, values) -> {
      String before = members.getOrDefault(name, DEFAULTS.getOrDefault(name, "null"));
      for (String value : values) {
        Map<String, String> changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        assertThat(hash(USER, body(changed)).equals(hash))
            .as("%s %s in place of %s", name, value, before)
            .isEqualTo(value.equals(before));
      }
    });
  }

  /** Otherwise a user could test guesses of another user's password. */
  @Example
  void of_thePasswordOfAnotherUser_isAnother() {
    String open = "{\"name\":\"a\",\"image\":\"i\"}";
    String secret = "{\"name\":\"a\",\"image\":\"i\",\"docker_login_pass\":\"p\"}";
    assertThat(hash(1, open)).isEqualTo(hash(2, open)).isNotEqualTo(hash(1, secret));
    assertThat(hash(1, secret)).isNotEqualTo(hash(2, secret));
  }

  @Example
  void of_thePasswordUnderAnotherSecret_isAnother() {
    byte[] content = {'{', '}'};
    ServerSecret others = ServerSecret.random();
    assertThat(others.templateHash(1, content, null))
        .isEqualTo(SECRET.templateHash(1, content, null));
    assertThat(others.templateHash(1, content, "p"))
        .isNotEqualTo(SECRET.templateHash(1, content, "p"));
    assertThat(SECRET.templateHash(1, content, ""))
        .isNotEqualTo(SECRET.templateHash(1, content, null));
  }
}
