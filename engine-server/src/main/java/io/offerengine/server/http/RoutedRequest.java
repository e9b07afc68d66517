package io.offerengine.server.http;

import io.offerengine.server.keys.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request before its parameters and its body are read.
 *
 * @param route the route that it takes
 * @param pathParameters the values of the path's parameters by name
 * @param caller whom it comes from; null where no key is wanted
 */
record RoutedRequest(Route route, Map<String, String> pathParameters, @Nullable Caller caller) {}
