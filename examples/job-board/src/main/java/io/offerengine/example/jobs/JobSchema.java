package io.offerengine.example.jobs;

import io.offerengine.record.OfferField;
import io.offerengine.record.RecordMapper;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Formula.Input;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.Tier;
import java.lang.invoke.MethodHandles;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The schema of job adverts, and the hours of a week as the parameter of a search. Adverts are in
 * the order of their pay for these hours, unless the query names another order. Jobs that do not
 * offer so many hours do not match.
 */
final class JobSchema {
  enum Level {
    JUNIOR,
    SENIOR,
    LEAD,
    PRINCIPAL
  }

  /** An advert; the salary is that of a year with 40 hours a week, the bonus that of any year. */
  record Advert(
      @OfferField(identifier = true) long advert,
      String title,
      @OfferField(fold = true) int employer,
      @OfferField(tier = Tier.COLD) String company,
      String city,
      boolean remote,
      Level level,
      List<String> skills,
      @Nullable LocalDate posted,
      boolean filled,
      @OfferField(name = "most_hours", unit = "hours/week") @Nullable Integer mostHours,
      @OfferField(unit = "EUR/year", tier = Tier.HOT) @Nullable Double salary,
      @OfferField(unit = "EUR/year") @Nullable Double bonus) {}

  private static final Schema.Builder JOBS = Schema.builder("jobs", "advert");

  /** How many hours a week a person wants to work; 40 if a search does not say. */
  static final Parameter<Double> HOURS = JOBS.parameter("hours", 40, 1);

  static final TextListField SKILLS =
      JOBS.texts("skills")
          .collation(Collation.of("ignores case", text -> text.toLowerCase(Locale.ROOT)))
          .add();

  static final RecordMapper<Advert> ADVERTS =
      RecordMapper.of(MethodHandles.lookup(), Advert.class, JOBS);

  static final TextField TITLE = ADVERTS.text("title");
  static final TextField CITY = ADVERTS.text("city");
  static final FlagField REMOTE = ADVERTS.flag("remote");
  static final FlagField FILLED = ADVERTS.flag("filled");
  static final IntegerField MOST_HOURS = ADVERTS.integer("most_hours");
  static final NumberField SALARY = ADVERTS.number("salary");
  static final NumberField BONUS = ADVERTS.number("bonus");

  /** The pay of a year, computed for the hours of each search. */
  static final NumberField PAY =
      JOBS.number("pay")
          .unit("EUR/year")
          .hot()
          .computed(
              new Formula(
                  "salary * hours / 40 + bonus",
                  List.of(Input.increasing(SALARY), Input.increasing(BONUS).orZero()),
                  List.of(HOURS),
                  (in, arguments) -> in[0] * arguments.value(HOURS) / 40 + in[1]))
          .add();

  static final Schema SCHEMA =
      JOBS.alias(CITY, "town")
          .require(new Requirement("offers so many hours", MOST_HOURS, true, to -> to.value(HOURS)))
          .clusterBy(SALARY)
          .indexTogether(CITY, SALARY)
          .defaultOrder(PAY, Direction.DESC)
          .build();

  private JobSchema() {}
}
