/**
 * Facets: how often values occur among the offers that match a query.
 *
 * <p>A {@link io.offerengine.facet.FacetRequest} says what to count; {@link
 * io.offerengine.facet.Facets} are the counts.
 */
@NullMarked
package io.offerengine.facet;

import org.jspecify.annotations.NullMarked;
