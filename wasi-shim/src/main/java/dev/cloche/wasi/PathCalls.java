package dev.cloche.wasi;

import dev.cloche.workspace.tree.Directory;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import dev.cloche.workspace.tree.Stat;
import dev.cloche.workspace.tree.Times;
import java.nio.charset.StandardCharsets;

/** The functions on paths: {@code path_*}. */
final class PathCalls {
  private static final int FOLLOW = 1;
  private static final int CREATE = 1;
  private static final int DIRECTORY = 1 << 1;
  private static final int EXCLUSIVE = 1 << 2;
  private static final int TRUNCATE = 1 << 3;
  private static final int REALTIME = 0;

  private final Descriptors descriptors;
  private final ClockCalls clock;

  PathCalls(Descriptors descriptors, ClockCalls clock) {
    this.descriptors = descriptors;
    this.clock = clock;
  }

  /** Where a path begins, and the tree in which it is looked up and which it cannot leave. */
  private record Base(GuestTree tree, Directory directory) {
    FileTree files() {
      return tree.files();
    }

    /** Answers {@code XDEV} if the other is in another tree, before either is looked into. */
    void requireSameTree(Base other) throws Fault {
      if (!tree.equals(other.tree)) {
        throw Errno.XDEV.fault();
      }
    }
  }

  private Base base(Call call, int index, long rights) throws Fault {
    DirectoryDescriptor base = descriptors.directory(call.integer(index), rights);
    return new Base(base.tree(), base.directory());
  }

  private static boolean follows(Call call, int index) throws Fault {
    return call.flags(index, FOLLOW) != 0;
  }

  void createDirectory(Call call) throws Fault {
    String path = call.path(1);
    Base base = base(call, 0, Rights.PATH_CREATE_DIRECTORY);
    base.files().createDirectory(base.directory(), path);
  }

  void filestatGet(Call call) throws Fault {
    String path = call.path(2);
    int result = call.pointer(4, FileStats.BYTES);
    boolean follow = follows(call, 1);
    Base base = base(call, 0, Rights.PATH_FILESTAT_GET);
    Stat stat = base.files().stat(base.directory(), path, follow);
    FileStats.put(call.memory(), result, base.tree(), stat);
  }

  void filestatSetTimes(Call call) throws Fault {
    String path = call.path(2);
    Times times = FileStats.times(call, 4, clock.now(REALTIME));
    boolean follow = follows(call, 1);
    Base base = base(call, 0, Rights.PATH_FILESTAT_SET_TIMES);
    base.files().setTimes(base.directory(), path, follow, times);
  }

  void link(Call call) throws Fault {
    String oldPath = call.path(2);
    String newPath = call.path(5);
    if (follows(call, 1)) {
      throw Errno.INVAL.fault();
    }
    Base from = base(call, 0, Rights.PATH_LINK_SOURCE);
    Base to = base(call, 4, Rights.PATH_LINK_TARGET);
    from.requireSameTree(to);
    from.files().link(from.directory(), oldPath, to.directory(), newPath);
  }

  void open(Call call) throws Fault {
    String path = call.path(2);
    int result = call.pointer(8, Integer.BYTES);
    int how = call.flags(4, CREATE | DIRECTORY | EXCLUSIVE | TRUNCATE);
    int flags = call.flags(7, Descriptor.ALL_FLAGS);
    boolean follow = follows(call, 1);
    DirectoryDescriptor base = descriptors.directory(call.integer(0), rightsToOpen(how));
    descriptors.requireRoom();
    long inheriting = call.longInteger(6) & base.inheriting();
    long fileRights = Rights.ofFile(call.longInteger(5), base.inheriting());
    OpenRequest request = request(how, follow, (fileRights & Rights.FD_WRITE) != 0);
    Node node = base.tree().files().open(base.directory(), path, request);
    long directoryRights = Rights.ofDirectory(call.longInteger(5), base.inheriting());
    Descriptor opened =
        node instanceof RegularFile file
            ? new FileDescriptor(base.tree(), file, fileRights, inheriting, flags)
            : new DirectoryDescriptor(
                base.tree(), (Directory) node, "", directoryRights, inheriting);
    call.memory().putInt(result, descriptors.add(opened));
  }

  private static long rightsToOpen(int how) {
    return Rights.PATH_OPEN
        | ((how & CREATE) != 0 ? Rights.PATH_CREATE_FILE : 0)
        | ((how & TRUNCATE) != 0 ? Rights.PATH_FILESTAT_SET_SIZE : 0);
  }

  private static OpenRequest request(int how, boolean follow, boolean write) throws Fault {
    boolean create = (how & CREATE) != 0;
    boolean directory = (how & DIRECTORY) != 0;
    // A directory cannot be made this way, as in Linux since 6.4.
    if (create && directory) {
      throw Errno.INVAL.fault();
    }
    return new OpenRequest(
        follow, create, (how & EXCLUSIVE) != 0, directory, (how & TRUNCATE) != 0, write);
  }

  /** A buffer that is too short gets the beginning: wasi-testsuite readlink. */
  void readlink(Call call) throws Fault {
    String path = call.path(1);
    Buffer target = call.buffer(3);
    int result = call.pointer(5, Integer.BYTES);
    Base base = base(call, 0, Rights.PATH_READLINK);
    String text = base.files().readLink(base.directory(), path);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, target.length());
    call.budget().charge(HostCosts.bytes(length));
    call.memory().putBytes(target.address(), bytes, 0, length);
    call.memory().putInt(result, length);
  }

  void removeDirectory(Call call) throws Fault {
    String path = call.path(1);
    Base base = base(call, 0, Rights.PATH_REMOVE_DIRECTORY);
    base.files().removeDirectory(base.directory(), path);
  }

  void rename(Call call) throws Fault {
    String oldPath = call.path(1);
    String newPath = call.path(4);
    Base from = base(call, 0, Rights.PATH_RENAME_SOURCE);
    Base to = base(call, 3, Rights.PATH_RENAME_TARGET);
    from.requireSameTree(to);
    from.files().rename(from.directory(), oldPath, to.directory(), newPath);
  }

  void symlink(Call call) throws Fault {
    String target = call.path(0);
    String path = call.path(3);
    Base base = base(call, 2, Rights.PATH_SYMLINK);
    base.files().createLink(target, base.directory(), path);
  }

  void unlinkFile(Call call) throws Fault {
    String path = call.path(1);
    Base base = base(call, 0, Rights.PATH_UNLINK_FILE);
    base.files().unlink(base.directory(), path);
  }
}
