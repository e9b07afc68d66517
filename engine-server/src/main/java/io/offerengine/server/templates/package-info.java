/**
 * Templates: launch configurations in the database, and the secret that encrypts their registry
 * passwords.
 */
@NullMarked
package io.offerengine.server.templates;

import org.jspecify.annotations.NullMarked;
