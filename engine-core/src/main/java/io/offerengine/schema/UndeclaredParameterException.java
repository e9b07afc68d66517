package io.offerengine.schema;

/**
 * A formula that reads a parameter that it does not declare.
 *
 * <p>Without this exception, a search could receive values that were computed under another value
 * of the parameter.
 */
public final class UndeclaredParameterException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  UndeclaredParameterException(Formula formula, Parameter<?> parameter) {
    super(
        "the formula '"
            + formula.text()
            + "' reads the parameter "
            + parameter
            + ", but declares that it reads no other than "
            + formula.parameters());
  }
}
