package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("UnusedVariable") // the fields are measured
class FootprintTest {
  private static final long STRING_OF_THREE = 24 + 24;

  private static class Node {
    final long[] numbers;
    final @Nullable Object next;

    Node(long[] numbers, @Nullable Object next) {
      this.numbers = numbers;
      this.next = next;
    }
  }

  /** A byte and a flag behind two references: 12 + 8 + 2 bytes, rounded up. */
  private static final class Named extends Node {
    final String name = "abc";
    final byte kind = 1;
    final boolean isKnown = true;

    Named(Node next) {
      super(new long[1], next);
    }
  }

  private final Footprint footprint = new Footprint();

  @Test
  void of_anObject_addsItsArraysAndTheObjectsThatItLeadsTo() {
    Node last = new Node(new long[3], null);
    Node first = new Node(new long[0], last);

    assertThat(footprint.of(first)).isEqualTo(24 + 24 + 40);
  }

  @Test
  void of_whatWasCountedBefore_isZero() {
    Node shared = new Node(new long[3], null);
    assertThat(footprint.of(new Node(new long[0], shared))).isEqualTo(24 + 24 + 40);
    assertThat(footprint.of(new Node(shared.numbers, shared))).isEqualTo(24);
    assertThat(footprint.of(shared)).isZero();
    assertThat(footprint.of(null)).isZero();
  }

  @Test
  void of_aCircle_ends() {
    Object[] circle = new Object[1];
    circle[0] = circle;
    assertThat(footprint.of(circle)).isEqualTo(24);
  }

  @Test
  void leaveOut_anObject_countsWhatLeadsToIt() {
    Node out = new Node(new long[3], null);
    footprint.leaveOut(out);
    assertThat(footprint.of(new Node(new long[0], out))).isEqualTo(24);
  }

  @Test
  void of_anObjectOfASubclass_countsTheFieldsOfBothClasses() {
    Node next = new Node(new long[0], null);
    assertThat(footprint.of(new Named(next))).isEqualTo(32 + 24 + STRING_OF_THREE + 24);
  }

  /** Empty arrays are mostly shared constants. */
  @Test
  void of_anEmptyArray_isZero() {
    assertThat(footprint.of(new long[0])).isZero();
    assertThat(footprint.of(new Object[0])).isZero();
  }

  @Test
  void of_arrays_countsElementsByTheirWidth() {
    assertThat(footprint.of(new boolean[5])).isEqualTo(24);
    assertThat(footprint.of(new byte[9])).isEqualTo(32);
    assertThat(footprint.of(new char[5])).isEqualTo(32);
    assertThat(footprint.of(new short[5])).isEqualTo(32);
    assertThat(footprint.of(new int[5])).isEqualTo(40);
    assertThat(footprint.of(new float[5])).isEqualTo(40);
    assertThat(footprint.of(new double[5])).isEqualTo(56);
    assertThat(footprint.of(new long[][] {new long[1], null})).isEqualTo(24 + 24);
    assertThat(footprint.of(new String[] {"abc", "\u0103bc"})).isEqualTo(24 + 48 + 48);
  }

  @Test
  void of_anAtomicArray_countsItsElements() {
    AtomicReferenceArray<long[]> array = new AtomicReferenceArray<>(3);
    array.set(1, new long[1]);
    assertThat(footprint.of(array)).isEqualTo(16 + 32 + 24);
  }

  @Test
  void of_schemasConstantsAndFunctions_isZero() {
    Schema schema = Schema.builder("goods", "id").build();
    IntFunction<Node> function = size -> new Node(new long[size], null);
    assertThat(footprint.of(schema)).isZero();
    assertThat(footprint.of(FieldType.NUMBER)).isZero();
    assertThat(footprint.of(function)).isZero();
  }
}
