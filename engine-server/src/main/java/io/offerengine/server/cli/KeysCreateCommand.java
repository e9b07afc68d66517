package io.offerengine.server.cli;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The command {@code keys create}: makes a key and prints it. */
@Command(
    name = "create",
    description = {
      "Makes an API key and prints it.",
      "The key can't be shown again: the database stores only its hash."
    },
    exitCodeList = {
      "0:the key was made and printed",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  A key of user 7 that opens only searches, until the end of the year:",
      "    java -jar engine-server.jar keys create --data data \\",
      "      --user 7 --scopes search --expires 2027-01-01",
      "  An administrator's key:",
      "    java -jar engine-server.jar keys create --data data --user 1 --admin"
    })
final class KeysCreateCommand extends StoreCommand {
  @Option(
      names = "--user",
      paramLabel = "ID",
      required = true,
      description = "The number of the key's owner, at least 1.")
  private long user;

  @Option(
      names = "--admin",
      description = "Makes an administrator's key, which also opens other users' things.")
  private boolean admin;

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
  private Scope @Nullable [] scopes;

  @Option(
      names = "--expires",
      paramLabel = "DATE",
      converter = ExpiryDate.class,
      description = {
        "When the key expires: 2027-01-01 (the first instant of that day),",
        "2027-01-01T12:00:00Z or 2027-01-01T12:00:00+02:00.",
        "A time without an offset is UTC (default: never)."
      })
  private @Nullable Instant expires;

  KeysCreateCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    KeyTerms terms = terms();
    String key = store().use(database -> create(database, terms));
    context.out().println(key);
    return ExitCode.OK;
  }

  private KeyTerms terms() {
    try {
      KeyTerms terms = KeyTerms.of(user, admin);
      if (scopes != null) {
        terms = terms.limitedTo(Set.copyOf(Arrays.asList(scopes)));
      }
      return expires == null ? terms : terms.until(expires);
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  private String create(Database database, KeyTerms terms) {
    try {
      return new KeyRegistry(database).create(terms);
    } catch (IllegalArgumentException e) {
      throw wrong(e);
    }
  }

  private ParameterException wrong(IllegalArgumentException problem) {
    return wrong("No key can be made: " + problem.getMessage());
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
