/** Starts PostgreSQL, three members and a router on this machine. */
@NullMarked
package io.offerengine.example.cluster;

import org.jspecify.annotations.NullMarked;
