/** What takes turns: engines of this version and of others, and peers. */
@NullMarked
package io.offerengine.bench.versions;

import org.jspecify.annotations.NullMarked;
