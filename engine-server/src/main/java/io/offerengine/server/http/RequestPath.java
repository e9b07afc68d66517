package io.offerengine.server.http;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.URIUtil;

/**
 * The path of a request, as every decision about the request uses it: slashes that follow each
 * other count as one, since clients join a base address and a path that both have one.
 */
final class RequestPath {
  private RequestPath() {}

  /** Returns the path, without dot segments. */
  static String of(Request request) {
    String sent = request.getHttpURI().getPath();
    if (sent == null || !sent.contains("//")) {
      return Request.getPathInContext(request);
    }
    // The empty segments go first: a dot segment after one must not remove it alone.
    return HttpURI.build().path(URIUtil.compactPath(sent)).getCanonicalPath();
  }
}
