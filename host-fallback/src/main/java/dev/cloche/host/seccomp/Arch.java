package dev.cloche.host.seccomp;

import java.util.Optional;

/** The architectures whose system calls are known here. */
public enum Arch {
  /** AMD and Intel, 64 bit. */
  X86_64("x86_64", 0xC000003E),
  /** ARM, 64 bit, little endian. */
  AARCH64("aarch64", 0xC00000B7);

  private final String id;
  private final int audit;

  Arch(String id, int audit) {
    this.id = id;
    this.audit = audit;
  }

  /** Returns the name that {@code uname -m} prints. */
  public String id() {
    return id;
  }

  /** Returns the {@code AUDIT_ARCH_*} constant that the kernel hands to filters. */
  public int audit() {
    return audit;
  }

  /** Returns the architecture that Java calls {@code os.arch}; empty for any other. */
  public static Optional<Arch> ofJava(String osArch) {
    return switch (osArch) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }
}
