package io.offerengine.server.alerts;

import io.offerengine.json.saved.Alert;

/**
 * An alert with the number of the user who gets it.
 *
 * @param user the number of the user
 * @param alert what the user gets
 */
record UserAlert(long user, Alert alert) {}
