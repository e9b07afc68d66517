package io.offerengine.internal.column;

import io.offerengine.schema.Schema;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Measures the memory of structures in bytes, for a 64-bit JVM with compressed references: their
 * objects, and the objects that these lead to by their fields. Each object counts once, for the
 * first structure that leads to it. Schemas with their fields and formulas, constants, functions
 * and empty arrays do not count: mostly they are shared. Of an object of the JDK its own fields
 * count alone, unless it is a string, an array or an {@link AtomicReferenceArray}.
 *
 * <p>With a heap of more than 32 GB, or with other object headers, the results are a few per cent
 * too small or too large.
 *
 * <p><b>Cost.</b> Some tens of nanoseconds for each object, and as many bytes of garbage; an array
 * of numbers is one object.
 *
 * <p><b>Threads.</b> Confined to one thread. Others may change the structures meanwhile.
 */
public final class Footprint {
  /** The size of a reference. */
  public static final int REFERENCE = 4;

  private static final int ARRAY_HEADER = 16;
  private static final int OBJECT_HEADER = 12;
  private static final int ALIGNMENT = 8;

  /** A string's own fields: its bytes, their coder, its hash and a flag. */
  private static final int STRING_FIELDS = REFERENCE + Integer.BYTES + 2;

  /** The objects around a Roaring bitmap's values: the bitmap, its keys, a container or two. */
  private static final int ROARING_OVERHEAD = 160;

  private static final ClassValue<Layout> LAYOUTS =
      new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
          return Layout.of(type);
        }
      };

  private final Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> left = new ArrayDeque<>();

  /** A structure that knows the memory of its own objects, whose fields are not to be followed. */
  interface Measured {
    /** Returns the memory, in bytes. */
    long bytes();
  }

  /** The size of the objects of a class, and their fields that may lead to other objects. */
  private record Layout(long bytes, List<Field> references) {
    static Layout of(Class<?> type) {
      int bytes = 0;
      List<Field> references = new ArrayList<>();
      for (Class<?> each = type; each != null; each = each.getSuperclass()) {
        for (Field field : each.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            bytes += bytesOf(field.getType());
            if (!field.getType().isPrimitive() && isEngine(each)) {
              field.setAccessible(true);
              references.add(field);
            }
          }
        }
      }
      return new Layout(object(bytes), references);
    }

    private static boolean isEngine(Class<?> type) {
      return type.getModule() == Footprint.class.getModule()
          && type.getName().startsWith("io.offerengine.");
    }
  }

  /** Creates a measurement that has counted nothing. */
  public Footprint() {}

  /** Leaves an object out: it belongs to no structure that is measured afterwards. */
  public void leaveOut(Object object) {
    counted.add(object);
  }

  /** Returns the memory of a structure without the objects that were counted before. */
  public long of(@Nullable Object structure) {
    long bytes = 0;
    add(structure);
    while (!left.isEmpty()) {
      bytes += take(left.pop());
    }
    return bytes;
  }

  private void add(@Nullable Object object) {
    if (object != null && counts(object.getClass()) && counted.add(object)) {
      left.push(object);
    }
  }

  private static boolean counts(Class<?> type) {
    return !type.getPackageName().equals(Schema.class.getPackageName())
        && !Enum.class.isAssignableFrom(type)
        && !type.isHidden();
  }

  /** Returns the memory of one object, and notes the objects that it leads to. */
  private long take(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      return takeArray(object, type.getComponentType());
    }
    if (object instanceof String text) {
      return string(text);
    }
    if (object instanceof Measured measured) {
      return measured.bytes();
    }
    if (object instanceof RoaringBitmap rows) {
      return ROARING_OVERHEAD + rows.getLongSizeInBytes();
    }
    Layout layout = LAYOUTS.get(type);
    if (object instanceof AtomicReferenceArray<?> array) {
      for (int i = 0; i < array.length(); i++) {
        add(array.get(i));
      }
      return layout.bytes + array(array.length(), REFERENCE);
    }
    for (Field field : layout.references) {
      try {
        add(field.get(object));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a class of the engine hides its field " + field, e);
      }
    }
    return layout.bytes;
  }

  private long takeArray(Object array, Class<?> elementType) {
    if (array instanceof Object[] objects) {
      for (Object each : objects) {
        add(each);
      }
    }
    int length = Array.getLength(array);
    return length == 0 ? 0 : array(length, bytesOf(elementType));
  }

  private static int bytesOf(Class<?> type) {
    if (type == long.class || type == double.class) {
      return Long.BYTES;
    }
    if (type == short.class || type == char.class) {
      return Short.BYTES;
    }
    return type == byte.class || type == boolean.class ? 1 : REFERENCE;
  }

  /** Returns the size of an object whose fields take {@code fieldBytes} bytes together. */
  public static long object(int fieldBytes) {
    return align(OBJECT_HEADER + fieldBytes);
  }

  /** Returns the size of an array. */
  public static long array(long length, int elementBytes) {
    return align(ARRAY_HEADER + length * elementBytes);
  }

  /** Returns the size of a string with its characters. */
  public static long string(String text) {
    boolean latin = text.chars().allMatch(c -> c <= 0xFF);
    return object(STRING_FIELDS) + array(text.length(), latin ? 1 : Character.BYTES);
  }

  private static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
