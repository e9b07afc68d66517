/** How the rows of each segment are found: plans, chosen by what each clause says it costs. */
@NullMarked
package io.offerengine.internal.plan;

import org.jspecify.annotations.NullMarked;
