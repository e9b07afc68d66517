package io.offerengine.server.router;

import io.offerengine.server.http.ApiRequest;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all shards are asked for.
 *
 * @param kind the kind of the answer: the last name of the path at a member
 * @param cursor the cursor of the client; null for the first page
 * @param body the body of the client, unchanged; null if the kind has none
 * @param keys the client's key as it was sent, or several; members refuse several
 * @param id the identifier of the client's request
 * @param client the client's address; null if it is unknown
 */
record PartRequest(
    String kind,
    @Nullable String cursor,
    @SuppressWarnings("ArrayRecordComponent") byte @Nullable [] body,
    List<String> keys,
    String id,
    @Nullable InetAddress client) {
  /** Returns a request for a kind of answer, of the client that sent a request. */
  static PartRequest of(
      ApiRequest request, String kind, @Nullable String cursor, byte @Nullable [] body) {
    return new PartRequest(
        kind, cursor, body, request.authorization(), request.id(), request.address());
  }
}
