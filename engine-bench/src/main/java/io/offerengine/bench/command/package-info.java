/** What all commands of this module share: options, their checks, and error reports. */
@NullMarked
package io.offerengine.bench.command;

import org.jspecify.annotations.NullMarked;
