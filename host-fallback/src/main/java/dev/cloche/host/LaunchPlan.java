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
 * @param facts of the machine
 * @param spec where the sandbox is to be, and what it may use
 * @param sandbox what the chain becomes: bubblewrap, and the command
 * @param bubblewrap the arguments of bubblewrap, which it reads from a file: neither {@code ps} nor
 *     {@code /proc/1/cmdline} in the sandbox then shows a path of the host
 */
record LaunchPlan(
    MachineFacts facts, SandboxSpec spec, List<String> sandbox, List<String> bubblewrap) {
  /** Bubblewrap ends at 9000; each variable takes 3. */
  private static final int MAX_BUBBLEWRAP_ARGUMENTS = 8000;

  /** 1 byte, and not 0, also stops dumps that the kernel pipes to a program (core(5)). */
  private static final String CORE = "--core=1:1";

  private static final String FILES = "--nofile=1024:1024";
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
    sandbox = List.copyOf(sandbox);
    bubblewrap = List.copyOf(bubblewrap);
  }

  /**
   * Plans a launch.
   *
   * @throws RefusedException if something cannot be passed on as it is, or a program is missing
   */
  static LaunchPlan of(MachineFacts facts, SandboxSpec spec, NativeCommand command) {
    CommandCheck.check(command);
    List<String> bubblewrap = new BubblewrapArguments(facts, spec).build(command);
    bubblewrap.addAll(List.of("--seccomp", "" + FILTER_FD, "--json-status-fd", "" + STATUS_FD));
    if (bubblewrap.size() > MAX_BUBBLEWRAP_ARGUMENTS) {
      throw new RefusedException(
          NativeRefusal.ENVIRONMENT, "there are too many variables or readable roots");
    }
    List<String> sandbox = new ArrayList<>();
    sandbox.addAll(List.of(facts.path(Program.BWRAP), "--args", "" + ARGUMENTS_FD, "--"));
    sandbox.addAll(insideLimits(spec));
    sandbox.addAll(List.of("/bin/sh", "-c", RUN, "sh"));
    sandbox.addAll(command.words());
    return new LaunchPlan(facts, spec, sandbox, bubblewrap);
  }

  /** Plans what waits in the session for a command; the limit of a file comes with that. */
  static List<String> seat(MachineFacts facts, SandboxSpec spec, LaunchFiles files) {
    List<String> limits = List.of(facts.path(Program.PRLIMIT), CORE, FILES);
    List<String> argv = entry(facts, spec, files, limits);
    argv.addAll(HandOver.waiting(facts.path(Program.SH)));
    return argv;
  }

  private static List<String> entry(
      MachineFacts facts, SandboxSpec spec, LaunchFiles files, List<String> limits) {
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(facts.path(Program.SH), "-c", OPEN, "sh"));
    argv.addAll(List.of(files.status(), files.filter(), files.arguments()));
    argv.addAll(files.groups());
    argv.add("--");
    argv.addAll(limits);
    argv.addAll(identity(facts, spec.uid()));
    argv.addAll(
        List.of(facts.path(Program.NSENTER), "--target", "" + spec.holder(), "--user", "--mount"));
    argv.addAll(List.of("--net", "--preserve-credentials", "--wd=/"));
    return argv;
  }

  /** Returns what to execute, with the files of a launch. */
  List<String> argv(LaunchFiles files) {
    List<String> argv = entry(facts, spec, files, processLimits(facts, spec.limits()));
    argv.addAll(sandbox);
    return argv;
  }

  /** Limits of each process. */
  static List<String> processLimits(MachineFacts facts, NativeLimits limits) {
    long file = limits.fileBytes();
    return List.of(facts.path(Program.PRLIMIT), CORE, FILES, "--fsize=%d:%d".formatted(file, file));
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
