/**
 * The routes of the documented API (search, invoices, templates), of single offers, of the home
 * page and of the OpenAPI document, and their endpoints.
 */
@NullMarked
package io.offerengine.server.market;

import org.jspecify.annotations.NullMarked;
