/** The reference service that embeds the engine behind HTTP and a command line. */
@NullMarked
package io.offerengine.server;

import org.jspecify.annotations.NullMarked;
