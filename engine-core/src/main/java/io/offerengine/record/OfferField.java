package io.offerengine.record;

import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says more about the field that a {@link RecordMapper} makes from a component of a record. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OfferField {
  /** The name of the field; by default that of the component. */
  String name() default "";

  /** How often searches use the field, as {@link FieldBuilder#tier}. */
  Tier tier() default Tier.WARM;

  /** The unit of the values, as {@link FieldBuilder#unit}. */
  String unit() default "";

  /** Whether the component, a {@code long} or an {@code int}, identifies the offer. */
  boolean identifier() default false;

  /** Whether results collapse by this field, as {@link Schema.Builder#foldBy}. */
  boolean fold() default false;
}
