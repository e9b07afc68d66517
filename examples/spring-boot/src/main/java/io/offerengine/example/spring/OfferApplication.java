package io.offerengine.example.spring;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.Resource;

/** A Spring Boot program that searches offers in memory. */
@SpringBootApplication(proxyBeanMethods = false)
public class OfferApplication {
  /** Starts the program. */
  public static void main(String[] args) {
    SpringApplication.run(OfferApplication.class, args);
  }

  @Bean
  Schema schema() {
    return MarketplaceSchema.schema();
  }

  @Bean
  OfferCodec offerCodec(Schema schema) {
    return new OfferCodec(schema);
  }

  @Bean
  SearchCodec searchCodec(Schema schema) {
    return new SearchCodec(schema);
  }

  /** The engine with the offers of the property {@code offers}; the context closes it. */
  @Bean(destroyMethod = "close")
  OfferEngine offerEngine(Schema schema, OfferCodec codec, @Value("${offers}") Resource offers)
      throws IOException {
    OfferEngine engine = OfferEngine.builder(schema).build();
    try (InputStream lines = offers.getInputStream()) {
      engine.load(codec.read(lines), LoadListener.NONE);
    }
    return engine;
  }
}
