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

  private ConfigFile(String name, String text) {
    this.name = name;
    this.events =
        new Parse(LoadSettings.builder().setLabel(name).build()).parseString(text).iterator();
  }

  /**
   * Reads a file.
   *
   * @return the settings in the order of the file; no two have the same key
   * @throws ConfigurationException if the file can't be read or is malformed
   */
  static List<Setting> read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return parse(in.readNBytes(MAX_BYTES + 1), file.toString());
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(file + ": no such file; check the path of --config");
    } catch (IOException e) {
      throw new ConfigurationException(
          file + " can't be read (" + e + "); check its path and permissions");
    }
  }

  /**
   * Reads the content of a file.
   *
   * @param name the name of the file, for errors
   * @throws ConfigurationException if the content is malformed
   */
  static List<Setting> parse(byte[] content, String name) {
    if (content.length > MAX_BYTES) {
      throw new ConfigurationException(
          name + " is no configuration file: it has more than " + MAX_BYTES + " bytes");
    }
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(name + " is not UTF-8; save it in that encoding");
    }
    try {
      ConfigFile file = new ConfigFile(name, text);
      file.readDocument();
      return List.copyOf(file.settings.values());
    } catch (MarkedYamlEngineException e) {
      throw new ConfigurationException(
          at(name, e.getProblemMark())
              + "malformed YAML: "
              + oneLine(e.getProblem())
              + "; "
              + FORM);
    } catch (YamlEngineException e) {
      throw new ConfigurationException(
          name + ": malformed YAML: " + oneLine(String.valueOf(e.getMessage())) + "; " + FORM);
    }
  }

  private void readDocument() {
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case DocumentStart -> readRoot();
        default -> throw malformed(event, FORM);
      }
    }
  }

  private void readRoot() {
    Event root = events.next();
    boolean isNothing = root instanceof ScalarEvent scalar && isNothing(scalar);
    if (isNothing) {
      return;
    }
    if (root.getEventId() != Event.ID.MappingStart || !settings.isEmpty()) {
      throw malformed(root, FORM);
    }
    requirePlain(root);
    for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      readSetting(key);
    }
  }

  private void readSetting(Event key) {
    if (!(key instanceof ScalarEvent named)) {
      throw malformed(key, FORM);
    }
    requirePlain(key);
    String option = named.getValue();
    Event value = events.next();
    requirePlain(value);
    List<String> values = new ArrayList<>();
    if (value.getEventId() == Event.ID.SequenceStart) {
      for (Event element = events.next();
          element.getEventId() != Event.ID.SequenceEnd;
          element = events.next()) {
        values.add(text(option, element));
      }
    } else {
      values.add(text(option, value));
    }
    if (values.isEmpty()) {
      throw malformed(
          value, quoted(option) + " has an empty list; give a value or delete the line");
    }
    String origin = place(key);
    Setting before = settings.putIfAbsent(option, new Setting(option, values, origin));
    if (before != null) {
      throw malformed(
          key, quoted(option) + " is set twice, before at " + before.origin() + "; delete one");
    }
  }

  private String text(String option, Event value) {
    requirePlain(value);
    if (!(value instanceof ScalarEvent scalar)) {
      throw malformed(value, quoted(option) + " takes a value or a list of values");
    }
    if (isNothing(scalar)) {
      throw malformed(value, quoted(option) + " has no value; give one or delete the line");
    }
    return scalar.getValue();
  }

  private static boolean isNothing(ScalarEvent scalar) {
    return scalar.isPlain()
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("~")
            || scalar.getValue().equals("null"));
  }

  /** Refuses what would be ignored otherwise. */
  private void requirePlain(Event event) {
    boolean isAnchored = event instanceof NodeEvent node && node.getAnchor().isPresent();
    boolean isTagged = event instanceof ScalarEvent scalar && scalar.getTag().isPresent();
    if (isAnchored || isTagged) {
      throw malformed(event, "anchors (&), aliases (*) and tags (!) are not allowed; quote texts");
    }
  }

  private ConfigurationException malformed(Event event, String problem) {
    return new ConfigurationException(place(event) + ": " + problem);
  }

  private String place(Event event) {
    return place(name, event.getStartMark());
  }

  private static String at(String name, Optional<Mark> mark) {
    return place(name, mark) + ": ";
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
