/** What the commands of this module have in common: options, their checks, and how they fail. */
@NullMarked
package io.offerengine.bench.command;

import org.jspecify.annotations.NullMarked;
