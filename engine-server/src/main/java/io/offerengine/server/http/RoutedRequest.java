package io.offerengine.server.http;

import io.offerengine.server.http.limit.Client;
import io.offerengine.server.keys.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server knows of a request before its parameters and its body are read.
 *
 * @param route the route that matches
 * @param pathParameters the values of the path's parameters by name
 * @param client the user or the address to which the request is charged
 * @param caller the owner of the key; null if the route requires none
 */
record RoutedRequest(
    Route route, Map<String, String> pathParameters, Client client, @Nullable Caller caller)
    implements RequestChecks.Admission {}
