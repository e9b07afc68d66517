/** What tests of several modules share. Each module compiles these sources with its own tests. */
package io.offerengine.testing;
