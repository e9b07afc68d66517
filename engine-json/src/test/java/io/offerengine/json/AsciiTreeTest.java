package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.Field;
import io.offerengine.schema.MarketplaceSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fast reader of requests reads, the tokeniser reads too, to the same tree. */
class AsciiTreeTest {
  private static final JsonLimits NARROW = new JsonLimits(1 << 20, 3, 8, 5, 1 << 20, 100);
  private static final KnownKeys KEYS =
      KnownKeys.of(MarketplaceSchema.schema(), List.of("limit", "order"));
  private static final List<byte[]> TEXTS =
      MutatedInputTest.texts("requests.golden", "request-errors.golden", "templates.golden");

  @Test
  void readObject_ofDocumentedRequests_readsNearlyAll() {
    List<byte[]> requests = MutatedInputTest.texts("requests.golden");
    long read = requests.stream().filter(text -> fast(text, JsonLimits.DEFAULTS) != null).count();
    assertThat(read).isGreaterThan(requests.size() * 9L / 10);
  }

  @Property(tries = 5000, shrinking = ShrinkingMode.OFF)
  void readObject_ofADamagedText_isTheTokenisersTreeOrNone(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] text = MutatedInputTest.damaged(TEXTS, random);
    JsonLimits limits = random.nextBoolean() ? NARROW : JsonLimits.DEFAULTS;
    Map<String, @Nullable Object> tree = fast(text, limits);
    if (tree != null) {
      assertThat(shown(tree)).as("seed=%d", seed).isEqualTo(shown(slow(text, limits)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " \t\r\n{ \"a\" : [ ] , \"b\" : { } } \n",
        "{\"z\":null,\"b\":{\"c\":null},\"a\":{\"y\":1,\"x\":2,\"w\":3}}",
        "{\"a\":[1,-0,0.5,1e5,-1.25E-7],\"b\":[true,false,null,\"\"]}"
      })
  void readObject_ofPlainText_isTheTokenisersTree(String text) {
    Map<String, @Nullable Object> tree = fast(text.getBytes(UTF_8), JsonLimits.DEFAULTS);
    assertThat(shown(tree)).isEqualTo(shown(slow(text.getBytes(UTF_8), JsonLimits.DEFAULTS)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "1",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{\"a\":1,,\"b\":2}",
        "{,}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":tru}",
        "{\"a\":nul",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":-}",
        "{\"a\":1e}",
        "{\"a\":1}x",
        "{\"a\":1}{}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":null,\"a\":null}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"b\":2,\"b\":null}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"é\"}",
        "{\"a\":\"\\n\"}",
        "{\"a\":NaN}",
        "{\"a\":1 2}",
        "{\"a\":1}\u0000",
        "\u0000{\"a\":1}",
        "\uFEFF{}"
      })
  void readObject_ofAnyOtherText_isLeft(String text) {
    assertThat(fast(text.getBytes(UTF_8), JsonLimits.DEFAULTS)).isNull();
  }

  @Test
  void readObject_beyondALimit_isLeft() {
    for (String text :
        List.of(
            "{\"a\":[[[1]]]}", "{\"a\":\"123456789\"}", "{\"123456789\":1}", "{\"a\":123456}")) {
      assertThat(fast(text.getBytes(UTF_8), NARROW)).as(text).isNull();
      assertThat(fast(text.getBytes(UTF_8), JsonLimits.DEFAULTS)).as(text).isNotNull();
    }
  }

  @Test
  void readObject_ofMoreMembersThanAreKeptInARow_isTheTokenisersTree() {
    StringBuilder text = new StringBuilder("{\"k0\":0");
    for (int i = 1; i < 3 * Members.MOST; i++) {
      text.append(",\"k").append(i).append("\":").append(i);
      byte[] whole = (text + "}").getBytes(UTF_8);
      assertThat(shown(fast(whole, JsonLimits.DEFAULTS)))
          .isEqualTo(shown(slow(whole, JsonLimits.DEFAULTS)));
      String repeated = text + ",\"k" + i / 2 + "\":1}";
      assertThat(fast(repeated.getBytes(UTF_8), JsonLimits.DEFAULTS)).as(repeated).isNull();
    }
  }

  @Test
  void readObject_nestedWithoutEnd_isLeftBeforeTheStackIsFull() {
    for (String opened : List.of("[", "{\"a\":")) {
      byte[] text = ("{\"a\":" + opened.repeat(500_000)).getBytes(UTF_8);
      assertThat(fast(text, JsonLimits.DEFAULTS)).isNull();
    }
  }

  @Test
  void readObject_ofAPartOfAnArray_readsNothingElse() {
    byte[] bytes = "xx{\"a\":12}34".getBytes(UTF_8);
    assertThat(shown(AsciiTree.readObject(bytes, 2, 8, JsonLimits.DEFAULTS, KEYS)))
        .isEqualTo("{a=NumberLiteral 12}");
    assertThat(AsciiTree.readObject(bytes, 2, 7, JsonLimits.DEFAULTS, KEYS)).isNull();
  }

  @Test
  void find_ofKnownKeys_findsThemAndNoOthers() {
    for (Field field : MarketplaceSchema.schema().fields()) {
      String name = field.name();
      byte[] bytes = ("x" + name + "x").getBytes(UTF_8);
      assertThat(KEYS.find(bytes, 1, name.length())).isEqualTo(name);
      assertThat(KEYS.find(bytes, 0, name.length() + 1)).isNull();
      assertThat(KEYS.find(bytes, 1, name.length() + 1)).isNull();
      assertThat(KnownKeys.NONE.find(bytes, 1, name.length())).isNull();
    }
    // The same hash as "gte".
    byte[] collision = {'g', 'u', 'F'};
    assertThat(new String(collision, UTF_8)).hasSameHashCodeAs("gte");
    assertThat(KEYS.find(collision, 0, 3)).isNull();
    assertThat(KEYS.find(new byte[0], 0, 0)).isNull();
  }

  private static @Nullable Map<String, @Nullable Object> fast(byte[] text, JsonLimits limits) {
    return AsciiTree.readObject(text, 0, text.length, limits, KEYS);
  }

  private static Map<String, @Nullable Object> slow(byte[] text, JsonLimits limits) {
    try (JsonInput in =
        new JsonInput(JsonInput.factory(limits), new ByteArrayInputStream(text), limits)) {
      return JsonTree.readObject(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns a tree with the types of its values, in its order. */
  private static String shown(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      map.forEach((key, each) -> entries.add(key + "=" + shown(each)));
      return "{" + String.join(",", entries) + "}";
    }
    if (value instanceof List<?> list) {
      List<String> elements = new ArrayList<>();
      list.forEach(each -> elements.add(shown(each)));
      return "[" + String.join(",", elements) + "]";
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
