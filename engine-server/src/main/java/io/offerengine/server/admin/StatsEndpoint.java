package io.offerengine.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.EngineStats;
import io.offerengine.SearchableOffers;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.JsonText;
import io.offerengine.server.http.ServerMemory;
import java.util.StringJoiner;

/**
 * Answers with the statistics of the engine's latest version and of the server's memory. Sizes are
 * in bytes.
 */
final class StatsEndpoint implements Endpoint {
  private final SearchableOffers engine;

  StatsEndpoint(SearchableOffers engine) {
    this.engine = engine;
  }

  @Override
  public Answer answer(ApiRequest request) {
    EngineStats stats = engine.stats();
    StringJoiner structures = new StringJoiner(",", "[", "]");
    for (EngineStats.StructureBytes each : stats.structures()) {
      structures.add(
          "{\"field\":"
              + JsonText.quote(each.field())
              + ",\"structure\":"
              + JsonText.quote(each.structure())
              + ",\"bytes\":"
              + each.bytes()
              + "}");
    }
    StringJoiner json = new StringJoiner(",", "{", "}");
    json.add("\"version\":" + stats.version());
    json.add("\"offers\":" + stats.offers());
    json.add("\"segments\":" + stats.segments());
    json.add("\"tail_rows\":" + stats.tailRows());
    json.add("\"dead_rows\":" + stats.deadRows());
    json.add("\"seals\":" + stats.seals());
    json.add("\"merges\":" + stats.merges());
    json.add("\"attachment_budget\":" + stats.attachmentBudget());
    json.add("\"total_bytes\":" + stats.totalBytes());
    json.add("\"structures\":" + structures);
    json.add("\"server\":" + server(request.serverMemory()));
    return Answer.ok(json.toString().getBytes(UTF_8));
  }

  private static String server(ServerMemory memory) {
    StringJoiner json = new StringJoiner(",", "{", "}");
    json.add("\"in_flight\":" + memory.inFlight());
    json.add("\"in_flight_limit\":" + memory.inFlightLimit());
    json.add("\"pooled_direct\":" + memory.pooledDirect());
    json.add("\"pooled_heap\":" + memory.pooledHeap());
    json.add("\"direct\":" + memory.direct());
    json.add("\"connections\":" + memory.connections());
    json.add("\"refused_connections\":" + memory.refusedConnections());
    return json.toString();
  }
}
