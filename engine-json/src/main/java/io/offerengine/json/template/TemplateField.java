package io.offerengine.json.template;

import java.util.Arrays;
import java.util.Optional;

/**
 * The fields of a template, in the order of the response.
 *
 * <p>Source: API document, section 4.3; docs/operating.md.
 */
public enum TemplateField {
  /** The name; required. */
  NAME("name", Kind.LINE),
  /** The container image, without its tag but with a digest if it has one; required. */
  IMAGE("image", Kind.LINE),
  /** The tag of the image; {@code latest} unless the request gives a tag or a digest. */
  TAG("tag", Kind.LINE),
  /** Environment variables and port mappings as flags. */
  ENV("env", Kind.TEXT),
  /** Commands that run when the instance starts. */
  ONSTART("onstart", Kind.TEXT),
  /** The launch mode: {@code ssh}, {@code jupyter} or {@code args}; {@code args} by default. */
  RUNTYPE("runtype", Kind.RUNTYPE),
  /** Whether to connect by SSH directly. */
  SSH_DIRECT("ssh_direct", Kind.FLAG),
  /** Whether to connect to Jupyter directly. */
  JUP_DIRECT("jup_direct", Kind.FLAG),
  /** The directory that Jupyter is launched from. */
  JUPYTER_DIR("jupyter_dir", Kind.LINE),
  /** Whether to use JupyterLab. */
  USE_JUPYTER_LAB("use_jupyter_lab", Kind.FLAG),
  /** The private registry. */
  DOCKER_LOGIN_REPO("docker_login_repo", Kind.LINE),
  /** The user of the registry. */
  DOCKER_LOGIN_USER("docker_login_user", Kind.LINE),
  /** Conditions on machines, with the rules of a search. */
  EXTRA_FILTERS("extra_filters", Kind.CONDITIONS),
  /** A short description. */
  DESC("desc", Kind.TEXT),
  /** A longer description. */
  README("readme", Kind.TEXT),
  /** Whether the longer description is shown. */
  README_VISIBLE("readme_visible", Kind.FLAG),
  /** Arguments of the container's entry point. */
  ARGS_STR("args_str", Kind.TEXT),
  /** Whether instances allow SSH. */
  USE_SSH("use_ssh", Kind.FLAG),
  /** A link to the image's documentation. */
  HREF("href", Kind.LINE),
  /** The repository. */
  REPO("repo", Kind.LINE),
  /** Whether other users can't see the template; false by default. */
  PRIVATE("private", Kind.FLAG),
  /** A hint for user interfaces; stored without a check. */
  VOLUME_INFO("volume_info", Kind.OBJECT),
  /** The recommended disk space in GB; 8 by default. */
  RECOMMENDED_DISK_SPACE("recommended_disk_space", Kind.NUMBER);

  /** The type of a field's values. */
  enum Kind {
    /** One line of text. */
    LINE,
    /** Text that may have several lines. */
    TEXT,
    FLAG,
    NUMBER,
    RUNTYPE,
    CONDITIONS,
    OBJECT
  }

  private final String wireName;
  private final Kind kind;

  TemplateField(String wireName, Kind kind) {
    this.wireName = wireName;
    this.kind = kind;
  }

  /** Returns the name in requests and responses. */
  public String wireName() {
    return wireName;
  }

  /** Returns whether a text may be left out; an empty one then means that it is. */
  boolean isOptionalText() {
    return switch (kind) {
      case LINE, TEXT, RUNTYPE -> this != NAME && this != IMAGE;
      case FLAG, NUMBER, CONDITIONS, OBJECT -> false;
    };
  }

  Kind kind() {
    return kind;
  }

  /** Returns the field with a name; empty if there is none. */
  static Optional<TemplateField> ofKey(String key) {
    return Arrays.stream(values()).filter(field -> field.wireName.equals(key)).findFirst();
  }

  @Override
  public String toString() {
    return wireName;
  }
}
