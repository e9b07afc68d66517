package io.offerengine.server.metrics;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Answers with all metrics in the text format of Prometheus.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class MetricsEndpoint implements Endpoint {
  private final PrometheusTextFormatWriter format = PrometheusTextFormatWriter.create();
  private final PrometheusRegistry registry;

  MetricsEndpoint(PrometheusRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Answer answer(ApiRequest request) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    format.write(text, registry.scrape());
    return Answer.text(format.getContentType(), text.toByteArray());
  }
}
