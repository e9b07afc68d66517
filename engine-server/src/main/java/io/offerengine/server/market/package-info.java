/**
 * The routes of the documented API, the page and the OpenAPI document, with an endpoint for each.
 */
@NullMarked
package io.offerengine.server.market;

import org.jspecify.annotations.NullMarked;
