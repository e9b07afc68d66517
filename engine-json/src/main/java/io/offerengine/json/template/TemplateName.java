package io.offerengine.json.template;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a request names one template: by its hash or by its number; one of the two is present.
 *
 * @param hash the hash
 * @param id the number
 */
public record TemplateName(Optional<String> hash, OptionalLong id) {}
