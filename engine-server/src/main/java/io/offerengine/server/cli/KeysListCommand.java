package io.offerengine.server.cli;

import static java.util.stream.Collectors.joining;

import io.offerengine.server.keys.IssuedKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code keys list}: prints a table of all keys, without their secrets. */
@Command(
    name = "list",
    description = {
      "Prints a table of all API keys, expired and revoked ones included.",
      "The table shows no secrets."
    },
    exitCodeList = {
      "0:the table was printed",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footer = "  java -jar engine-server.jar keys list --data data")
final class KeysListCommand extends StoreCommand {
  KeysListCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    List<IssuedKey> keys = store().useExisting(database -> new KeyRegistry(database).list());
    context.out().println(table(keys, Instant.now()));
    context.out().println(keys.size() + (keys.size() == 1 ? " key in " : " keys in ") + store());
    return ExitCode.OK;
  }

  /** Returns the table; none of its texts is cut. */
  private static TextTable table(List<IssuedKey> keys, Instant now) {
    TextTable table =
        new TextTable(
            Integer.MAX_VALUE,
            List.of(
                new TextTable.Column("id", "", true),
                new TextTable.Column("user", "", true),
                new TextTable.Column("administrator", "", false),
                new TextTable.Column("scopes", "", false),
                new TextTable.Column("created", "", false),
                new TextTable.Column("expires", "", false),
                new TextTable.Column("state", "", false)));
    for (IssuedKey key : keys) {
      KeyTerms terms = key.terms();
      table.add(
          Long.toString(key.id()),
          Long.toString(terms.user()),
          terms.administrator() ? "yes" : "no",
          terms.scopes().stream().sorted().map(Scope::wireName).collect(joining(",")),
          key.created().toString(),
          orNever(terms.expires()),
          key.state(now).name().toLowerCase(Locale.ROOT));
    }
    return table;
  }

  private static String orNever(@Nullable Instant instant) {
    return instant == null ? "never" : instant.toString();
  }
}
