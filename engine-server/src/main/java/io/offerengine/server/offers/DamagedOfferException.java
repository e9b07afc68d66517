package io.offerengine.server.offers;

/** A stored offer is damaged: its text differs from the text that was stored. */
public final class DamagedOfferException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DamagedOfferException(long id, String problem) {
    super("the stored offer " + id + " is damaged: " + problem);
  }
}
