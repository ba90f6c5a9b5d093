package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;

/** What {@code path_open} answers, and what every path is checked for. */
final class OpenScenarios {
  private static final List<Scenario> ROWS = new ArrayList<>();

  private OpenScenarios() {}

  static List<Scenario> rows() {
    return ROWS;
  }

  private static void row(String name, String line, Scenario.Action action) {
    ROWS.add(new Scenario(name, line, action));
  }

  static {
    row(
        "open file",
        "path_open(fd=3, path='file', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("file", "r"));
    row(
        "open missing",
        "path_open(fd=3, path='missing', rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("missing", "r"));
    row(
        "open empty path",
        "path_open(fd=3, path='', rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("", "r"));
    row(
        "open dot",
        "path_open(fd=3, path='.', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = 4",
        g -> g.tryOpen(".", "d"));
    row(
        "open winding path",
        "path_open(fd=3, path='full/.//../full/inner', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("full/.//../full/inner", "r"));
    row(
        "open file with slash",
        "path_open(fd=3, path='file/', rights=FD_READ, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("file/", "r"));
    row(
        "open file as directory",
        "path_open(fd=3, path='file', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("file", "d"));
    row(
        "open below file",
        "path_open(fd=3, path='file/x', rights=FD_READ, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("file/x", "r"));
    row(
        "open file dot",
        "path_open(fd=3, path='file/.', rights=FD_READ, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("file/.", "r"));
    row(
        "open below missing",
        "path_open(fd=3, path='missing/x', oflags=CREAT, rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("missing/x", "cr"));
    row(
        "open directory with slashes",
        "path_open(fd=3, path='full///', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("full///", "r"));
    row(
        "open directory to write",
        "path_open(fd=3, path='full', rights=FD_WRITE, inheriting=ALL) = EISDIR",
        g -> g.tryOpen("full", "w"));
    row(
        "open as directory to write",
        "path_open(fd=3, path='full', oflags=DIRECTORY, rights=DIRECTORY|FD_WRITE, inheriting=ALL) = EISDIR",
        g -> g.tryOpen("full", "dw"));
    row(
        "open directory to truncate",
        "path_open(fd=3, path='full', oflags=TRUNC, rights=FD_READ, inheriting=ALL) = EISDIR",
        g -> g.tryOpen("full", "rt"));
    row(
        "open directory with create",
        "path_open(fd=3, path='full', oflags=CREAT, rights=FD_READ, inheriting=ALL) = EISDIR",
        g -> g.tryOpen("full", "rc"));
    row(
        "create existing",
        "path_open(fd=3, path='file', oflags=CREAT, rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("file", "cr"));
    row(
        "create existing exclusive",
        "path_open(fd=3, path='file', oflags=CREAT|EXCL, rights=FD_READ, inheriting=ALL) = EEXIST",
        g -> g.tryOpen("file", "cxr"));
    row(
        "create over link exclusive",
        "path_open(fd=3, lookup=FOLLOW, path='dangling', oflags=CREAT|EXCL, rights=FD_READ, inheriting=ALL) = EEXIST",
        g -> g.tryOpen("dangling", "cxrf"));
    row(
        "create with slash",
        "path_open(fd=3, path='new/', oflags=CREAT, rights=FD_WRITE, inheriting=ALL) = EISDIR",
        g -> g.tryOpen("new/", "cw"));
    row(
        "create a directory by open",
        "path_open(fd=3, path='new', oflags=CREAT|DIRECTORY, rights=DIRECTORY, inheriting=ALL) = EINVAL",
        g -> g.tryOpen("new", "cd"));
    row(
        "create through dangling link",
        "path_open(fd=3, lookup=FOLLOW, path='dangling', oflags=CREAT, rights=FD_WRITE, inheriting=ALL) = 4",
        g -> g.tryOpen("dangling", "cwf"));
    row(
        "open link",
        "path_open(fd=3, path='to-file', rights=FD_READ, inheriting=ALL) = ELOOP",
        g -> g.tryOpen("to-file", "r"));
    row(
        "open link as directory",
        "path_open(fd=3, path='to-full', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("to-full", "d"));
    row(
        "open link following",
        "path_open(fd=3, lookup=FOLLOW, path='to-file', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("to-file", "rf"));
    row(
        "open link to directory with slash",
        "path_open(fd=3, path='to-full/', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = 4",
        g -> g.tryOpen("to-full/", "d"));
    row(
        "open link to file with slash",
        "path_open(fd=3, path='to-file/', rights=FD_READ, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("to-file/", "r"));
    row(
        "open dangling following",
        "path_open(fd=3, lookup=FOLLOW, path='dangling', rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("dangling", "rf"));
    row(
        "open loop",
        "path_open(fd=3, path='loop', rights=FD_READ, inheriting=ALL) = ELOOP",
        g -> g.tryOpen("loop", "r"));
    row(
        "open loop following",
        "path_open(fd=3, lookup=FOLLOW, path='loop', rights=FD_READ, inheriting=ALL) = ELOOP",
        g -> g.tryOpen("loop", "rf"));
    row(
        "open through link",
        "path_open(fd=3, path='to-full/inner', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("to-full/inner", "r"));
    row(
        "open through slashed link",
        "path_open(fd=3, path='slashed/inner', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("slashed/inner", "r"));
    row(
        "open slashed link following",
        "path_open(fd=3, lookup=FOLLOW, path='slashed', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = 4",
        g -> g.tryOpen("slashed", "df"));
    row(
        "open link that goes up",
        "path_open(fd=3, lookup=FOLLOW, path='full/up', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("full/up", "rf"));
    row(
        "open with unknown open flags",
        "path_open(fd=3, path='file', oflags=0x10, rights=0, inheriting=ALL) = EINVAL",
        g -> g.open(3, 0, "file", 16, 0, 0));
    row(
        "open with unknown descriptor flags",
        "path_open(fd=3, path='file', rights=0, inheriting=ALL, fdflags=0x20) = EINVAL",
        g -> g.open(3, 0, "file", 0, 0, 32));
    row(
        "open with unknown lookup flags",
        "path_open(fd=3, lookup=0x2, path='file', rights=0, inheriting=ALL) = EINVAL",
        g -> g.open(3, 2, "file", 0, 0, 0));
    row(
        "open nonblocking",
        "path_open(fd=3, path='file', rights=FD_READ, inheriting=ALL, fdflags=NONBLOCK) = 4",
        g -> g.open(3, 0, "file", 0, 2, 4));
    row(
        "open at closed descriptor",
        "path_open(fd=77, path='file', rights=0, inheriting=ALL) = EBADF",
        g -> g.open(77, 0, "file", 0, 0, 0));
    row(
        "open at a file",
        "path_open(fd=4, path='x', rights=0, inheriting=ALL) = ENOTDIR",
        g -> g.open(g.opened("file", "r"), 0, "x", 0, 0, 0));
    row(
        "open at a stream",
        "path_open(fd=1, path='x', rights=0, inheriting=ALL) = ENOTDIR",
        g -> g.open(1, 0, "x", 0, 0, 0));
    row(
        "leave by dots",
        "path_open(fd=3, path='..', oflags=DIRECTORY, rights=DIRECTORY, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("..", "d"));
    row(
        "leave by winding",
        "path_open(fd=3, path='full/../../x', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("full/../../x", "r"));
    row(
        "leave by absolute path",
        "path_open(fd=3, path='/file', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("/file", "r"));
    row(
        "leave by link",
        "path_open(fd=3, lookup=FOLLOW, path='out', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("out", "rf"));
    row(
        "leave through link",
        "path_open(fd=3, path='out/x', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("out/x", "r"));
    row(
        "leave a subdirectory by its link",
        "path_open(fd=4, lookup=FOLLOW, path='up', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.open(g.opened("full", "d"), 1, "up", 0, 2, 0));
    row(
        "name with NUL",
        "path_open(fd=3, path='file\\x00', rights=FD_READ, inheriting=ALL) = EINVAL",
        g -> g.tryOpen("file\0", "r"));
    row(
        "name of 255 bytes",
        "path_open(fd=3, path='"
            + "n".repeat(200)
            + "'..., rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("n".repeat(255), "r"));
    row(
        "name of 256 bytes",
        "path_open(fd=3, path='"
            + "n".repeat(200)
            + "'..., rights=FD_READ, inheriting=ALL) = ENAMETOOLONG",
        g -> g.tryOpen("n".repeat(256), "r"));
    row(
        "name of 254 bytes in UTF-8",
        "path_open(fd=3, path='"
            + "\\xc3\\xa9".repeat(100)
            + "'..., rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("é".repeat(127), "r"));
    row(
        "name of 256 bytes in UTF-8",
        "path_open(fd=3, path='"
            + "\\xc3\\xa9".repeat(100)
            + "'..., rights=FD_READ, inheriting=ALL) = ENAMETOOLONG",
        g -> g.tryOpen("é".repeat(128), "r"));
    row(
        "path of 4096 bytes",
        "path_filestat_get(fd=3, path='"
            + "./".repeat(100)
            + "'...) = {ino=@file, type=REGULAR_FILE, nlink=1, size=10}",
        g -> g.stat("./".repeat(2046) + "file", false));
    row(
        "path of 4097 bytes",
        "path_filestat_get(fd=3, path='" + "/".repeat(200) + "'...) = ENAMETOOLONG",
        g -> g.stat("/".repeat(4097), false));
    row(
        "path of 110 KB",
        "path_unlink_file(fd=3, path='" + "\\x00".repeat(200) + "'...) = ENAMETOOLONG",
        g -> g.call("path_unlink_file", 3, 0, 110_000));
    row("malformed UTF-8", "path_unlink_file(fd=3, path='\\xff') = EILSEQ", g -> raw(g, 0xff));
    row(
        "overlong UTF-8",
        "path_unlink_file(fd=3, path='\\xc0\\xaf') = EILSEQ",
        g -> raw(g, 0xc0, 0xaf));
    row(
        "surrogate in UTF-8",
        "path_unlink_file(fd=3, path='\\xed\\xa0\\x80') = EILSEQ",
        g -> raw(g, 0xed, 0xa0, 0x80));

    row(
        "open dot with no rights",
        "path_open(fd=3, path='.', oflags=DIRECTORY, rights=0, inheriting=ALL) = 4",
        g -> g.open(3, 0, ".", 2, 0, 0));
    row(
        "open dot with one right",
        "path_open(fd=3, path='.', oflags=DIRECTORY, rights=FD_READDIR, inheriting=ALL) = 4",
        g -> g.open(3, 0, ".", 2, Rights.FD_READDIR, 0));
    row(
        "open dot with slash",
        "path_open(fd=3, path='./', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("./", "r"));
    row(
        "open slashes",
        "path_open(fd=3, path='///', rights=FD_READ, inheriting=ALL) = ENOTCAPABLE",
        g -> g.tryOpen("///", "r"));
    row(
        "open dot of a link",
        "path_open(fd=3, path='to-full/.', rights=FD_READ, inheriting=ALL) = 4",
        g -> g.tryOpen("to-full/.", "r"));
    row(
        "open through dangling link",
        "path_open(fd=3, path='dangling/x', rights=FD_READ, inheriting=ALL) = ENOENT",
        g -> g.tryOpen("dangling/x", "r"));
    row(
        "open through loop",
        "path_open(fd=3, path='loop/x', rights=FD_READ, inheriting=ALL) = ELOOP",
        g -> g.tryOpen("loop/x", "r"));
    row(
        "open through link to file",
        "path_open(fd=3, path='to-file/x', rights=FD_READ, inheriting=ALL) = ENOTDIR",
        g -> g.tryOpen("to-file/x", "r"));
    row(
        "create through link to directory",
        "path_open(fd=3, path='to-full/new', oflags=CREAT, rights=FD_WRITE, inheriting=ALL) = 4",
        g -> g.tryOpen("to-full/new", "cw"));
    row(
        "create exclusive",
        "path_open(fd=3, path='new', oflags=CREAT|EXCL, rights=FD_WRITE, inheriting=ALL) = 4",
        g -> g.tryOpen("new", "cxw"));
    row(
        "create over directory exclusive",
        "path_open(fd=3, path='full', oflags=CREAT|EXCL, rights=FD_WRITE, inheriting=ALL) = EEXIST",
        g -> g.tryOpen("full", "cxw"));
    row(
        "create and truncate",
        "path_open(fd=3, path='file', oflags=CREAT|TRUNC, rights=FD_WRITE, inheriting=ALL) = 4",
        g -> g.tryOpen("file", "cwt"));
    row(
        "truncate link",
        "path_open(fd=3, path='to-file', oflags=TRUNC, rights=FD_WRITE, inheriting=ALL) = ELOOP",
        g -> g.tryOpen("to-file", "wt"));
    row(
        "truncate link following",
        "path_open(fd=3, lookup=FOLLOW, path='to-file', oflags=TRUNC, rights=FD_WRITE, inheriting=ALL) = 4",
        g -> g.tryOpen("to-file", "wtf"));
    row(
        "open to append",
        "path_open(fd=3, path='file', rights=FD_WRITE, inheriting=ALL, fdflags=APPEND) = 4",
        g -> g.tryOpen("file", "wa"));
    row(
        "open with all descriptor flags",
        "path_open(fd=3, path='file', rights=0, inheriting=ALL, fdflags=APPEND|DSYNC|NONBLOCK|RSYNC|SYNC) = 4",
        g -> g.open(3, 0, "file", 0, 0, 31));
  }

  private static Errno raw(Guest guest, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      guest.memory().writeByte(Guest.PATH + i, (byte) bytes[i]);
    }
    return guest.call("path_unlink_file", 3, Guest.PATH, bytes.length);
  }
}
