package io.offerengine.json.internal.read;

import io.offerengine.schema.Field;

/** Where the values of an object's fields go as they are read. */
interface FieldTarget {
  /** Takes values, which were checked, and keeps none. */
  FieldTarget NOWHERE =
      new FieldTarget() {
        @Override
        public void set(Field field, long value) {}

        @Override
        public void set(Field field, double value) {}

        @Override
        public void set(Field field, boolean value) {}

        @Override
        public void set(Field field, String value) {}

        @Override
        public void set(Field field, long[] values) {}

        @Override
        public void clear(Field field) {}
      };

  void set(Field field, long value);

  void set(Field field, double value);

  void set(Field field, boolean value);

  void set(Field field, String value);

  void set(Field field, long[] values);

  /** Takes an explicit null. */
  void clear(Field field);
}
