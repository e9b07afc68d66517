/** What tests of logs and of the service share: real databases and brokers. */
@NullMarked
package io.offerengine.log.testing;

import org.jspecify.annotations.NullMarked;
