/** Reusable launch configurations, and the server's secret that guards the passwords in them. */
@NullMarked
package io.offerengine.server.templates;

import org.jspecify.annotations.NullMarked;
