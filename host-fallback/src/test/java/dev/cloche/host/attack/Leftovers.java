package dev.cloche.host.attack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What is there of this JVM's sandboxes: processes, control groups, mounts and files. */
final class Leftovers {
  private static final String GROUP = "cloche-" + ProcessHandle.current().pid() + "-";

  private Leftovers() {}

  /** Returns processes, by what is known of them: those in our groups, and children of ours. */
  static List<String> processes(Set<Long> known) throws IOException {
    Set<Long> found = new TreeSet<>();
    ProcessHandle.current().descendants().map(ProcessHandle::pid).forEach(found::add);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : all) {
        if (read(each.resolve("cgroup")).contains(GROUP)) {
          found.add(Long.parseLong(each.getFileName().toString()));
        }
      }
    }
    List<String> left = new ArrayList<>();
    for (long pid : found) {
      String process = process(pid);
      if (!known.contains(pid) && !process.isEmpty()) {
        left.add(process);
      }
    }
    return left;
  }

  /** Returns the number and the command line of a process; empty if it is gone. */
  static String process(long pid) {
    String command = commandLine("" + pid);
    return command.isEmpty() ? "" : pid + " " + command;
  }

  /** What a process that this JVM has just forked has as its own, until it is a program. */
  static String ownCommandLine() {
    return commandLine("self");
  }

  private static String commandLine(String process) {
    return read(Path.of("/proc", process, "cmdline")).replace('\0', ' ').strip();
  }

  /** Returns control groups, mounts and directories that are ours. */
  static List<String> others(Set<Path> filesBefore) throws IOException {
    List<String> left = new ArrayList<>();
    for (String line : read(Path.of("/proc/self/mountinfo")).split("\n", -1)) {
      if (line.contains("/cloche-")) {
        left.add(line);
      }
      if (line.contains(" - cgroup")) {
        groups(Path.of(line.split(" ", -1)[4]), left, 3);
      }
    }
    Set<Path> files = files();
    files.removeAll(filesBefore);
    files.forEach(each -> left.add(each.toString()));
    left.addAll(namespaces());
    return left;
  }

  /** Returns the namespaces that this JVM holds open. */
  private static List<String> namespaces() throws IOException {
    List<String> held = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        String target = Files.isSymbolicLink(each) ? Files.readSymbolicLink(each).toString() : "";
        if (target.matches("[a-z]+:\\[[0-9]+]") && !target.matches("(pipe|socket):.*")) {
          held.add(target);
        }
      }
    }
    return held;
  }

  private static void groups(Path directory, List<String> left, int depth) throws IOException {
    try (DirectoryStream<Path> below = Files.newDirectoryStream(directory, Files::isDirectory)) {
      for (Path each : below) {
        if (each.getFileName().toString().startsWith(GROUP)) {
          left.add(each.toString());
        } else if (depth > 0) {
          groups(each, left, depth - 1);
        }
      }
    }
  }

  /** Returns the directories of this JVM's backends. */
  static Set<Path> files() throws IOException {
    Set<Path> files = new TreeSet<>();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary, GROUP + "*")) {
      all.forEach(files::add);
    }
    return files;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
