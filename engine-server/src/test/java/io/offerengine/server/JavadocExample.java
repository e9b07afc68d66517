package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;

/** The variables that an example of the Javadoc finds when it is run: see JavadocExamplesTest. */
public abstract class JavadocExample {
  private static final String OFFERS =
      """
      {"id":1,"machine_id":1,"gpu_name":"RTX 4090","num_gpus":2,"reliability":0.99,"dph_base":0.8}
      {"id":2,"machine_id":2,"gpu_name":"RTX 4090","num_gpus":4,"reliability":0.95,"dph_base":1.5}
      {"id":3,"machine_id":3,"gpu_name":"H100 SXM","num_gpus":8,"dph_base":17.0}
      """;

  /** The schema of the marketplace. */
  protected final Schema schema = MarketplaceSchema.schema();

  /** An engine that holds three offers. */
  protected final OfferEngine engine = OfferEngine.builder(schema).build();

  /** A codec of the marketplace. */
  protected final SearchCodec codec = new SearchCodec(schema);

  /** The bytes of a search request. */
  protected final byte[] body = "{\"num_gpus\":{\"gte\":2},\"limit\":2}".getBytes(UTF_8);

  /** A query that matches two of the three offers. */
  protected final Query query =
      Query.builder(schema).where("gpu_name", "eq", "RTX 4090").orderBy("dph_total", "asc").build();

  /** The snapshot of the engine that holds the three offers. */
  protected final Snapshot snapshot;

  /** The results of the query, before the first one. */
  protected final Matches matches;

  /** Loads the offers. */
  protected JavadocExample() {
    byte[] offers = OFFERS.getBytes(UTF_8);
    engine.load(new OfferCodec(schema).read(new ByteArrayInputStream(offers)), LoadListener.NONE);
    snapshot = engine.snapshot();
    matches = snapshot.search(query);
  }

  /**
   * Runs the example.
   *
   * @throws Exception if the example throws
   */
  public abstract void run() throws Exception;
}
