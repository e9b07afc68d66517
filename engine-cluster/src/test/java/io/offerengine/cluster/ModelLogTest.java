package io.offerengine.cluster;

/** The log in memory. */
class ModelLogTest extends ChangeLogContract {
  private final ModelLog shared = new ModelLog(ClusterOffers.SCHEMA);

  @Override
  protected ChangeLog open() {
    return shared;
  }

  @Override
  protected Object copy() {
    return shared.copy();
  }

  @Override
  protected void restore(Object copy) {
    shared.restore(copy);
  }

  @Override
  protected void accept() {
    shared.accept();
  }
}
