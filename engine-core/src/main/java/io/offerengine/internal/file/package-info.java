/** Files of checksummed blocks, and the fingerprint of the schema whose values they have. */
@NullMarked
package io.offerengine.internal.file;

import org.jspecify.annotations.NullMarked;
