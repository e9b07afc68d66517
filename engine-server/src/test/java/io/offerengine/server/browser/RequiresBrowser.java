package io.offerengine.server.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of a class are skipped, with one line, on a machine without Chromium. If the
 * environment variable {@code BROWSER_REQUIRED} is {@code true}, they fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserCondition.class)
@interface RequiresBrowser {}
