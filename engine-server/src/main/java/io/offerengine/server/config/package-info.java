/** The configuration of a command: a file, environment variables and options, in rising order. */
@NullMarked
package io.offerengine.server.config;

import org.jspecify.annotations.NullMarked;
