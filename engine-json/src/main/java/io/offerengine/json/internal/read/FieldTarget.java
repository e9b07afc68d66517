package io.offerengine.json.internal.read;

import io.offerengine.schema.Field;

/** Receives the values of an object's fields in the order of the text. */
interface FieldTarget {
  /** Ignores all values. */
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

  /** Receives an explicit null. */
  void clear(Field field);
}
