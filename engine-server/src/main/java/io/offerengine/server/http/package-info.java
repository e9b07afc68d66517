/** The way of a request from the socket to an endpoint and back: nothing here knows of offers. */
@NullMarked
package io.offerengine.server.http;

import org.jspecify.annotations.NullMarked;
