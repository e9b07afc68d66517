package io.offerengine.json.template;

/**
 * A template in the form in which a registry stores it.
 *
 * @param id the number of the template; it never changes
 * @param hash the hash of content and password: 32 lower-case hexadecimal digits
 * @param content the result of {@link TemplateRequest#content} as text, without the password
 */
public record StoredTemplate(long id, String hash, String content) {}
