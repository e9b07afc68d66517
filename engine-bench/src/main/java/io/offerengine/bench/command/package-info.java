/** What commands share: options, their checks, error reports, and surroundings of a measurement. */
@NullMarked
package io.offerengine.bench.command;

import org.jspecify.annotations.NullMarked;
