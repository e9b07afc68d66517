package io.offerengine.server.router;

/** Is told what a router does. Implementations are safe for all threads and return at once. */
public interface RouterObserver {
  /** How the request for a part ended. */
  enum Result {
    /** The part came. */
    ANSWERED,
    /** The part came after that of another replica, and was dropped. */
    OVERTAKEN,
    /** The member refused the request; the client got this refusal. */
    REFUSED,
    /** The member no longer has the version, or did not reach it. */
    NOT_HELD,
    /** The member could not answer. */
    FAILED
  }

  /** A request for a part has ended. */
  void part(Result result);

  /** A part was asked for at a second replica, since the first one is slow. */
  void hedged();

  /**
   * A search was answered.
   *
   * @param nanos the time that it took beyond the slowest part
   */
  void added(long nanos);
}
