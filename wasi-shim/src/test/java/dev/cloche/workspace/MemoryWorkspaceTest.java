package dev.cloche.workspace;

/** The contract, in memory. */
class MemoryWorkspaceTest extends WritableContract {
  @Override
  Workspace create() {
    Workspace made = Workspace.inMemory(WorkspaceLimits.defaults());
    plant(new TreeUser(made));
    return made;
  }
}
