package dev.cloche.host;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How one command is started: a pure function of what is wanted and what the machine is like.
 *
 * <p><b>The chain.</b> {@code sh} joins the control groups and opens the files of the launch; then
 * each program becomes the next one, so that the process that Java started is the sandbox: {@code
 * prlimit} (what each process may use), {@code setpriv} (gives up root, where there is root to give
 * up), {@code nsenter} (the namespaces of the session), {@code bwrap}.
 *
 * <p><b>Why root is given up first.</b> To the kernel, bubblewrap started by root runs as global
 * uid 0 whatever the user namespace says, and {@code /proc/sys/kernel/core_pattern} is then open
 * for writing inside: code execution on the host.
 *
 * @param argv what to execute
 * @param bubblewrap the arguments of bubblewrap, which it reads from a file: neither {@code ps} nor
 *     {@code /proc/1/cmdline} in the sandbox then shows a path of the host
 */
record LaunchPlan(List<String> argv, List<String> bubblewrap) {
  /** Bubblewrap ends at 9000; each variable takes 3. */
  private static final int MAX_BUBBLEWRAP_ARGUMENTS = 8000;

  private static final int STATUS_FD = 8;
  private static final int FILTER_FD = 9;
  private static final int ARGUMENTS_FD = 7;

  /** Fails closed: status 125, and no report of bubblewrap. */
  static final String JOIN =
      "while [ \"$1\" != -- ]; do echo 0 > \"$1\" || exit 125; shift; done; shift; ";

  private static final String OPEN =
      "umask 022; s=$1 b=$2 a=$3; shift 3; "
          + JOIN
          + "exec 9<\"$b\" 8>\"$s\" 7<\"$a\"; exec \"$@\"";

  /** Status 126 or 127 where the command cannot be executed, as with every shell. */
  private static final String RUN = "exec \"$@\"";

  LaunchPlan {
    argv = List.copyOf(argv);
    bubblewrap = List.copyOf(bubblewrap);
  }

  /**
   * Plans a launch.
   *
   * @throws RefusedException if something cannot be passed on as it is, or a program is missing
   */
  static LaunchPlan of(
      MachineFacts facts, SandboxSpec spec, LaunchFiles files, NativeCommand command) {
    CommandCheck.check(command);
    List<String> bubblewrap = new BubblewrapArguments(facts, spec).build(command);
    bubblewrap.addAll(List.of("--seccomp", "" + FILTER_FD, "--json-status-fd", "" + STATUS_FD));
    if (bubblewrap.size() > MAX_BUBBLEWRAP_ARGUMENTS) {
      throw new RefusedException(
          NativeRefusal.ENVIRONMENT, "there are too many variables or readable roots");
    }
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(facts.path(Program.SH), "-c", OPEN, "sh"));
    argv.addAll(List.of(files.status(), files.filter(), files.arguments()));
    argv.addAll(files.groups());
    argv.add("--");
    argv.addAll(processLimits(facts, spec.limits()));
    argv.addAll(identity(facts, spec.uid()));
    argv.addAll(
        List.of(facts.path(Program.NSENTER), "--target", "" + spec.holder(), "--user", "--mount"));
    argv.addAll(List.of("--net", "--preserve-credentials", "--wd=/"));
    argv.addAll(List.of(facts.path(Program.BWRAP), "--args", "" + ARGUMENTS_FD, "--"));
    argv.addAll(insideLimits(spec));
    argv.addAll(List.of("/bin/sh", "-c", RUN, "sh"));
    argv.addAll(command.words());
    return new LaunchPlan(argv, bubblewrap);
  }

  /**
   * Limits of each process. A core limit of 1 byte, and not of 0, also stops dumps that the kernel
   * pipes to a program (core(5)).
   */
  static List<String> processLimits(MachineFacts facts, NativeLimits limits) {
    long file = limits.fileBytes();
    return List.of(
        facts.path(Program.PRLIMIT),
        "--core=1:1",
        "--nofile=1024:1024",
        "--fsize=%d:%d".formatted(file, file));
  }

  /** Gives up root for good; nothing where there is none. */
  static List<String> identity(MachineFacts facts, int uid) {
    if (!facts.root()) {
      return List.of();
    }
    return List.of(
        facts.path(Program.SETPRIV),
        "--reuid=" + uid,
        "--regid=" + uid,
        "--clear-groups",
        "--inh-caps=-all",
        "--no-new-privs");
  }

  /**
   * Without control groups, what the user namespace counts, and memory for each process alone. They
   * are set inside: outside, the JVM's own threads would count.
   */
  private static List<String> insideLimits(SandboxSpec spec) {
    if (!spec.degraded()) {
      return List.of();
    }
    int processes = spec.limits().processes();
    long memory = spec.limits().memoryBytes();
    return List.of(
        "/usr/bin/prlimit",
        "--nproc=%d:%d".formatted(processes, processes),
        "--as=%d:%d".formatted(memory, memory));
  }

  /** Returns the arguments of bubblewrap as it reads them: each ends with NUL. */
  byte[] argumentBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String each : bubblewrap) {
      bytes.writeBytes(each.getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
    }
    return bytes.toByteArray();
  }
}
