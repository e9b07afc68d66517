/** The schema of the compute marketplace: its fields, formulas and instance types. */
@NullMarked
package io.offerengine.marketplace;

import org.jspecify.annotations.NullMarked;
