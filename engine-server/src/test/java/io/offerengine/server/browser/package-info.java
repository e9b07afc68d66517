/** The search page in a real browser, at a real service. */
package io.offerengine.server.browser;
