/** Templates as JSON: requests in, stored templates out. */
@NullMarked
package io.offerengine.json.template;

import org.jspecify.annotations.NullMarked;
