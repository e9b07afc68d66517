package io.offerengine.server.cli;

import io.offerengine.server.keys.IssuedKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.store.Database;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command {@code keys}, a group of commands for API keys. */
@Command(
    name = "keys",
    description = "Makes, lists, rotates and revokes API keys, also while a server runs.",
    exitCodeList = {"0:success", CommandGroup.FAULT, CommandGroup.USAGE, CommandGroup.DATABASE},
    footerHeading = CommandGroup.EXAMPLES,
    footer = {
      "  java -jar engine-server.jar keys create --data data --user 7",
      "  java -jar engine-server.jar keys list --data data",
      "  java -jar engine-server.jar keys rotate --data data 1",
      "  java -jar engine-server.jar keys revoke --data data 2",
      "More of each command: java -jar engine-server.jar keys COMMAND --help"
    })
public final class KeysCommand extends CommandGroup {
  private static final String ID =
      "The key's number: in the table of keys list, and in the key oe_NUMBER_SECRET.";

  private final CommandContext context;

  /** Creates the group for a run. */
  public KeysCommand(CommandContext context) {
    this.context = context;
  }

  /** Makes a key and prints it. */
  @Command(
      name = "create",
      description = {
        "Makes an API key and prints it.",
        "The key can't be shown again: the database stores only its hash."
      },
      exitCodeList = {"0:the key was made and printed", FAULT, USAGE, DATABASE},
      footerHeading = EXAMPLES,
      footer = {
        "  A key of user 7 that opens only searches, until the end of the year:",
        "    java -jar engine-server.jar keys create --data data \\",
        "      --user 7 --scopes search --expires 2027-01-01",
        "  An administrator's key:",
        "    java -jar engine-server.jar keys create --data data --user 1 --admin"
      })
  int create(
      @Mixin StoreOptions store,
      @Option(
              names = "--user",
              paramLabel = "ID",
              required = true,
              description = "The number of the key's owner, at least 1.")
          long user,
      @Option(
              names = "--admin",
              description = "Makes an administrator's key, which also opens other users' things.")
          boolean admin,
      @Option(
              names = "--scopes",
              paramLabel = "SCOPE",
              split = ",",
              converter = ScopeName.class,
              description = {
                "The scopes that the key opens: search, invoices,",
                "templates, user_read (account, keys and templates),",
                "user_write (changes of these); with --admin also",
                "admin (default: all of them)."
              })
          Scope @Nullable [] scopes,
      @Option(
              names = "--expires",
              paramLabel = "DATE",
              converter = ExpiryDate.class,
              description = {
                "When the key expires: 2027-01-01 (the first instant of that day),",
                "2027-01-01T12:00:00Z or 2027-01-01T12:00:00+02:00.",
                "A time without an offset is UTC (default: never)."
              })
          @Nullable Instant expires) {
    StoreLocation location = store.required();
    Function<Database, String> making =
        database -> {
          try {
            KeyTerms terms = KeyTerms.of(user, admin);
            if (scopes != null) {
              terms = terms.limitedTo(Set.copyOf(Arrays.asList(scopes)));
            }
            return new KeyRegistry(database).create(expires == null ? terms : terms.until(expires));
          } catch (IllegalArgumentException e) {
            throw store.wrong("No key can be made: " + e.getMessage());
          }
        };
    context.out().println(location.use(making));
    return ExitCode.OK;
  }

  /** Prints a table of all keys, without their secrets; none of its texts is cut. */
  @Command(
      name = "list",
      description = {
        "Prints a table of all API keys, expired and revoked ones included.",
        "The table shows no secrets."
      },
      exitCodeList = {"0:the table was printed", FAULT, USAGE, DATABASE},
      footerHeading = EXAMPLE,
      footer = "  java -jar engine-server.jar keys list --data data")
  int list(@Mixin StoreOptions store) {
    StoreLocation location = store.required();
    List<IssuedKey> keys = location.useExisting(database -> new KeyRegistry(database).list());
    context.out().println(table(keys, Instant.now()));
    context.out().println(keys.size() + (keys.size() == 1 ? " key in " : " keys in ") + location);
    return ExitCode.OK;
  }

