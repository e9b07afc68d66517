package io.offerengine.query;

/**
 * A change to an offer that does not exist.
 *
 * <p>Of a batch with several, it names the first.
 */
public final class UnknownOfferException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final long id;

  /**
   * Creates an error.
   *
   * @param id the identifier that no offer has
   * @param verb what was to be done to the offer, {@code updated} for example
   */
  public UnknownOfferException(long id, String verb) {
    super(
        ErrorCode.UNKNOWN_OFFER,
        ErrorCode.UNKNOWN_OFFER + ": no offer has the id " + id + ", so it can't be " + verb);
    this.id = id;
  }

  /** Returns the identifier that no offer has. */
  public long id() {
    return id;
  }
}
