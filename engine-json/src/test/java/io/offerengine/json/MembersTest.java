package io.offerengine.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** Members are the map that a {@link LinkedHashMap} would be, but for the first value of a key. */
class MembersTest {
  @Property(tries = 2000, shrinking = ShrinkingMode.OFF)
  void add_ofRandomMembers_isALinkedHashMap(@ForAll long seed) {
    Random random = new Random(seed);
    Members members = new Members();
    Map<String, @Nullable Object> expected = new LinkedHashMap<>();
    int names = 1 + random.nextInt(100);
    for (int i = random.nextInt(80); i > 0; i--) {
      String key = "k" + random.nextInt(names);
      Integer value = random.nextInt(4) == 0 ? null : random.nextInt();
      boolean isNew = !expected.containsKey(key);
      if (isNew) {
        expected.put(key, value);
      }
      assertThat(members.add(key, value)).as("seed=%d key=%s", seed, key).isEqualTo(isNew);
    }
    assertThat(members).as("seed=%d", seed).isEqualTo(expected).hasSameSizeAs(expected);
    assertThat(new ArrayList<>(members.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    List<String> keys = new ArrayList<>();
    members.forEach((key, value) -> {
      keys.add(key);
      assertThat(value).isEqualTo(expected.get(key));
    });
    assertThat(keys).isEqualTo(List.copyOf(expected.keySet()));
    for (int i = 0; i < names; i++) {
      assertThat(members.get("k" + i)).isEqualTo(expected.get("k" + i));
      assertThat(members.containsKey("k" + i)).isEqualTo(expected.containsKey("k" + i));
    }
  }
}
