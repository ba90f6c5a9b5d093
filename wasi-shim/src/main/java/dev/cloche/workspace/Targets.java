package dev.cloche.workspace;

/** Judges where a symbolic link may lead a program that does not know of the workspace. */
final class Targets {
  private Targets() {}

  /**
   * Returns whether a link stays below a directory, whatever other links that stay there it leads
   * through. {@code ..} may stand at the beginning only: after another link it would not mean what
   * the text says.
   *
   * @param target the text of the link
   * @param depth how many directories lie between the top one and the link
   */
  static boolean staysInside(String target, int depth) {
    if (target.startsWith("/")) {
      return false;
    }
    int up = 0;
    boolean down = false;
    for (String name : target.split("/", -1)) {
      if (name.equals("..")) {
        if (down) {
          return false;
        }
        up++;
      } else {
        down |= !name.equals(".") && !name.isEmpty();
      }
    }
    return up <= depth;
  }
}
