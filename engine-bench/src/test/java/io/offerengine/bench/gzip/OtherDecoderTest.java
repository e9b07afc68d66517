package io.offerengine.bench.gzip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A decoder other than zlib, which Java has, gives back responses of every size, byte by byte. */
class OtherDecoderTest {
  @TempDir private Path folder;

  @Test
  void responses_areGivenBackByGnuGzip() throws Exception {
    OfferGenerator market = new OfferGenerator(5, 6_000);
    MarketDraws draws = new MarketDraws(MarketTable.of(market), 5, List.of(SearchClass.Q1));
    SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
    try (OfferEngine engine = EnginePeer.load(market, MarketSchema.MARKET)) {
      Snapshot snapshot = engine.snapshot();
      DrawnSearch search = draws.searches(SearchClass.Q1).get(0);
      for (int limit : new int[] {1, 2, 64, 1_000}) {
        Query query = EnginePeer.query(search.withLimit(limit));
        byte[] body = codec.writeResponse(snapshot.search(query));
        byte[] compressed = codec.prepareResponse(snapshot.search(query)).gzip();
        assertThat(decode(compressed)).isEqualTo(body);
      }
    }
  }

  private byte[] decode(byte[] compressed) throws IOException, InterruptedException {
    Path in = Files.write(folder.resolve("body.gz"), compressed);
    Path out = folder.resolve("body");
    Process process;
    try {
      process =
          new ProcessBuilder("gzip", "-dc")
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException missing) {
      assumeThat(false).as("gzip is installed").isTrue();
      throw missing;
    }
    assertThat(process.waitFor()).as("exit code").isZero();
    return Files.readAllBytes(out);
  }
}
