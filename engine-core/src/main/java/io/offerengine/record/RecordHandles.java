package io.offerengine.record;

import static java.lang.invoke.MethodType.methodType;

import io.offerengine.Match;
import io.offerengine.schema.Offer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins the components of a record to one handle that writes all of them, and one that reads all.
 * The JVM compiles each as one method, without a call per component.
 */
final class RecordHandles {
  private static final MethodHandle BUILDER;
  private static final MethodHandle BUILD;

  /** Makes the throwable of its argument, {@code (Exception)ConstructorFailure}. */
  private static final MethodHandle FAILURE;

  static {
    MethodHandles.Lookup own = MethodHandles.lookup();
    try {
      BUILDER = own.findStatic(Offer.class, "builder", methodType(Offer.Builder.class));
      BUILD = own.findVirtual(Offer.Builder.class, "build", methodType(Offer.class));
      FAILURE =
          own.findConstructor(ConstructorFailure.class, methodType(void.class, Exception.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new LinkageError("a method of an offer is missing", e);
    }
  }

  private final Class<? extends Record> record;
  private final List<MethodHandle> accessors;
  private final MethodHandle constructor;

  /** Tells what the constructor of a record threw from what its values threw. */
  static final class ConstructorFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConstructorFailure(Exception cause) {
      super(cause);
    }
  }

  private RecordHandles(
      Class<? extends Record> record, List<MethodHandle> accessors, MethodHandle constructor) {
    this.record = record;
    this.accessors = accessors;
    this.constructor = constructor;
  }

  /**
   * Returns the handles of a record.
   *
   * @throws IllegalArgumentException if the lookup does not see the record
   */
  static RecordHandles of(MethodHandles.Lookup lookup, Class<? extends Record> record) {
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    List<MethodHandle> accessors = new ArrayList<>();
    try {
      for (RecordComponent each : components) {
        accessors.add(lookup.unreflect(each.getAccessor()));
      }
      MethodHandle constructor = lookup.findConstructor(record, methodType(void.class, types));
      return new RecordHandles(record, accessors, constructor);
    } catch (NoSuchMethodException e) {
      throw new LinkageError("a record without its canonical constructor", e);
    } catch (IllegalAccessException e) {
      String unseen =
          lookup.lookupClass().getName() + " does not see the record " + record.getName();
      throw new IllegalArgumentException(
          "the lookup of "
              + unseen
              + "; use MethodHandles.lookup() of the class that declares the record, or make the"
              + " record and its constructor public",
          e);
    }
  }

  /** Returns a handle of the type {@code (Record)Offer}. */
  MethodHandle writer(List<MappedComponent> components) {
    List<MethodHandle> writers = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      writers.add(components.get(i).writer(accessors.get(i)));
    }
    MethodHandle build = MethodHandles.dropArguments(BUILD, 1, record);
    MethodHandle written = MethodHandles.foldArguments(build, inTurn(writers));
    return MethodHandles.foldArguments(written, BUILDER)
        .asType(methodType(Offer.class, Record.class));
  }

  /**
   * Returns a handle that calls others one after the other. It joins halves, since the compiler
   * joins calls only to a certain depth.
   */
  private static MethodHandle inTurn(List<MethodHandle> handles) {
    if (handles.size() == 1) {
      return handles.get(0);
    }
    int half = handles.size() / 2;
    return MethodHandles.foldArguments(
        inTurn(handles.subList(half, handles.size())), inTurn(handles.subList(0, half)));
  }

  /** Returns a handle of the type {@code (Match)Record}. */
  MethodHandle reader(List<MappedComponent> components) {
    MethodHandle failed =
        MethodHandles.filterArguments(
            MethodHandles.throwException(record, ConstructorFailure.class), 0, FAILURE);
    MethodHandle[] readers =
        components.stream().map(MappedComponent::reader).toArray(MethodHandle[]::new);
    MethodHandle ofMatches =
        MethodHandles.filterArguments(
            MethodHandles.catchException(constructor, Exception.class, failed), 0, readers);
    return MethodHandles.permuteArguments(
            ofMatches, methodType(record, Match.class), new int[readers.length])
        .asType(methodType(Record.class, Match.class));
  }
}
