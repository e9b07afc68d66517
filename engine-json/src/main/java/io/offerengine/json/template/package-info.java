/**
 * Reads requests for templates, and writes stored templates as JSON.
 *
 * <p>{@link io.offerengine.json.template.TemplateCodec} is the entry point.
 */
@NullMarked
package io.offerengine.json.template;

import org.jspecify.annotations.NullMarked;
