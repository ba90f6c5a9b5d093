package dev.cloche.run;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Plan;
import dev.cloche.module.GuestText;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.util.Map;

/** The files that a call brings. */
final class CallFiles {

  private CallFiles() {}

  /**
   * Writes them.
   *
   * @throws RefusedException if the plan does not let files change, or one cannot be written
   */
  static void write(Plan plan, Workspace workspace) throws RefusedException {
    Map<String, byte[]> files = plan.call().files();
    if (!files.isEmpty() && plan.files() != WorkspaceUse.WRITE) {
      throw new RefusedException(
          "call refused: it brings files, and the tool's manifest says that it writes none");
    }
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      try {
        workspace.writeFile(file.getKey(), file.getValue());
      } catch (WorkspaceException e) {
        throw new RefusedException(
            "call refused: file "
                + GuestText.quote(file.getKey())
                + " cannot be written: "
                + e.getMessage());
      }
    }
  }
}
