/** The commands that run without a server, with the options and tables that they share. */
@NullMarked
package io.offerengine.server.cli;

import org.jspecify.annotations.NullMarked;
