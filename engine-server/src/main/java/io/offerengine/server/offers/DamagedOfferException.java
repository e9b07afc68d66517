package io.offerengine.server.offers;

/** Says that a stored offer is not what was stored. */
public final class DamagedOfferException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DamagedOfferException(long id, String problem) {
    super("the stored offer " + id + " is damaged: " + problem);
  }
}
