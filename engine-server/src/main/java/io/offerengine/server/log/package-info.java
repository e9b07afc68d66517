/** The logs of the service: their formats and levels, requests, and administrative changes. */
@NullMarked
package io.offerengine.server.log;

import org.jspecify.annotations.NullMarked;
