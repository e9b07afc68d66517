package io.offerengine.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The reader of a configuration file: a YAML mapping of names to values, or to lists of values.
 *
 * <p>A value is the text as the file has it. Its option converts the text, as it converts a value
 * of the command line. Nested mappings, anchors, aliases, tags and further documents are refused.
 *
 * <p><b>Cost.</b> Time and memory grow with the file, which has at most a mebibyte.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ConfigFile {
  private static final int MAX_BYTES = 1 << 20;
  private static final String FORM = "a configuration file has lines like \"port: 8080\"";

  private final String name;
  private final Iterator<Event> events;
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  private ConfigFile(String name, String text) {
    this.name = name;
    this.events =
        new Parse(LoadSettings.builder().setLabel(name).build()).parseString(text).iterator();
  }

  /**
   * What a file says.
   *
   * @param settings the settings without a fault, in the order of the file; no two have the same
   *     key
   * @param faults what is wrong with the others, each with its line
   */
  record Content(List<Setting> settings, List<String> faults) {}

  /** Reads a file. If the file can't be read, this is the only fault. */
  static Content read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return parse(in.readNBytes(MAX_BYTES + 1), file.toString());
    } catch (NoSuchFileException e) {
      return unreadable(file + ": no such file; check the path of --config");
    } catch (IOException e) {
      return unreadable(file + " can't be read (" + e + "); check its path and permissions");
    }
  }

  private static Content unreadable(String fault) {
    return new Content(List.of(), List.of(fault));
  }

  /**
   * Reads the content of a file. YAML that is malformed ends the reading.
   *
   * @param name the name of the file, for faults
   */
  static Content parse(byte[] content, String name) {
    if (content.length > MAX_BYTES) {
      return unreadable(
          name + " is no configuration file: it has more than " + MAX_BYTES + " bytes");
    }
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return unreadable(name + " is not UTF-8; save it in that encoding");
    }
    ConfigFile file = new ConfigFile(name, text);
    try {
      file.readDocument();
    } catch (MarkedYamlEngineException e) {
      String problem = "malformed YAML: " + oneLine(e.getProblem()) + "; " + FORM;
      file.faults.add(place(name, e.getProblemMark()) + ": " + problem);
    } catch (YamlEngineException e) {
      file.faults.add(
          name + ": malformed YAML: " + oneLine(String.valueOf(e.getMessage())) + "; " + FORM);
    }
    return new Content(List.copyOf(file.settings.values()), List.copyOf(file.faults));
  }

  private void readDocument() {
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case DocumentStart -> readRoot(events.next());
        default -> refuse(event, FORM);
      }
    }
  }

  private void readRoot(Event root) {
    if (root instanceof ScalarEvent scalar && isNothing(scalar)) {
      return;
    }
    if (root.getEventId() != Event.ID.MappingStart || !settings.isEmpty()) {
      refuse(root, FORM);
      return;
    }
    requirePlain(root);
    for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      readSetting(key);
    }
  }

  private void readSetting(Event key) {
    int before = faults.size();
    if (!(key instanceof ScalarEvent named)) {
      refuse(key, FORM);
      skip(events.next());
      return;
    }
    requirePlain(key);
    String option = named.getValue();
    List<String> values = values(option, events.next());
    if (faults.size() > before) {
      return;
    }
    Setting known = settings.putIfAbsent(option, new Setting(option, values, place(key)));
    if (known != null) {
      faults.add(
          "%s: %s is set twice, before at %s; delete one"
              .formatted(place(key), quoted(option), known.origin()));
    }
  }

  private List<String> values(String option, Event value) {
    List<String> values = new ArrayList<>();
    if (value.getEventId() != Event.ID.SequenceStart) {
      readText(option, value, values);
      return values;
    }
    requirePlain(value);
    int before = faults.size();
    for (Event element = events.next();
        element.getEventId() != Event.ID.SequenceEnd;
        element = events.next()) {
      readText(option, element, values);
    }
    if (values.isEmpty() && faults.size() == before) {
      String problem = " has an empty list; give a value or delete the line";
      faults.add(place(value) + ": " + quoted(option) + problem);
    }
    return values;
  }

  private void readText(String option, Event value, List<String> values) {
    if (!requirePlain(value)) {
      skip(value);
    } else if (!(value instanceof ScalarEvent scalar)) {
      refuse(value, quoted(option) + " takes a value or a list of values");
    } else if (isNothing(scalar)) {
      refuse(value, quoted(option) + " has no value; give one or delete the line");
    } else {
      values.add(scalar.getValue());
    }
  }

  private static boolean isNothing(ScalarEvent scalar) {
    return scalar.isPlain()
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("~")
            || scalar.getValue().equals("null"));
  }

  /** Refuses what would be ignored otherwise; returns whether there was nothing to refuse. */
  private boolean requirePlain(Event event) {
    boolean isAnchored = event instanceof NodeEvent node && node.getAnchor().isPresent();
    boolean isTagged = event instanceof ScalarEvent scalar && scalar.getTag().isPresent();
    if (isAnchored || isTagged) {
      String problem = "anchors (&), aliases (*) and tags (!) are not allowed; quote texts";
      faults.add(place(event) + ": " + problem);
    }
    return !isAnchored && !isTagged;
  }

  /** Notes what is wrong where an event begins, and skips what belongs to the event. */
  private void refuse(Event event, String problem) {
    faults.add(place(event) + ": " + problem);
    skip(event);
  }

  /** Reads up to the end of the list or the mapping that an event begins, if it begins one. */
  private void skip(Event begin) {
    int depth = 0;
    Event event = begin;
    while (true) {
      switch (event.getEventId()) {
        case SequenceStart, MappingStart -> depth++;
        case SequenceEnd, MappingEnd -> depth--;
        default -> {}
      }
      if (depth <= 0) {
        return;
      }
      event = events.next();
    }
  }

  private String place(Event event) {
    return place(name, event.getStartMark());
  }

  private static String place(String name, Optional<Mark> mark) {
    return name + mark.map(start -> ", line " + (start.getLine() + 1)).orElse("");
  }

  private static String quoted(String option) {
    return "'" + oneLine(option) + "'";
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
