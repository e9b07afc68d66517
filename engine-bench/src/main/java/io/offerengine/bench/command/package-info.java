/** The options, checks and error reports that the commands of this module share. */
@NullMarked
package io.offerengine.bench.command;

import org.jspecify.annotations.NullMarked;
