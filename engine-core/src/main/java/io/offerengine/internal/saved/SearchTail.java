package io.offerengine.internal.saved;

import java.util.function.Consumer;

/** Searches in the order of their addition, which are checked one by one. */
public final class SearchTail extends SearchRows {
  final SavedSearch[] searches;

  SearchTail(int capacity) {
    super(new long[capacity]);
    this.searches = new SavedSearch[capacity];
  }

  @Override
  void forEachLive(Consumer<SavedSearch> action) {
    for (int row = 0; row < searches.length && searches[row] != null; row++) {
      if (removedAt[row] == 0) {
        action.accept(searches[row]);
      }
    }
  }
}
