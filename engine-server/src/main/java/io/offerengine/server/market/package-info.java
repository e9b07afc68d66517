/**
 * The routes of the documented API (search, invoices, templates), of the home page and of the
 * OpenAPI document, with an endpoint behind each.
 */
@NullMarked
package io.offerengine.server.market;

import org.jspecify.annotations.NullMarked;
