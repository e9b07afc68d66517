package io.offerengine.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results as a JSON file: records as objects with names in snake case, and a line for each element
 * of a list, so that two files can be compared line by line.
 */
final class JsonFile {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private JsonFile() {}

  /** Writes results to a file, in place of the file's former content. */
  static void write(Object results, Path file) throws IOException {
    DefaultPrettyPrinter layout =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultPrettyPrinter.FixedSpaceIndenter())
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    Files.write(file, MAPPER.writer().with(layout).writeValueAsBytes(results));
  }

  /**
   * Reads results from a file.
   *
   * @param expected the content of such files in words, for the error message
   * @throws IOException if the file can't be read, or has other content
   */
  static <T> T read(Path file, Class<T> type, String expected) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      return Objects.requireNonNull(MAPPER.readValue(bytes, type), "its value is null");
    } catch (JacksonException | NullPointerException e) {
      String problem =
          e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
      throw new IOException(file + " holds no " + expected + ": " + problem, e);
    }
  }
}
