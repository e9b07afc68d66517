/** What an offer is: fields, parameters, computed fields, and offers themselves. */
@NullMarked
package io.offerengine.schema;

import org.jspecify.annotations.NullMarked;
