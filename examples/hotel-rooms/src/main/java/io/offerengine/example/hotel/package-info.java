/** The engine over a schema of hotel rooms. */
@NullMarked
package io.offerengine.example.hotel;

import org.jspecify.annotations.NullMarked;
