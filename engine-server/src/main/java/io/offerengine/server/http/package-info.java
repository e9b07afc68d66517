/**
 * HTTP: receives requests, checks them, passes them to endpoints and sends answers. This package
 * knows nothing of offers.
 */
@NullMarked
package io.offerengine.server.http;

import org.jspecify.annotations.NullMarked;
