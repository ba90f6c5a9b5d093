package dev.cloche;

import java.util.Objects;

/**
 * One frame of a guest's call stack.
 *
 * @param function the index of the function in the module
 * @param name its name from the module's name section, control characters escaped and cut at 200
 *     characters, or {@code func[index]}
 */
public record GuestFrame(int function, String name) {
  public GuestFrame {
    Objects.requireNonNull(name, "name");
  }
}
