package io.offerengine.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Lays out a line for each element of a list, so that two runs can be compared line by line. */
public final class OneElementALine extends ObjectWriteContext.Base {
  private static final JsonFactory FACTORY = new JsonFactory();

  private OneElementALine() {}

  /** Returns what writes a file, in place of what was there. */
  public static JsonGenerator generator(Path file) throws IOException {
    return FACTORY.createGenerator(new OneElementALine(), Files.newOutputStream(file));
  }

  @Override
  public PrettyPrinter getPrettyPrinter() {
    return new DefaultPrettyPrinter()
        .withObjectIndenter(new DefaultPrettyPrinter.FixedSpaceIndenter())
        .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
  }
}
