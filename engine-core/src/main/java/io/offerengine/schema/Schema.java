package io.offerengine.schema;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields and parameters of one kind of offer, and the roles of some fields: identifier, fold
 * field, cluster field, default order.
 *
 * <p>{@link io.offerengine.marketplace.MarketplaceSchema} describes the offers of the compute
 * marketplace. A program that stores other offers builds a schema with {@link #builder}:
 *
 * <pre>{@code
 * Schema.Builder rooms = Schema.builder("hotel rooms", "room");
 * TextField city = rooms.text("city").add();
 * IntegerField hotel = rooms.integer("hotel").add();
 * NumberField price = rooms.number("price").unit("EUR").hot().add();
 * Schema schema =
 *     rooms.foldBy(hotel).clusterBy(price).defaultOrder(price, Direction.ASC).build();
 * Offer room = Offer.builder().set(rooms.idField(), 1).set(city, "Lisbon").build();
 * }</pre>
 *
 * <p>The {@linkplain io.offerengine.schema package's page} says how to choose tiers, the cluster
 * field, the fold field, pairs and usual values, and what each costs.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Schema {
  private final String name;
  private final List<Field> fields;
  private final List<Field> columns;
  private final List<Field> shownFields;
  private final List<Field> required;
  private final List<Parameter<?>> parameters;
  private final List<Requirement> requirements;
  private final SchemaNames names;
  private final List<FieldName> aliases;
  private final IntegerField idField;
  private final List<FieldPair> pairs;
  private final List<FieldPair> prunedPairs;
  final Map<Parameter<?>, double[]> usualValues;
  private final @Nullable Field foldField;
  private final @Nullable Field clusterField;
  private final @Nullable SortKey defaultOrder;
  private final Arguments defaultArguments;
  private final List<FlagSource> flagSources;
  private final List<UsualColumn> usualColumns;

  /** By ordinal of the field. */
  private final List<List<UsualColumn>> usualByField;

  private Schema(Builder from, IntegerField idField) {
    this.name = from.name;
    this.fields = List.copyOf(from.fields);
    this.columns = fields.stream().filter(field -> field.slot() >= 0).toList();
    this.shownFields = fields.stream().filter(Field::isShown).toList();
    this.required = columns.stream().filter(field -> !field.isNullable()).toList();
    this.parameters = List.copyOf(from.parameters);
    this.requirements = List.copyOf(from.requirements);
    this.names = new SchemaNames(from.names);
    this.aliases = names.aliases();
    this.idField = idField;
    this.pairs = List.copyOf(from.pairs);
    this.prunedPairs = List.copyOf(from.prunedPairs);
    this.usualValues = Map.copyOf(from.usualValues);
    this.foldField = from.foldField;
    this.clusterField = from.clusterField;
    this.defaultOrder = from.defaultOrder;
    this.flagSources = List.copyOf(from.flagSources);
    this.defaultArguments = Arguments.ofDefaults(this.parameters);
    this.usualColumns = List.copyOf(makeUsualColumns());
    this.usualByField =
        fields.stream()
            .map(field -> usualColumns.stream().filter(usual -> usual.field() == field).toList())
            .toList();
  }

  private List<UsualColumn> makeUsualColumns() {
    List<UsualColumn> made = new ArrayList<>();
    for (Field field : fields) {
      Formula formula = field.formula();
      if (formula != null && formula.parameters() != null && field.tier() == Tier.HOT) {
        for (Arguments arguments : distinct(formula)) {
          made.add(new UsualColumn(field, arguments, columns.size() + made.size()));
        }
      }
    }
    return made;
  }

  /** Returns the usual arguments; if a formula has the same values under several, the first. */
  private List<Arguments> distinct(Formula formula) {
    List<Arguments> distinct = new ArrayList<>();
    for (Arguments arguments : Arguments.usual(this)) {
      boolean isNew = distinct.stream().noneMatch(one -> formula.agreesUnder(arguments, one));
      // A formula that reads an open clock agrees with nothing, not even under the same arguments.
      if (isNew && formula.agreesUnder(arguments, arguments)) {
        distinct.add(arguments);
      }
    }
    return distinct;
  }

  /**
   * Starts a schema.
   *
   * @param name the kind of offers, for messages
   * @param idField the name of the integer field that identifies an offer; the first field
   */
  public static Builder builder(String name, String idField) {
    return new Builder(name, idField);
  }

  /** Returns the kind of offers, for messages. */
  public String name() {
    return name;
  }

  /** Returns the columns of computed fields under usual arguments, by slot. */
  public List<UsualColumn> usualColumns() {
    return usualColumns;
  }

  /** Returns the usual columns of a field, that of default arguments first if it has any. */
  public List<UsualColumn> usualColumns(Field field) {
    return usualByField.get(field.ordinal());
  }

  /** Returns every field, in the order in which they were added. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns the fields that have a column, by their {@link Field#slot}. */
  public List<Field> columns() {
    return columns;
  }

  /** Returns the fields that results show, in the order in which they were added. */
  public List<Field> shownFields() {
    return shownFields;
  }

  /** Returns the parameters, by their {@link Parameter#ordinal}. */
  public List<Parameter<?>> parameters() {
    return parameters;
  }

  /** Returns the default of every parameter; clocks have no value. */
  Arguments defaultArguments() {
    return defaultArguments;
  }

  /** Returns what offers say that give true for a derived flag alone. */
  public List<FlagSource> flagSources() {
    return flagSources;
  }

  /** Returns the conditions that the arguments of a search imply. */
  public List<Requirement> requirements() {
    return requirements;
  }

  /** Returns the pairs of fields that have a common index. */
  public List<FieldPair> pairs() {
    return pairs;
  }

  /** Returns the pairs of numbers whose ranges may exclude each other. */
  public List<FieldPair> prunedPairs() {
    return prunedPairs;
  }

  /** Returns the field of an exact name; aliases do not count. */
  public Optional<Field> field(String fieldName) {
    return Optional.ofNullable(names.field(fieldName));
  }

  /** Returns the field that a condition or an order key names, by alias or else by name. */
  public Optional<Field> queryField(String nameOrAlias) {
    return queryName(nameOrAlias).map(FieldName::field);
  }

  /** Returns what a condition or an order key names, by alias or else by name. */
  public Optional<FieldName> queryName(String nameOrAlias) {
    return Optional.ofNullable(names.queryName(nameOrAlias));
  }

  /** Returns the further names of fields, in the order in which they were added. */
  public List<FieldName> aliases() {
    return aliases;
  }

  /** Returns the keys that requests may have and that mean nothing. */
  public Set<String> ignoredKeys() {
    return names.ignored();
  }

  /**
   * Returns whether a key of a request means nothing.
   *
   * @param value the value of the key in the request
   */
  public boolean isIgnored(String key, @Nullable Object value) {
    return names.isIgnored(key, value);
  }

  /**
   * Returns the field name or alias that an unknown name probably means: one that people say in
   * place of it, the one of the most similar spelling, or one that the unknown name contains or
   * begins.
   */
  public Optional<String> likeliestName(String unknown) {
    return names.likeliest(unknown, names.queryNames());
  }

  /** Like {@link #likeliestName(String)}, among some names. */
  public Optional<String> likeliestName(String unknown, Collection<String> among) {
    return names.likeliest(unknown, among);
  }

  /** Returns the field that identifies an offer. */
  public IntegerField idField() {
    return idField;
  }

  /** Returns the fields that every offer has a value of; the identifier is among them. */
  List<Field> requiredFields() {
    return required;
  }

  /** Returns the field by whose equal values results collapse; null if there is none. */
  public @Nullable Field foldField() {
    return foldField;
  }

  /** Returns the field in whose order segments store rows; null for the order of identifiers. */
  public @Nullable Field clusterField() {
    return clusterField;
  }

  /** Returns the first order key of a query that gives none; null for the identifier. */
  public @Nullable SortKey defaultOrder() {
    return defaultOrder;
  }

  /** Returns whether a field belongs to this schema. */
  public boolean contains(Field field) {
    return field.ordinal() < fields.size() && fields.get(field.ordinal()) == field;
  }

  /**
   * Returns the given field.
   *
   * @throws IllegalArgumentException if the field belongs to another schema
   */
  public Field require(Field field) {
    if (!contains(field)) {
      throw new IllegalArgumentException(
          "the field " + field + " does not belong to the schema " + name);
    }
    return field;
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Builds a schema. Once it is built, each further change throws an {@link IllegalStateException}.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private static final int MAX_PARAMETERS = 64;

    private final String name;
    private final List<Field> fields = new ArrayList<>();
    private final List<Parameter<?>> parameters = new ArrayList<>();
    private final List<Requirement> requirements = new ArrayList<>();
    private final SchemaNames names = new SchemaNames();
    private final List<FieldPair> pairs = new ArrayList<>();
    private final Set<FieldPair> prunedPairs = new LinkedHashSet<>();
    private final Map<Parameter<?>, double[]> usualValues = new LinkedHashMap<>();
    private final List<FlagSource> flagSources = new ArrayList<>();
    private final IntegerField idField;
    private @Nullable Schema built;
    Collation collation = Collation.EXACT;
    private int slots;
    private @Nullable Field foldField;
    private @Nullable Field clusterField;
    private @Nullable SortKey defaultOrder;

    private Builder(String name, String idField) {
      this.name = name;
      this.idField = integer(idField).hot().required().add();
    }

    /** Returns the field of an exact name that was added so far; aliases do not count. */
    public Optional<Field> added(String fieldName) {
      return Optional.ofNullable(names.field(fieldName));
    }

    /**
     * Checks that fields may have some names.
     *
     * @throws IllegalStateException if one of them is the name or an alias of a field, is a word of
     *     the query language, or is repeated
     */
    public Builder requireFree(List<String> fieldNames) {
      names.requireFree(fieldNames);
      return this;
    }

    /** Returns the field that identifies an offer; the builder begins with it. */
    public IntegerField idField() {
      return idField;
    }

    /**
     * Sets the rule by which the text, version and place fields that follow compare, unless their
     * descriptions name another one; {@link Collation#EXACT} by default. Lists of texts are exact
     * unless their descriptions name a rule.
     */
    public Builder collation(Collation rule) {
      requireUnbuilt();
      collation = rule;
      return this;
    }

    /** Starts the description of a field of signed 64-bit integers. */
    public FieldBuilder<IntegerField> integer(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.INTEGER);
    }

    /** Starts the description of a field of finite doubles. */
    public FieldBuilder<NumberField> number(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.NUMBER);
    }

    /** Starts the description of a field that is true or false. */
    public FieldBuilder<FlagField> flag(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.BOOLEAN);
    }

    /** Starts the description of a field of dates. */
    public FieldBuilder<DateField> date(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.DATE);
    }

    /** Starts the description of a field of instants. */
    public FieldBuilder<InstantField> instant(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.INSTANT);
    }

    /** Starts the description of a field of plain texts. */
    public FieldBuilder<TextField> text(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.TEXT);
    }

    /** Starts the description of a field of dotted versions. */
    public FieldBuilder<VersionField> version(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.VERSION);
    }

    /** Starts the description of a field of places. */
    public FieldBuilder<PlaceField> place(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.PLACE);
    }

    /** Starts the description of a field of lists of integers. */
    public FieldBuilder<IntegerListField> integers(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.INTEGER_LIST);
    }

    /** Starts the description of a field of lists of texts. */
    public FieldBuilder<TextListField> texts(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.TEXT_LIST);
    }

    /** Starts the description of a group of computed numbers. */
    public FieldBuilder<ObjectField> object(String fieldName) {
      return new FieldBuilder<>(this, fieldName, FieldType.OBJECT);
    }

    /** Starts the description of a field whose type is known when the program runs. */
    public FieldBuilder<Field> field(String fieldName, FieldType type) {
      return new FieldBuilder<>(this, fieldName, type);
    }

    /**
     * Adds a parameter that is a finite number of at least {@code minimum}. Requests have a
     * parameter with a point in its name, such as {@code job.hours}, as a member of an object:
     * {@code {"job":{"hours":5}}}; it is for requests that may use all operators, and fields whose
     * formulas read it need the object.
     */
    public Parameter<Double> parameter(String parameter, double defaultValue, double minimum) {
      return add(parameter, Double.class, defaultValue, minimum);
    }

    /** Adds a parameter that is one of an enum's constants. */
    public <E extends Enum<E>> Parameter<E> choice(String parameter, E defaultValue) {
      double encoded = Parameter.encodeConstant(defaultValue);
      return add(parameter, defaultValue.getDeclaringClass(), encoded, 0);
    }

    /**
     * Adds a parameter that is a time: by default the one at which the engine searches. Formulas
     * read it in seconds since 1970, with fractions.
     */
    public Parameter<Instant> clock(String parameter) {
      return add(parameter, Instant.class, Double.NaN, Double.NEGATIVE_INFINITY);
    }

    /** Adds further names of a field for conditions, orders and offers. */
    public Builder alias(Field field, String... furtherNames) {
      return aliasInUnits(field, 1, furtherNames);
    }

    /**
     * Adds further names of a number, whose values are in another unit.
     *
     * @param unit how many units of the field make one unit of the names, at least 1
     */
    public Builder aliasInUnits(Field field, int unit, String... furtherNames) {
      boolean hasUnits = field.type().hasIntegerKeys() && !field.type().isTime();
      check(field, unit == 1 || (unit > 1 && hasUnits), "has no such unit");
      requireUnbuilt();
      names.addAliases(field, unit, false, List.of(furtherNames));
      return this;
    }

    /**
     * Lets conditions and orders that name a field mean another one with the same values. Results
     * still show both.
     */
    public Builder redirect(Field from, Field to) {
      check(from, true, "");
      check(to, to.type() == from.type(), "has another type than " + from);
      requireUnbuilt();
      names.redirect(from, to);
      return this;
    }

    /** Adds a further name of a number: a value without an operator is the least accepted one. */
    public Builder aliasOfLeast(Field field, String alias) {
      check(field, field.type().hasIntegerKeys(), "is no number: it has no least value");
      requireUnbuilt();
      names.addAliases(field, 1, true, List.of(alias));
      return this;
    }

    /** Names keys that requests may have and that mean nothing. */
    public Builder ignore(String... keys) {
      requireUnbuilt();
      for (String key : List.of(keys)) {
        names.ignore(key, null);
      }
      return this;
    }

    /** Names a key that means nothing if its value is a given text. */
    public Builder ignoreValue(String key, String value) {
      requireUnbuilt();
      names.ignore(key, value);
      return this;
    }

    /** Names what people say in place of the name of a field, for the hints of errors. */
    public Builder hint(Field field, String... said) {
      check(field, true, "");
      requireUnbuilt();
      for (String each : List.of(said)) {
        names.hint(each, field);
      }
      return this;
    }

    /**
     * Says what offers mean that give true for a derived flag and nothing for its source: the
     * source then has a value.
     */
    public Builder flagSource(Field flag, Field source, Object value) {
      check(flag, flag.type() == FieldType.BOOLEAN && !flag.isStored(), "is no derived flag");
      check(source, source.isStored(), "is not stored");
      requireUnbuilt();
      flagSources.add(new FlagSource(flag, source, value));
      return this;
    }

    /** Adds a condition that the arguments of a search imply. */
    public Builder require(Requirement requirement) {
      Field field = requirement.field();
      boolean isNumber = field.type().hasIntegerKeys() && !field.type().isTime();
      check(field, field.isStored() && isNumber, "is no stored number");
      requireUnbuilt();
      requirements.add(requirement);
      return this;
    }

    /**
     * Adds a common index of two stored fields, for searches that ask for one value of the first
     * and a range of the second. The first is a text, version or place, the second a number.
     */
    public Builder indexTogether(Field first, Field second) {
      boolean isText = first.slot() >= 0 && first.type().isText();
      boolean isNumber = second.slot() >= 0 && second.type().hasIntegerKeys();
      check(first, isText, "is no stored text, so that it can't come first");
      check(second, isNumber, "is no stored number, so that it can't come second");
      requireUnbuilt();
      pairs.add(new FieldPair(first, second));
      return this;
    }

    /**
     * Names values of a parameter that searches often bring together with the defaults of all other
     * parameters. An order by a hot computed field then uses the index of the materialised values.
     *
     * @throws RuntimeException if a value is not finite or below the minimum of the parameter, or
     *     if the parameter is one of another schema
     */
    public Builder usualValues(Parameter<Double> parameter, double... values) {
      requireUnbuilt();
      if (!parameters.contains(parameter)) {
        throw new IllegalStateException(parameter + " is a parameter of another schema");
      }
      DoubleStream checked = DoubleStream.of(values).map(parameter::checkNumber);
      usualValues.put(parameter, checked.distinct().toArray());
      return this;
    }

    /**
     * Names two numbers of which one grows or falls with the other, such as price and performance.
     * If no row of a segment is in a range of both, a search for both ranges skips the segment. A
     * segment finds such pairs of HOT fields with many values itself, unless some of its offers
     * contradict; these pairs need not be named.
     *
     * @throws IllegalStateException if they are not two numbers of this schema, or neither is HOT
     */
    public Builder pruneTogether(Field first, Field second) {
      check(first, first.type().hasIntegerKeys(), "is no number: it has no ranges");
      check(second, second.type().hasIntegerKeys() && first != second, "is no second number");
      if (first.tier() != Tier.HOT && second.tier() != Tier.HOT) {
        throw new IllegalStateException(
            "rows are sorted neither by " + first + " nor by " + second);
      }
      requireUnbuilt();
      prunedPairs.add(new FieldPair(first, second));
      return this;
    }

    /**
     * Collapses results: a search returns only the best of all offers that share a value of a
     * stored integer, number, boolean, date or instant. An offer without a value stands for itself.
     */
    public Builder foldBy(Field field) {
      boolean hasKeys = field.slot() >= 0 && field.type().hasIntegerKeys();
      String allowed = "an integer, number, boolean, date or instant";
      check(field, hasKeys, "is no stored value of 64 bits: offers fold by " + allowed);
      requireUnbuilt();
      foldField = field;
      return this;
    }

    /** Stores rows in the order of a stored number, which most searches should order by. */
    public Builder clusterBy(Field field) {
      boolean isNumber = field.slot() >= 0 && field.type().hasIntegerKeys();
      check(field, isNumber, "is no stored number: rows can't follow it");
      requireUnbuilt();
      clusterField = field;
      return this;
    }

    /** Sets the order of a query that gives no order. */
    public Builder defaultOrder(Field field, Direction direction) {
      check(field, field.isSortable(), "has no order");
      requireUnbuilt();
      defaultOrder = new SortKey(field, direction);
      return this;
    }

    /**
     * Returns the schema.
     *
     * @throws IllegalStateException if this was called before: a field belongs to one schema
     */
    public Schema build() {
      requireUnbuilt();
      built = new Schema(this, idField);
      return built;
    }

    Schema built() {
      if (built == null) {
        throw new IllegalStateException("the schema " + name + " is not built yet");
      }
      return built;
    }

    /** Requires that nothing is changed after a schema was built: the schema would not show it. */
    private void requireUnbuilt() {
      if (built != null) {
        throw new IllegalStateException("the schema " + name + " is built already");
      }
    }

    private void check(Field field, boolean fits, String problem) {
      if (!fields.contains(field)) {
        throw new IllegalStateException(field + " is a field of another schema");
      }
      if (!fits) {
        throw new IllegalStateException(field + " " + problem);
      }
    }

    Field add(FieldBuilder<?> description) {
      requireUnbuilt();
      List<Field> inputs = description.derivation == null ? null : description.derivation.inputs();
      if (inputs != null && !fields.containsAll(inputs)) {
        throw new IllegalStateException(
            description.name + " is derived from a field of another schema");
      }
      List<String> named = new ArrayList<>(description.aliases);
      named.add(0, description.name);
      names.requireFree(named);
      boolean column = description.stored || description.derivation != null;
      Field field = description.make(fields.size(), column ? slots : -1);
      checkFormula(field, field.formula());
      field.members().forEach(member -> checkFormula(field, member.formula()));
      names.add(field);
      fields.add(field);
      slots += column ? 1 : 0;
      names.addAliases(field, 1, false, description.aliases);
      return field;
    }

    /** Requires that a formula reads numbers that a row of this schema has. */
    private void checkFormula(Field field, @Nullable Formula formula) {
      if (formula == null) {
        return;
      }
      for (Formula.Input input : formula.inputs()) {
        Field read = input.field();
        String problem = null;
        if (read != field && !fields.contains(read)) {
          problem = "a field of another schema";
        } else if (!read.type().hasIntegerKeys()) {
          problem = "of type " + read.type().label();
        } else if (read.slot() < 0) {
          problem = "computed by each search";
        }
        if (problem != null) {
          String reads = field + ": its formula reads " + read + ", which is " + problem;
          throw new IllegalStateException(
              reads
                  + "; inputs are stored or derived integers, numbers, booleans, dates and instants"
                  + " of the schema");
        }
      }
      List<Parameter<?>> read = formula.parameters();
      if (read != null && !parameters.containsAll(read)) {
        throw new IllegalStateException(
            field + ": its formula reads a parameter of another schema; it reads " + read);
      }
    }

    private <T> Parameter<T> add(
        String parameter, Class<T> type, double defaultValue, double minimum) {
      requireUnbuilt();
      names.requireFree(List.of(parameter));
      if (parameters.size() == MAX_PARAMETERS) {
        throw new IllegalStateException("a schema has at most " + MAX_PARAMETERS + " parameters");
      }
      Parameter<T> added =
          new Parameter<>(parameter, type, defaultValue, minimum, parameters.size());
      parameters.add(added);
      return added;
    }
  }

  /**
   * Two fields that a schema combines. The fields of {@link Schema#pairs} have a common index. The
   * fields of {@link Schema#prunedPairs} grow or fall together, so that a range of one field
   * excludes many values of the other.
   *
   * @param first the field that was named first; a text, version or place if the pair has an index
   * @param second the other field; an integer, number or boolean
   */
  public record FieldPair(Field first, Field second) {}

  /**
   * A column that each segment has for the values of a hot computed field under {@linkplain
   * Arguments#usual usual arguments}. Searches that bring such arguments read the field as if it
   * were stored.
   *
   * @param field the field
   * @param arguments the arguments; if the formula has the same values under several, the first
   * @param slot the position of the column in a segment, behind the columns of all fields
   */
  public record UsualColumn(Field field, Arguments arguments, int slot) {}

  /**
   * What an offer says that gives true for a derived flag and nothing for the field that the flag
   * follows from.
   *
   * @param flag a derived boolean field
   * @param source the stored field that the flag follows from
   * @param value the value of the source for which the flag is true: a {@link Long}, {@link
   *     Double}, {@link Boolean} or {@link String}, by the type of the source
   */
  public record FlagSource(Field flag, Field source, Object value) {}

  /**
   * A name by which conditions, orders and offers call a field: its own name or an alias.
   *
   * @param name the name
   * @param field the field
   * @param unit how many units of the field make one unit of this name: 1 for its own name, 1,000
   *     for a name in GB of a field in MB
   * @param isLeast whether a value without an operator is the least that a request accepts, and not
   *     the only one; offers don't use such a name
   */
  public record FieldName(String name, Field field, int unit, boolean isLeast) {
    /** Returns whether this is the field's own name. */
    public boolean isOwn() {
      return name.equals(field.name());
    }
  }
}
