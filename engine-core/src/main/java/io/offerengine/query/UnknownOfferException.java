package io.offerengine.query;

/**
 * An update or a deletion of an offer that does not exist.
 *
 * <p>If a batch has several such changes, the exception names the first.
 */
public final class UnknownOfferException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final long id;

  /**
   * Creates an error.
   *
   * @param id the identifier that no offer has
   * @param verb the participle of the failed change: {@code updated} or {@code deleted}
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
