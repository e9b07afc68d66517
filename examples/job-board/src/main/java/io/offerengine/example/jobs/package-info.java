/** The engine over a schema of job adverts. */
@NullMarked
package io.offerengine.example.jobs;

import org.jspecify.annotations.NullMarked;
