package io.offerengine.cluster.part;

/** Bytes that are no part of an answer: a member runs another program, or the bytes are damaged. */
public final class MalformedPartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedPartException(String problem) {
    super(problem);
  }

  MalformedPartException(Throwable cause) {
    super("a part of an answer breaks off", cause);
  }
}
