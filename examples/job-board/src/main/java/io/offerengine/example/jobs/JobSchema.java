package io.offerengine.example.jobs;

import io.offerengine.schema.Collation;
import io.offerengine.schema.DateField;
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
import java.util.List;
import java.util.Locale;

/**
 * The schema of job adverts: 14 fields, and the hours of a week as the parameter of a search.
 *
 * <p>Adverts are in the order of their pay for these hours, the best first, unless the query names
 * another order. Jobs that do not offer so many hours do not match.
 */
final class JobSchema {
  private static final Schema.Builder JOBS = Schema.builder("jobs", "advert");

  /** How many hours a week a person wants to work; 40 if a search does not say. */
  static final Parameter<Double> HOURS = JOBS.parameter("hours", 40, 1);

  static final IntegerField ADVERT = JOBS.idField();
  static final TextField TITLE = JOBS.text("title").add();
  static final IntegerField EMPLOYER = JOBS.integer("employer").add();
  static final TextField COMPANY = JOBS.text("company").cold().add();
  static final TextField CITY = JOBS.text("city").aliases("town").add();
  static final FlagField REMOTE = JOBS.flag("remote").absentAsFalse().add();
  static final TextField LEVEL = JOBS.text("level").add();

  /** What the job needs, such as {@code kafka}; upper and lower case are equal. */
  static final TextListField SKILLS =
      JOBS.texts("skills")
          .collation(Collation.of("ignores case", text -> text.toLowerCase(Locale.ROOT)))
          .add();

  /** The day on which the advert appeared. */
  static final DateField POSTED = JOBS.date("posted").add();

  /** Whether somebody has the job; searches of this program show open jobs only. */
  static final FlagField FILLED = JOBS.flag("filled").absentAsFalse().add();

  /** The most hours that the job offers; absent if a person may work any number of hours. */
  static final IntegerField MOST_HOURS = JOBS.integer("most_hours").unit("hours/week").add();

  /** The pay of a year with 40 hours a week. */
  static final NumberField SALARY = JOBS.number("salary").unit("EUR/year").hot().add();

  /** What the employer pays once a year for any number of hours; absent means nothing. */
  static final NumberField BONUS = JOBS.number("bonus").unit("EUR/year").add();

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

  private static final Schema SCHEMA =
      JOBS.require(
              new Requirement(
                  "the job offers so many hours",
                  MOST_HOURS,
                  true,
                  arguments -> arguments.value(HOURS)))
          .foldBy(EMPLOYER)
          .clusterBy(SALARY)
          .indexTogether(CITY, SALARY)
          .defaultOrder(PAY, Direction.DESC)
          .build();

  private JobSchema() {}

  static Schema schema() {
    return SCHEMA;
  }
}
