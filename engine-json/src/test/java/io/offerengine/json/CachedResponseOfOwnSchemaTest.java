package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.json.internal.write.PlainResponseWriter;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Kept texts under a schema that is unlike the marketplace: formulas that choose what they read,
 * more arguments than a byte has bits, objects between other fields, keys that need escapes.
 */
class CachedResponseOfOwnSchemaTest {
  private static final Schema.Builder TRIPS = Schema.builder("trips", "trip");
  private static final int PARAMETERS = 12;
  private static final List<Parameter<Double>> PARAMETER = new ArrayList<>();

  static {
    for (int i = 0; i < PARAMETERS; i++) {
      PARAMETER.add(TRIPS.parameter("p" + i, i, -1000));
    }
  }

  private static final Field GROUP = TRIPS.field("group \"1\"", FieldType.INTEGER).add();
  private static final NumberField BASE = TRIPS.number("base").add();
  private static final IntegerField SCALE = TRIPS.integer("scale\n").add();

  /** Reads one argument of two, and which one follows from a third and from the row. */
  private static final Formula CHOOSING =
      formula((in, given) -> {
        boolean first = given.value(PARAMETER.get(1)) > in[1];
        return in[0] * given.value(PARAMETER.get(first ? 0 : 11));
      });

  /** Follows from whether an argument was given, not only from its value. */
  private static final Formula WHETHER_GIVEN =
      formula((in, given) -> given.isGiven(PARAMETER.get(9)) ? in[0] : -in[0]);

  /** Passes its arguments on, changed. */
  private static final Formula PASSING_ON =
      formula((in, given) -> value(in[0], given.with(PARAMETER.get(3), 7.0)));

  static {
    TRIPS
        .field("prices", FieldType.OBJECT)
        .members(
            List.of(
                new Field.Member("choosing", CHOOSING),
                new Field.Member("given", WHETHER_GIVEN),
                new Field.Member("constant", formula((in, given) -> 0.1))))
        .add();
    TRIPS.field("none", FieldType.OBJECT).members(List.of()).add();
    TRIPS.field("rank", FieldType.INTEGER).whenFolded(Long.MIN_VALUE).add();
    TRIPS.field("choosing", FieldType.NUMBER).computed(CHOOSING).add();
    TRIPS.field("passed", FieldType.NUMBER).computed(PASSING_ON).add();
    TRIPS.field("never", FieldType.NUMBER).computed(formula((in, given) -> 1 / 0.0)).add();
    TRIPS.field("note", FieldType.TEXT).add();
  }

  private static final Schema SCHEMA = TRIPS.foldBy(GROUP).build();
  private static final SearchCodec CODEC = new SearchCodec(SCHEMA);

  private static Formula formula(Formula.Evaluator evaluator) {
    return new Formula(
        "?",
        List.of(Formula.Input.unknown(BASE), Formula.Input.unknown(SCALE).orZero()),
        evaluator);
  }

  private static double value(double base, Arguments arguments) {
    return base + arguments.value(PARAMETER.get(10)) + arguments.value(PARAMETER.get(3));
  }

  @Property(tries = 200)
  void writeResponse_underRandomArguments_equalsThePlainOne(@ForAll long seed) {
    Random random = new Random(seed);
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Offer.Builder offer = OfferArbitrary.offer(SCHEMA, random).toBuilder();
      offers.add(offer.put(GROUP, random.nextInt(15)).set(SCALE, random.nextInt(-3, 4)).build());
    }
    Snapshot snapshot = Loaded.of(SCHEMA, offers);
    for (int i = 0; i < 20; i++) {
      QueryBuilder query = Query.builder(SCHEMA).fold(random.nextBoolean());
      for (Parameter<Double> parameter : PARAMETER) {
        if (random.nextInt(4) == 0) {
          query.with(parameter, (double) random.nextInt(-3, 4));
        }
      }
      Matches matches = snapshot.search(query.build());
      assertThat(CODEC.writeResponse(matches))
          .as("seed=%d %s", seed, query.build())
          .isEqualTo(PlainResponseWriter.write(matches));
    }
  }

  @Test
  void writeResponse_ofOneOffer_isItsText() {
    Snapshot offers = Loaded.text(SCHEMA, "{\"trip\":5,\"base\":2}");
    for (int i = 0; i < 2; i++) {
      Matches matches = offers.search(Query.builder(SCHEMA).build());
      assertThat(new String(CODEC.writeResponse(matches), UTF_8))
          .isEqualTo(
              "{\"offers\":[{\"trip\":5,\"group \\\"1\\\"\":null,\"base\":2.0,\"scale\\n\":null,"
                  + "\"prices\":{\"choosing\":0.0,\"given\":-2.0,\"constant\":0.1},\"none\":{},"
                  + "\"rank\":-9223372036854775808,\"choosing\":0.0,\"passed\":19.0,"
                  + "\"never\":null,\"note\":null}]}");
    }
  }
}
