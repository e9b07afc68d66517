package io.offerengine.bench.compare;

import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Lays out a line for each element of a list, so that two runs can be compared line by line. */
public final class OneElementALine extends ObjectWriteContext.Base {
  @Override
  public PrettyPrinter getPrettyPrinter() {
    return new DefaultPrettyPrinter()
        .withObjectIndenter(new DefaultPrettyPrinter.FixedSpaceIndenter())
        .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
  }
}
