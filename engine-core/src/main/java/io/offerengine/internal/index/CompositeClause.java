package io.offerengine.internal.index;

import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on two fields whose rows a {@link CompositeIndex} lists together. The clause leads
 * slices; intersections read the bitmaps of the single fields.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class CompositeClause extends Clause {
  private final CompositeIndex index;
  private final CompositeIndex.Run run;
  private final ValueSet texts;
  private final ValueSet numbers;
  private final Scratch scratch;

  /** The two conditions as clauses of their own; null before they are needed, which is rare. */
  private @Nullable Clause first;

  private @Nullable Clause second;

  CompositeClause(
      CompositeIndex index,
      CompositeIndex.Run run,
      ValueSet texts,
      ValueSet numbers,
      Scratch scratch) {
    super(index.first().field(), run.size(), Check.VALUE);
    this.index = index;
    this.run = run;
    this.texts = texts;
    this.numbers = numbers;
    this.scratch = scratch;
  }

  /** Returns whether a clause is one of the two conditions. */
  @SuppressWarnings("ReferenceEquality") // a field is known by its identity
  public boolean covers(Clause clause) {
    Field field = clause.field();
    return !(clause instanceof AlternativesClause)
        && (field == index.first().field() || field == index.second().field());
  }

  @Override
  public String name() {
    return index.first().field() + " and " + index.second().field();
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public int filter(int[] rows, int size) {
    return second().filter(rows, first().filter(rows, size));
  }

  @Override
  public RowBatches batches() {
    return index.batches(run);
  }

  private Clause first() {
    Clause known = first == null ? index.first().bind(texts, scratch) : first;
    first = known;
    return known;
  }

  private Clause second() {
    Clause known = second == null ? index.second().bind(numbers, scratch) : second;
    second = known;
    return known;
  }
}
