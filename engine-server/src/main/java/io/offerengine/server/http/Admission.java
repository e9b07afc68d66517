package io.offerengine.server.http;

/**
 * The result of the checks of a request's head: a routed request, or the answer that refuses it.
 */
sealed interface Admission permits Answer, RoutedRequest {}
