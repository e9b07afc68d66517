/** Drawing results: the pictures' elements, their scale, and the files that they are read from. */
@NullMarked
package io.offerengine.bench.plot;

import org.jspecify.annotations.NullMarked;