  private static String table(List<IssuedKey> keys, Instant now) {
    return new TextTable<IssuedKey>()
        .numbers("id", "", key -> Long.toString(key.id()))
        .numbers("user", "", key -> Long.toString(key.terms().user()))
        .texts("administrator", key -> key.terms().administrator() ? "yes" : "no")
        .texts("scopes", key -> String.join(",", Scope.wireNames(key.terms().scopes())))
        .texts("created", key -> key.created().toString())
        .texts("expires", key -> Objects.toString(key.terms().expires(), "never"))
        .texts("state", key -> key.state(now).name().toLowerCase(Locale.ROOT))
        .draw(keys, Integer.MAX_VALUE);
  }

  /** Replaces a key by a new one with the same terms. */
  @Command(
      name = "rotate",
      description = {
        "Makes an API key with the owner, scopes and expiry of another one, prints it,",
        "and revokes the other one. A server on the same database refuses that within a",
        "second."
      },
      exitCodeList = {
        "0:the new key was made and printed, and the old one is revoked",
        FAULT,
        USAGE + ", or the key can't be rotated",
        DATABASE
      },
      footerHeading = EXAMPLE,
      footer = "  java -jar engine-server.jar keys rotate --data data 1")
  int replace(
      @Mixin StoreOptions store, @Parameters(paramLabel = "KEY_ID", description = ID) long id) {
    StoreLocation location = store.required();
    Function<Database, String> rotating =
        database -> {
          try {
            return new KeyRegistry(database).rotate(id);
          } catch (IllegalArgumentException e) {
            throw store.wrong(
                "No key was rotated: %s in %s; keys list shows all"
                    .formatted(e.getMessage(), location));
          }
        };
    context.out().println(location.useExisting(rotating));
    return ExitCode.OK;
  }

  /** Revokes a key permanently. */
  @Command(
      name = "revoke",
      description = {
        "Revokes an API key permanently.",
        "A server on the same database refuses the key within a second."
      },
      exitCodeList = {
        "0:the key is revoked, now or before",
        FAULT,
        USAGE + ", or the key does not exist",
        DATABASE
      },
      footerHeading = EXAMPLE,
      footer = "  java -jar engine-server.jar keys revoke --data data 1")
  int revoke(
      @Mixin StoreOptions store, @Parameters(paramLabel = "KEY_ID", description = ID) long id) {
    StoreLocation location = store.required();
    String done =
        switch (location.useExisting(database -> new KeyRegistry(database).revoke(id))) {
          case REVOKED -> " is revoked";
          case REVOKED_BEFORE -> " was revoked before";
          case UNKNOWN ->
              throw store.wrong(
                  "No key has the number " + id + " in " + location + "; keys list shows all");
        };
    context.out().println("Key " + id + done);
    return ExitCode.OK;
  }

  /** Reads the name of a scope. */
  static final class ScopeName implements ITypeConverter<Scope> {
    @Override
    public Scope convert(String name) {
      for (Scope scope : Scope.values()) {
        if (scope.wireName().equals(name)) {
          return scope;
        }
      }
      throw new TypeConversionException(
          "no scope is called '" + name + "'; there are " + Scope.wireNames());
    }
  }

  /** Reads an ISO-8601 date or date and time. */
  static final class ExpiryDate implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      DateTimeFormatter form =
          text.contains("T") ? DateTimeFormatter.ISO_DATE_TIME : DateTimeFormatter.ISO_LOCAL_DATE;
      try {
        TemporalAccessor read =
            form.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        if (read instanceof OffsetDateTime instant) {
          return instant.toInstant();
        }
        LocalDateTime local =
            read instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(read);
        return local.toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a date like 2027-01-01 or 2027-01-01T12:00:00Z");
      }
    }
  }
}
