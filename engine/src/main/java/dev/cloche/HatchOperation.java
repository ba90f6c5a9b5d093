package dev.cloche;

import dev.cloche.egress.EgressRule;
import dev.cloche.egress.UrlPattern;
import dev.cloche.wasi.Preopen;
import dev.cloche.workspace.Access;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The one thing that a {@link Hatch} lets happen beyond the policy. */
public sealed interface HatchOperation {

  /**
   * Requests to one more URL prefix. Never to private addresses, and without a credential.
   *
   * @param pattern the URLs, on one exact host
   * @param methods the methods, at least one
   */
  record ExtraUrl(UrlPattern pattern, Set<String> methods) implements HatchOperation {
    public ExtraUrl {
      methods = Set.copyOf(methods);
      if (pattern.isWildcard()) {
        throw new IllegalArgumentException("a hatch opens one host, and " + pattern + " has many");
      }
      if (methods.isEmpty() || !EgressRule.METHODS.containsAll(methods)) {
        throw new IllegalArgumentException(
            "methods of a hatch are not some of " + EgressRule.METHODS);
      }
    }
  }

  /**
   * One more directory of the host, for a call, beside the workspace and with a quota of its own as
   * large as the workspace's. What a guest changes in an overlay is dropped at the end of the call:
   * what is to reach the host belongs in a mount of the policy.
   *
   * @param host the directory; absolute and without {@code ..}
   * @param guest where the guest sees it: an absolute path without empty, {@code .} and {@code ..}
   *     names and control characters, not {@code /}
   * @param access how
   */
  record ExtraMount(Path host, String guest, Access access) implements HatchOperation {
    public ExtraMount {
      Objects.requireNonNull(access, "access");
      if (!host.isAbsolute() || !host.equals(host.normalize())) {
        throw new IllegalArgumentException("host directory of a hatch is not absolute and normal");
      }
      if (!Preopen.isPlain(guest) || guest.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("guest path of a hatch is not of the form /name/name");
      }
    }
  }

  /**
   * One native command more.
   *
   * @param command its name: letters, digits and {@code . _ + -}, at most 64
   */
  record NativeCommand(String command) implements HatchOperation {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._+-]{0,63}");

    public NativeCommand {
      if (!NAME.matcher(command).matches()) {
        throw new IllegalArgumentException("native command of a hatch is not a plain name");
      }
    }
  }

  /**
   * More fuel for a call.
   *
   * @param fuel how much more, at least 1
   */
  record MoreFuel(long fuel) implements HatchOperation {
    public MoreFuel {
      if (fuel < 1) {
        throw new IllegalArgumentException("fuel " + fuel + " of a hatch is not at least 1");
      }
    }
  }
}
