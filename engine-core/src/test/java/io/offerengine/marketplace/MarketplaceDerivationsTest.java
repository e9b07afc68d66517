package io.offerengine.marketplace;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Offer;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The packing of driver versions, held to the rule part by part. */
class MarketplaceDerivationsTest {
  private static final int CASES = 200_000;
  private static final String CHARACTERS = "0123456789......a_٣";

  @Test
  void packedVersion_ofRandomTexts_followsTheRule() {
    Derivation packed = MarketplaceDerivations.packedVersion(MarketplaceSchema.DRIVER_VERSION);
    Random random = new Random(1);
    for (int i = 0; i < CASES; i++) {
      String text = text(random);
      Offer offer =
          Offer.builder()
              .set(MarketplaceSchema.ID, 1)
              .set(MarketplaceSchema.DRIVER_VERSION, text)
              .build();
      assertThat(packed.derive(offer)).as(text).isEqualTo(plain(text));
    }
  }

  private static String text(Random random) {
    int characters = random.nextInt(20) == 0 ? CHARACTERS.length() : 13;
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(14); i > 0; i--) {
      text.append(CHARACTERS.charAt(random.nextInt(characters)));
    }
    return text.toString();
  }

  private static @Nullable Long plain(String version) {
    if (!version.matches("[0-9]+(\\.[0-9]+)*")) {
      return null;
    }
    String[] parts = version.split("\\.", -1);
    long packed = 0;
    for (int i = 0; i < Math.max(3, parts.length); i++) {
      String part = i < parts.length ? parts[i].replaceFirst("^0+(?=.)", "") : "0";
      boolean fits = part.length() <= 9 && (i == 0 || Long.parseLong(part) <= 999);
      if (!fits || (i >= 3 && !part.equals("0"))) {
        return null;
      }
      packed = i < 3 ? packed * 1000 + Long.parseLong(part) : packed;
    }
    return packed;
  }
}
