package io.offerengine.server.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * The environment and the standard streams of a command.
 *
 * @param environment the environment variables
 * @param in the standard input
 * @param out the standard output, in UTF-8
 * @param err the standard error, in UTF-8
 */
public record CommandContext(
    Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {}
