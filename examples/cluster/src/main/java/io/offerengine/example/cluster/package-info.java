/** Starts PostgreSQL, three members and HAProxy on this machine. */
@NullMarked
package io.offerengine.example.cluster;

import org.jspecify.annotations.NullMarked;
