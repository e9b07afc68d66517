package io.offerengine.json.template;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a template holds, in the order in which it is written.
 *
 * <p>Source: API document, section 4.3.
 */
public enum TemplateField {
  /** Its name; required. */
  NAME("name", Kind.LINE),
  /** The container image, without its tag but with a digest if it has one; required. */
  IMAGE("image", Kind.LINE),
  /** The image's tag; {@code latest} unless given or ruled out by a digest. */
  TAG("tag", Kind.LINE),
  /** Environment variables and port mappings as flags. */
  ENV("env", Kind.TEXT),
  /** Commands that run when the instance starts. */
  ONSTART("onstart", Kind.TEXT),
  /** How the instance is run: {@code ssh}, {@code jupyter} or {@code args}, the default. */
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
  /** Conditions on machines, by the rules of a search. */
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
  /** Whether it is hidden from others; false unless given. */
  PRIVATE("private", Kind.FLAG),
  /** A hint for interfaces, kept as it is. */
  VOLUME_INFO("volume_info", Kind.OBJECT),
  /** The recommended disk space in GB; 8 unless given. */
  RECOMMENDED_DISK_SPACE("recommended_disk_space", Kind.NUMBER);

  /** What values of a field are. */
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

  /** Returns its name in requests and responses. */
  public String wireName() {
    return wireName;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the field of a name. */
  static Optional<TemplateField> ofKey(String key) {
    return Arrays.stream(values()).filter(field -> field.wireName.equals(key)).findFirst();
  }

  @Override
  public String toString() {
    return wireName;
  }
}
