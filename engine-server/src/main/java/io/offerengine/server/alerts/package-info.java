/**
 * Saved searches and their alerts: what the changes of offers made match, worked out in the
 * background from the change log.
 */
@NullMarked
package io.offerengine.server.alerts;

import org.jspecify.annotations.NullMarked;
