package io.offerengine.log.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;

/** A broker in a process of its own, which formats its directory first if it is new. */
public final class KafkaBrokerMain {
  private KafkaBrokerMain() {}

  /** Starts the broker of a directory, which has its configuration. */
  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    String configuration = directory.resolve("server.properties").toString();
    if (!Files.exists(directory.resolve("data").resolve("meta.properties"))) {
      String[] format = {"format", "-t", Uuid.randomUuid().toString(), "-c", configuration};
      int result = kafka.tools.StorageTool.execute(format, System.out);
      if (result != 0) {
        throw new IllegalStateException("the directory was not formatted: " + result);
      }
    }
    kafka.Kafka.main(new String[] {configuration});
  }
}
