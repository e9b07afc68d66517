package io.offerengine.server.http;

import io.offerengine.server.http.limit.BusyException;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a request, known when it has ended.
 *
 * <p>The phases follow each other: a request waits for a thread, its body is read, its endpoint
 * answers, and the answer is written. Phases that a request did not reach took 0. The wait for an
 * offer version ({@link Answer#again}) is in no phase.
 *
 * @param id the client's {@code X-Request-Id}, or else one that the server made
 * @param traceparent the client's header of that name (W3C Trace Context); null if it sent none, or
 *     a malformed one
 * @param method the HTTP method; empty if the request line was malformed
 * @param route the path of the route as the route declares it, for example {@code
 *     /admin/offers/{id}}; null if no route was found
 * @param path the path of the request without its parameters; empty if no route was found
 * @param scopes the scopes of the route; empty if the route requires no key, and if none was found
 * @param status the status of the answer
 * @param refusal why the request was refused: the error code of the answer, or one of the causes of
 *     {@link BusyException}; null if it was not refused
 * @param subject what the request changed, as its endpoint names it; null if it does not
 * @param caller the owner of the key; null without a known key
 * @param bytesRead the bytes of the request's body
 * @param bytesWritten the bytes of the answer's body
 * @param waitNanos from the end of the head until a thread took the request, and for its turn to
 *     compute
 * @param readNanos until the body had arrived; 0 for a body that the endpoint reads while it
 *     arrives
 * @param answerNanos the time of the endpoint, with the wait for alerts ({@link Answer#later}); a
 *     body that is streamed counts as written
 * @param writeNanos until the client's system had taken the last byte
 */
public record EndedRequest(
    String id,
    @Nullable String traceparent,
    String method,
    @Nullable String route,
    String path,
    Set<Scope> scopes,
    int status,
    @Nullable String refusal,
    @Nullable String subject,
    @Nullable Caller caller,
    long bytesRead,
    long bytesWritten,
    long waitNanos,
    long readNanos,
    long answerNanos,
    long writeNanos) {}
