package io.offerengine.json.template;

/**
 * A template as it is kept.
 *
 * @param id its number, the same for as long as it exists
 * @param hash the hash of its content and its password: 32 lower-case hex digits
 * @param content what {@link TemplateRequest#content} returned, as text; it holds no password
 */
public record StoredTemplate(long id, String hash, String content) {}
