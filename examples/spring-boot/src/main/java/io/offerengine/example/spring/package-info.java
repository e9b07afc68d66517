/** The engine as a bean of a Spring Boot program. */
@NullMarked
package io.offerengine.example.spring;

import org.jspecify.annotations.NullMarked;
