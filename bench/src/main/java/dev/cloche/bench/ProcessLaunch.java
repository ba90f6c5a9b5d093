package dev.cloche.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command of this machine that sandboxes another. */
record ProcessLaunch(List<String> command) implements Launch {

  private static final String OPEN = "exec 9<\"$0\"; exec \"$@\"";

  /** The program alone. */
  static ProcessLaunch plain() throws MissingException {
    return new ProcessLaunch(List.of(Programs.find(PROGRAM), "" + BYTE));
  }

  /** What {@code unshare} of util-linux makes. */
  static ProcessLaunch unshare() throws MissingException {
    return new ProcessLaunch(
        List.of(
            Programs.find("unshare"),
            "--user",
            "--map-root-user",
            "--mount",
            "--net",
            "--pid",
            "--ipc",
            "--uts",
            "--cgroup",
            "--fork",
            PROGRAM,
            "" + BYTE));
  }

  static ProcessLaunch firejail() throws MissingException {
    return new ProcessLaunch(
        List.of(
            Programs.find("firejail"),
            "--quiet",
            "--noprofile",
            "--net=none",
            "--private",
            "--seccomp",
            PROGRAM,
            "" + BYTE));
  }

  /** The profile of {@code docs/native.md}, and its filter. */
  static ProcessLaunch bubblewrap(Path filter) throws MissingException, IOException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", OPEN, filter.toString()));
    if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      command.addAll(List.of(Programs.find("setpriv"), "--reuid=64999", "--regid=64999"));
      command.addAll(List.of("--clear-groups", "--inh-caps=-all", "--no-new-privs"));
    }
    command.add(Programs.find("bwrap"));
    for (String each : List.of("user", "pid", "net", "ipc", "uts", "cgroup")) {
      command.add("--unshare-" + each);
    }
    words(command, "--disable-userns --uid 1000 --gid 1000 --hostname sandbox --new-session");
    words(command, "--die-with-parent --cap-drop ALL --clearenv --ro-bind /usr /usr");
    for (String each : List.of("bin", "sbin", "lib", "lib64")) {
      if (Files.isSymbolicLink(Path.of("/", each))) {
        words(command, "--symlink usr/" + each + " /" + each);
      }
    }
    words(command, "--ro-bind /etc /etc --proc /proc --ro-bind /proc/sys /proc/sys");
    for (String each : List.of("cmdline", "kallsyms", "key-users", "keys", "timer_list")) {
      if (Files.exists(Path.of("/proc", each))) {
        words(command, "--ro-bind /dev/null /proc/" + each);
      }
    }
    words(command, "--dev /dev --size 16777216 --perms 1777 --tmpfs /dev/shm --remount-ro /dev");
    words(command, "--size 67108864 --perms 1777 --tmpfs /tmp --size 67108864 --tmpfs /workspace");
    words(command, "--chdir /workspace --remount-ro / --setenv PATH /usr/bin:/bin --seccomp 9");
    command.addAll(List.of("--", PROGRAM, "" + BYTE));
    return new ProcessLaunch(command);
  }

  private static void words(List<String> command, String words) {
    command.addAll(List.of(words.split(" ")));
  }

  @Override
  public Times run() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    long start = System.nanoTime();
    Process process = builder.start();
    long firstByte;
    boolean alone;
    try (InputStream out = process.getInputStream()) {
      int first = out.read();
      firstByte = System.nanoTime();
      alone = first == BYTE && out.read() < 0;
    }
    int status = process.waitFor();
    long end = System.nanoTime();
    if (status != 0 || !alone) {
      throw new IOException(command.get(0) + " ended with " + status + ", or printed more");
    }
    return Times.of(start, firstByte, end);
  }
}
