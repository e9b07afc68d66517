package io.offerengine.internal.segment;

/**
 * What code of the host throws: derivations, formulas, collations, preconditions, listeners.
 *
 * <p>It may throw anything. Kotlin has no checked exceptions, and Java can throw them unseen, so
 * that whoever goes on after a failure catches Throwable.
 */
public final class HostCode {
  private HostCode() {}

  /**
   * Returns whether the JVM failed, and not the code itself: memory or stack is used up, or a class
   * is missing. Then nothing is known about the next call.
   */
  public static boolean isErrorOfJvm(Throwable thrown) {
    return thrown instanceof VirtualMachineError || thrown instanceof LinkageError;
  }
}
