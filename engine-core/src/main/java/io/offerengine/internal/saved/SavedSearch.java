package io.offerengine.internal.saved;

import io.offerengine.query.Alternatives;
import io.offerengine.query.OfferValues;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of one search.
 *
 * <p>If other arguments give the compared fields the same values, the search has these arguments
 * instead of its own. So few different arguments remain.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param id the identifier that the owner gave
 * @param predicates the conditions, at most one per field and some alternatives
 */
record SavedSearch(long id, List<SearchPredicate> predicates) {
  /**
   * Returns the conditions of a query.
   *
   * @param usual arguments that are preferred to those of the query
   */
  static SavedSearch of(long id, Query query, List<Arguments> usual) {
    Arguments arguments = commonArguments(query, usual);
    List<SearchPredicate> predicates = new ArrayList<>(ofFields(query.valueSets(), arguments));
    for (Alternatives each : query.alternatives()) {
      predicates.add(
          new SearchPredicate.AnyOf(
              each.conjunctions().stream().map(one -> ofFields(one, arguments)).toList()));
    }
    for (Requirement each : query.openRequirements()) {
      predicates.add(new SearchPredicate.OfRequirement(each, query.arguments()));
    }
    return new SavedSearch(id, predicates);
  }

  private static List<SearchPredicate.OfField> ofFields(
      Map<Field, ValueSet> sets, Arguments arguments) {
    List<SearchPredicate.OfField> predicates = new ArrayList<>(sets.size());
    sets.forEach((field, accepted) ->
        predicates.add(
            new SearchPredicate.OfField(
                field, accepted, field.formula() == null ? null : arguments)));
    return predicates;
  }

  private static Arguments commonArguments(Query query, List<Arguments> usual) {
    List<Formula> formulas = new ArrayList<>();
    addFormulas(query.valueSets(), formulas);
    for (Alternatives each : query.alternatives()) {
      each.conjunctions().forEach(one -> addFormulas(one, formulas));
    }
    for (Arguments candidate : usual) {
      if (agree(formulas, query.arguments(), candidate)) {
        return candidate;
      }
    }
    return query.arguments();
  }

  private static void addFormulas(Map<Field, ValueSet> sets, List<Formula> formulas) {
    sets.forEach((field, accepted) -> {
      Formula formula = field.formula();
      if (formula != null) {
        formulas.add(formula);
      }
    });
  }

  /** Returns whether formulas certainly have the same values; clocks agree if both are open. */
  private static boolean agree(List<Formula> formulas, Arguments left, Arguments right) {
    for (Formula formula : formulas) {
      List<Parameter<?>> parameters = formula.parameters();
      if (parameters == null) {
        return left.equals(right);
      }
      for (Parameter<?> parameter : parameters) {
        if (Double.compare(left.value(parameter), right.value(parameter)) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns the arguments under which fields are computed; null if no computed field is compared.
   */
  @Nullable Arguments arguments() {
    return predicates.stream()
        .flatMap(each -> Stream.ofNullable(each.arguments()))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether an offer satisfies all conditions. */
  boolean accepts(OfferValues values) {
    return SearchPredicate.acceptAll(predicates, values);
  }
}
