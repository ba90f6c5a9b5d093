package dev.cloche.module;

import java.io.Serial;

/**
 * Says why a module is refused: which section, at which byte, by which rule.
 *
 * <p>It has no stack trace: the offset in the module is what a reader needs, and hostile modules
 * must be cheap to refuse.
 */
public final class ModuleException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** The class of objection. */
  public enum Kind {
    /** The bytes are no core WebAssembly module at all: text, a component, an archive. */
    NOT_A_MODULE,
    /** The bytes break the binary grammar (WebAssembly 2.0, chapter 5). */
    MALFORMED,
    /** The bytes parse, but break a validation rule (WebAssembly 2.0, chapter 3). */
    INVALID,
    /** The module is larger in some respect than {@link ModuleLimits} allow. */
    LIMIT,
    /** The module uses a WebAssembly proposal that is off. */
    FEATURE_OFF
  }

  private final Kind kind;
  private final String section;
  private final long offset;
  private final String rule;

  private ModuleException(Kind kind, String section, long offset, String rule, String detail) {
    super(
        "module refused: %s, offset 0x%x: %s".formatted(section, offset, detail),
        null,
        false,
        false);
    this.kind = kind;
    this.section = section;
    this.offset = offset;
    this.rule = rule;
  }

  static ModuleException of(Rule rule, String section, long offset, String detail) {
    return new ModuleException(rule.kind(), section, offset, rule.id(), detail);
  }

  static ModuleException over(
      ModuleLimit limit, String section, long offset, String subject, long used, long allowed) {
    return new ModuleException(
        Kind.LIMIT,
        section,
        offset,
        limit.id(),
        "%s %d %s, at most %d are allowed".formatted(subject, used, limit.noun(), allowed));
  }

  static ModuleException off(Feature feature, String section, long offset) {
    return new ModuleException(
        Kind.FEATURE_OFF,
        section,
        offset,
        feature.id(),
        "%s is off: %s".formatted(feature.title(), feature.reason()));
  }

  /** Returns the class of objection. */
  public Kind kind() {
    return kind;
  }

  /** Returns where in the module the objection lies, such as {@code "code section"}. */
  public String section() {
    return section;
  }

  /** Returns the byte offset in the module that the objection points at, from 0. */
  public long offset() {
    return offset;
  }

  /**
   * Returns the stable, kebab-case name of the broken rule: of a limit ({@link ModuleLimit#id()}),
   * of a feature ({@link Feature#id()}) or of a rule of the format, such as {@code
   * "section-order"}.
   */
  public String rule() {
    return rule;
  }
}
