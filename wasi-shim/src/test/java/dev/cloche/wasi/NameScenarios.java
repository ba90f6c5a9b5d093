package dev.cloche.wasi;

import java.util.ArrayList;
import java.util.List;

/** What the functions that make, move and remove names answer. */
final class NameScenarios {
  private static final List<Scenario> ROWS = new ArrayList<>();

  private NameScenarios() {}

  static List<Scenario> rows() {
    return ROWS;
  }

  private static void row(String name, String line, Scenario.Action action) {
    ROWS.add(new Scenario(name, line, action));
  }

  static {
    row("mkdir", "path_create_directory(fd=3, path='new') = 0", g -> g.mkdir("new"));
    row("mkdir with slash", "path_create_directory(fd=3, path='new/') = 0", g -> g.mkdir("new/"));
    row(
        "mkdir existing",
        "path_create_directory(fd=3, path='empty') = EEXIST",
        g -> g.mkdir("empty"));
    row(
        "mkdir over file",
        "path_create_directory(fd=3, path='file') = EEXIST",
        g -> g.mkdir("file"));
    row(
        "mkdir over dangling link",
        "path_create_directory(fd=3, path='dangling') = EEXIST",
        g -> g.mkdir("dangling"));
    row("mkdir dot", "path_create_directory(fd=3, path='.') = EEXIST", g -> g.mkdir("."));
    row(
        "mkdir below missing",
        "path_create_directory(fd=3, path='missing/new') = ENOENT",
        g -> g.mkdir("missing/new"));
    row(
        "mkdir through link",
        "path_create_directory(fd=3, path='to-full/new') = 0",
        g -> g.mkdir("to-full/new"));
    row("rmdir", "path_remove_directory(fd=3, path='empty') = 0", g -> g.rmdir("empty"));
    row(
        "rmdir with slash",
        "path_remove_directory(fd=3, path='empty/') = 0",
        g -> g.rmdir("empty/"));
    row("rmdir full", "path_remove_directory(fd=3, path='full') = ENOTEMPTY", g -> g.rmdir("full"));
    row("rmdir file", "path_remove_directory(fd=3, path='file') = ENOTDIR", g -> g.rmdir("file"));
    row(
        "rmdir file with slash",
        "path_remove_directory(fd=3, path='file/') = ENOTDIR",
        g -> g.rmdir("file/"));
    row(
        "rmdir link",
        "path_remove_directory(fd=3, path='to-full') = ENOTDIR",
        g -> g.rmdir("to-full"));
    row(
        "rmdir missing",
        "path_remove_directory(fd=3, path='missing') = ENOENT",
        g -> g.rmdir("missing"));
    row(
        "rmdir dot",
        "path_remove_directory(fd=3, path='empty/.') = EINVAL",
        g -> g.rmdir("empty/."));
    row("rmdir root", "path_remove_directory(fd=3, path='.') = ENOTEMPTY", g -> g.rmdir("."));
    row("unlink", "path_unlink_file(fd=3, path='file') = 0", g -> g.unlink("file"));
    row(
        "unlink with slash",
        "path_unlink_file(fd=3, path='file/') = ENOTDIR",
        g -> g.unlink("file/"));
    row(
        "unlink directory",
        "path_unlink_file(fd=3, path='empty') = EISDIR",
        g -> g.unlink("empty"));
    row(
        "unlink directory with slash",
        "path_unlink_file(fd=3, path='empty/') = EISDIR",
        g -> g.unlink("empty/"));
    row("unlink link", "path_unlink_file(fd=3, path='to-full') = 0", g -> g.unlink("to-full"));
    row(
        "unlink link with slash",
        "path_unlink_file(fd=3, path='to-full/') = ENOTDIR",
        g -> g.unlink("to-full/"));
    row("unlink loop", "path_unlink_file(fd=3, path='loop') = 0", g -> g.unlink("loop"));
    row(
        "unlink missing",
        "path_unlink_file(fd=3, path='missing') = ENOENT",
        g -> g.unlink("missing"));
    row(
        "rename file",
        "path_rename(fd=3, path='file', new_fd=3, new_path='new') = 0",
        g -> g.rename("file", "new"));
    row(
        "rename file over file",
        "path_rename(fd=3, path='file', new_fd=3, new_path='full/inner') = 0",
        g -> g.rename("file", "full/inner"));
    row(
        "rename file over itself",
        "path_rename(fd=3, path='file', new_fd=3, new_path='file') = 0",
        g -> g.rename("file", "file"));
    row(
        "rename file over directory",
        "path_rename(fd=3, path='file', new_fd=3, new_path='empty') = EISDIR",
        g -> g.rename("file", "empty"));
    row(
        "rename file to slash",
        "path_rename(fd=3, path='file', new_fd=3, new_path='new/') = ENOTDIR",
        g -> g.rename("file", "new/"));
    row(
        "rename file with slash",
        "path_rename(fd=3, path='file/', new_fd=3, new_path='new') = ENOTDIR",
        g -> g.rename("file/", "new"));
    row(
        "rename file over link",
        "path_rename(fd=3, path='file', new_fd=3, new_path='to-full') = 0",
        g -> g.rename("file", "to-full"));
    row(
        "rename link",
        "path_rename(fd=3, path='loop', new_fd=3, new_path='new') = 0",
        g -> g.rename("loop", "new"));
    row(
        "rename missing",
        "path_rename(fd=3, path='missing', new_fd=3, new_path='new') = ENOENT",
        g -> g.rename("missing", "new"));
    row(
        "rename into missing",
        "path_rename(fd=3, path='file', new_fd=3, new_path='missing/new') = ENOENT",
        g -> g.rename("file", "missing/new"));
    row(
        "rename directory",
        "path_rename(fd=3, path='full', new_fd=3, new_path='new') = 0",
        g -> g.rename("full", "new"));
    row(
        "rename directory with slashes",
        "path_rename(fd=3, path='full/', new_fd=3, new_path='new/') = 0",
        g -> g.rename("full/", "new/"));
    row(
        "rename directory over empty",
        "path_rename(fd=3, path='full', new_fd=3, new_path='empty') = 0",
        g -> g.rename("full", "empty"));
    row(
        "rename directory over full",
        "path_rename(fd=3, path='empty', new_fd=3, new_path='full') = ENOTEMPTY",
        g -> g.rename("empty", "full"));
    row(
        "rename directory over file",
        "path_rename(fd=3, path='full', new_fd=3, new_path='file') = ENOTDIR",
        g -> g.rename("full", "file"));
    row(
        "rename directory into itself",
        "path_rename(fd=3, path='full', new_fd=3, new_path='full/new') = EINVAL",
        g -> g.rename("full", "full/new"));
    row(
        "rename directory over itself",
        "path_rename(fd=3, path='full', new_fd=3, new_path='full') = 0",
        g -> g.rename("full", "full"));
    row(
        "rename directory into its own file",
        "path_rename(fd=3, path='full', new_fd=3, new_path='full/inner') = EINVAL",
        g -> g.rename("full", "full/inner"));
    row(
        "rename entry over its directory",
        "path_rename(fd=3, path='full/inner', new_fd=3, new_path='full') = EISDIR",
        g -> g.rename("full/inner", "full"));
    row(
        "rename dot",
        "path_rename(fd=3, path='.', new_fd=3, new_path='new') = EINVAL",
        g -> g.rename(".", "new"));
    row(
        "rename to dots",
        "path_rename(fd=3, path='file', new_fd=3, new_path='full/..') = EINVAL",
        g -> g.rename("file", "full/.."));
    row(
        "link",
        "path_link(fd=3, path='file', new_fd=3, new_path='new') = 0",
        g -> g.link("file", "new"));
    row(
        "link over existing",
        "path_link(fd=3, path='file', new_fd=3, new_path='full/inner') = EEXIST",
        g -> g.link("file", "full/inner"));
    row(
        "link directory",
        "path_link(fd=3, path='full', new_fd=3, new_path='new') = EPERM",
        g -> g.link("full", "new"));
    row(
        "link directory over existing",
        "path_link(fd=3, path='full', new_fd=3, new_path='file') = EEXIST",
        g -> g.link("full", "file"));
    row(
        "link to slash",
        "path_link(fd=3, path='file', new_fd=3, new_path='new/') = ENOENT",
        g -> g.link("file", "new/"));
    row(
        "link from slash",
        "path_link(fd=3, path='file/', new_fd=3, new_path='new') = ENOTDIR",
        g -> g.link("file/", "new"));
    row(
        "link dangling link",
        "path_link(fd=3, path='dangling', new_fd=3, new_path='new') = 0",
        g -> g.link("dangling", "new"));
    row(
        "link loop",
        "path_link(fd=3, path='loop', new_fd=3, new_path='new') = 0",
        g -> g.link("loop", "new"));
    row(
        "link missing",
        "path_link(fd=3, path='missing', new_fd=3, new_path='new') = ENOENT",
        g -> g.link("missing", "new"));
    row(
        "link following",
        "path_link(fd=3, lookup=FOLLOW, path='file', new_fd=3, new_path='f') = EINVAL",
        g -> g.call("path_link", 3, 1, Guest.PATH, g.text(Guest.PATH, "file"), 3, Guest.PATH, 1));
    row(
        "symlink",
        "path_symlink(target='anything', fd=3, path='new') = 0",
        g -> g.symlink("anything", "new"));
    row(
        "symlink over existing",
        "path_symlink(target='anything', fd=3, path='file') = EEXIST",
        g -> g.symlink("anything", "file"));
    row(
        "symlink over directory with slash",
        "path_symlink(target='anything', fd=3, path='full/') = EEXIST",
        g -> g.symlink("anything", "full/"));
    row(
        "symlink over file with slash",
        "path_symlink(target='anything', fd=3, path='file/') = ENOTDIR",
        g -> g.symlink("anything", "file/"));
    row(
        "symlink to slash",
        "path_symlink(target='anything', fd=3, path='new/') = ENOENT",
        g -> g.symlink("anything", "new/"));
    row(
        "symlink absolute",
        "path_symlink(target='/etc/passwd', fd=3, path='new') = ENOTCAPABLE",
        g -> g.symlink("/etc/passwd", "new"));
    row(
        "symlink empty",
        "path_symlink(target='', fd=3, path='new') = ENOENT",
        g -> g.symlink("", "new"));
    row(
        "symlink with NUL",
        "path_symlink(target='a\\x00b', fd=3, path='new') = EINVAL",
        g -> g.symlink("a\0b", "new"));
    row(
        "symlink going up",
        "path_symlink(target='../../../../etc/passwd', fd=3, path='new') = 0",
        g -> g.symlink("../../../../etc/passwd", "new"));

    row(
        "mkdir below file",
        "path_create_directory(fd=3, path='file/new') = ENOTDIR",
        g -> g.mkdir("file/new"));
    row("mkdir empty path", "path_create_directory(fd=3, path='') = ENOENT", g -> g.mkdir(""));
    row("mkdir dots", "path_create_directory(fd=3, path='..') = ENOTCAPABLE", g -> g.mkdir(".."));
    row(
        "mkdir through dangling link",
        "path_create_directory(fd=3, path='dangling/new') = ENOENT",
        g -> g.mkdir("dangling/new"));
    row(
        "mkdir over link with slash",
        "path_create_directory(fd=3, path='to-full/') = EEXIST",
        g -> g.mkdir("to-full/"));
    row(
        "mkdir over dangling link with slash",
        "path_create_directory(fd=3, path='dangling/') = EEXIST",
        g -> g.mkdir("dangling/"));
    row(
        "rmdir link with slash",
        "path_remove_directory(fd=3, path='to-full/') = ENOTDIR",
        g -> g.rmdir("to-full/"));
    row(
        "rmdir parent",
        "path_remove_directory(fd=3, path='full/..') = ENOTEMPTY",
        g -> g.rmdir("full/.."));
    row(
        "rmdir below file",
        "path_remove_directory(fd=3, path='file/x') = ENOTDIR",
        g -> g.rmdir("file/x"));
    row(
        "unlink below file",
        "path_unlink_file(fd=3, path='file/x') = ENOTDIR",
        g -> g.unlink("file/x"));
    row("unlink dot", "path_unlink_file(fd=3, path='.') = EISDIR", g -> g.unlink("."));
    row(
        "unlink through link",
        "path_unlink_file(fd=3, path='to-full/inner') = 0",
        g -> g.unlink("to-full/inner"));
    row("unlink empty path", "path_unlink_file(fd=3, path='') = ENOENT", g -> g.unlink(""));
    row(
        "rename file over directory with slash",
        "path_rename(fd=3, path='file', new_fd=3, new_path='empty/') = ENOTDIR",
        g -> g.rename("file", "empty/"));
    row(
        "rename file over file with slash",
        "path_rename(fd=3, path='file', new_fd=3, new_path='full/inner/') = ENOTDIR",
        g -> g.rename("file", "full/inner/"));
    row(
        "rename directory over file with slash",
        "path_rename(fd=3, path='full', new_fd=3, new_path='file/') = ENOTDIR",
        g -> g.rename("full", "file/"));
    row(
        "rename link to directory with slash",
        "path_rename(fd=3, path='to-full/', new_fd=3, new_path='new') = ENOTDIR",
        g -> g.rename("to-full/", "new"));
    row(
        "rename directory over link",
        "path_rename(fd=3, path='full', new_fd=3, new_path='to-full') = ENOTDIR",
        g -> g.rename("full", "to-full"));
    row(
        "rename directory deep into itself",
        "path_rename(fd=3, path='full', new_fd=3, new_path='full/new/x') = ENOENT",
        g -> g.rename("full", "full/new/x"));
    row(
        "rename from absolute",
        "path_rename(fd=3, path='/file', new_fd=3, new_path='new') = ENOTCAPABLE",
        g -> g.rename("/file", "new"));
    row(
        "rename to absolute",
        "path_rename(fd=3, path='file', new_fd=3, new_path='/new') = ENOTCAPABLE",
        g -> g.rename("file", "/new"));
    row(
        "link through link",
        "path_link(fd=3, path='to-full/inner', new_fd=3, new_path='new') = 0",
        g -> g.link("to-full/inner", "new"));
    row(
        "link over dangling link",
        "path_link(fd=3, path='file', new_fd=3, new_path='dangling') = EEXIST",
        g -> g.link("file", "dangling"));
    row(
        "link empty path",
        "path_link(fd=3, path='', new_fd=3, new_path='new') = ENOENT",
        g -> g.link("", "new"));
    row(
        "link into missing",
        "path_link(fd=3, path='file', new_fd=3, new_path='missing/new') = ENOENT",
        g -> g.link("file", "missing/new"));
    row(
        "symlink over link",
        "path_symlink(target='x', fd=3, path='loop') = EEXIST",
        g -> g.symlink("x", "loop"));
    row(
        "symlink over the root",
        "path_symlink(target='x', fd=3, path='.') = EEXIST",
        g -> g.symlink("x", "."));
    row(
        "symlink into missing",
        "path_symlink(target='x', fd=3, path='missing/new') = ENOENT",
        g -> g.symlink("x", "missing/new"));
  }
}
