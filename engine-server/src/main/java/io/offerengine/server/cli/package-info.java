/**
 * The command line without the server: the commands {@code search}, {@code explain} and {@code
 * keys}, the options that {@code serve} shares with them, and tables and trees for people.
 */
@NullMarked
package io.offerengine.server.cli;

import org.jspecify.annotations.NullMarked;
