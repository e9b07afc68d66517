package io.offerengine.server.config;

/** A configuration can't be used. The message says where, what is wrong and what is allowed. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ConfigurationException(String message) {
    super(message);
  }
}
