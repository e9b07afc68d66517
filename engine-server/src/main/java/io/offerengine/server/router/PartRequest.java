package io.offerengine.server.router;

import io.offerengine.server.http.ApiRequest;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all shards are asked for.
 *
 * @param kind the kind of the answer: the last name of the path at a member
 * @param query the parameters of the client that are for members, as a query; empty for none
 * @param body the body of the client, unchanged; null if the kind has none
 * @param keys the client's key as it was sent, or several; members refuse several
 * @param id the identifier of the client's request
 * @param client the client's address; null if it is unknown
 */
record PartRequest(
    String kind,
    String query,
    @SuppressWarnings("ArrayRecordComponent") byte @Nullable [] body,
    List<String> keys,
    String id,
    @Nullable InetAddress client) {
  /**
   * Returns a request for a kind of answer, of the client that sent a request.
   *
   * @param parameters the names of the parameters that are for members
   */
  static PartRequest of(
      ApiRequest request, String kind, byte @Nullable [] body, String... parameters) {
    return new PartRequest(
        kind,
        request.parameters().encoded(List.of(parameters)),
        body,
        request.authorization(),
        request.id(),
        request.address());
  }
}
