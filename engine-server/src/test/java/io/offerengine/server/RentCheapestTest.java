package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.Together;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the library's page that rents the cheapest offer, run by many threads at once. */
class RentCheapestTest {
  private static final int OFFERS = 500;
  private static final int THREADS = 16;

  @Test
  void rentCheapest_by16Threads_rentsEachOfferOnce(@TempDir Path classes) throws Exception {
    OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 1; id <= OFFERS; id++) {
      batch.upsert(
          Offer.builder()
              .set(MarketplaceSchema.ID, id)
              .set(MarketplaceSchema.GPU_NAME, "A100")
              .set(MarketplaceSchema.DPH_BASE, id % 7)
              .build());
    }
    engine.apply(batch.build());
    List<List<Long>> rented;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Method rent = rentCheapest(loader, classes);
      rented = Together.call(THREADS, THREADS, each -> rentAll(rent, engine));
    }
    assertThat(rented.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, OFFERS).boxed().toList());
  }

  private static List<Long> rentAll(Method rent, OfferEngine engine)
      throws ReflectiveOperationException {
    List<Long> rented = new ArrayList<>();
    for (OptionalLong id = one(rent, engine); id.isPresent(); id = one(rent, engine)) {
      rented.add(id.getAsLong());
    }
    return rented;
  }

  private static OptionalLong one(Method rent, OfferEngine engine)
      throws ReflectiveOperationException {
    return (OptionalLong) rent.invoke(null, engine, "A100");
  }

  private static Method rentCheapest(ClassLoader loader, Path classes)
      throws IOException, ReflectiveOperationException {
    Path page = Path.of("..", "docs", "library.md");
    for (String fence : JavaFences.in(Files.readString(page))) {
      if (fence.contains("rentCheapest")) {
        assertThat(JavaFences.problemsOf(fence, classes)).isEmpty();
      }
    }
    Method rent =
        loader
            .loadClass("CheapestOffer")
            .getDeclaredMethod("rentCheapest", OfferEngine.class, String.class);
    rent.setAccessible(true);
    return rent;
  }
}
