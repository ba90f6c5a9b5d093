#!/usr/bin/env bash
# Starts the command line of a jar with the JVM flags that suit it; to be sourced.
#
# The caller sets jar, log (what the JVM says while it prepares) and, once find_java ran, archive; then it calls choose_archive.

fail() {
  printf 'cloche: %s\n' "$1" >&2
  exit 125
}

step() {
  printf '==> %s\n' "$1" >&2
}

# Sets java (the program), java_version and java_major.
find_java() {
  if [[ -n ${JAVA_HOME:-} ]]; then
    java=$JAVA_HOME/bin/java
    [[ -x $java ]] || fail "JAVA_HOME has no bin/java; set it to a JDK 17 or newer, or unset it"
  else
    java=$(command -v java) \
      || fail "no java on PATH; install a JDK 17 or newer (such as openjdk-17-jdk-headless), or set JAVA_HOME"
    java=$(readlink -f "$java" 2>/dev/null || printf '%s' "$java")
  fi
  java_home=${java%/bin/java}
  java_version=
  if [[ -r $java_home/release ]]; then # much quicker than asking java itself
    while IFS='=' read -r key value; do
      [[ $key == JAVA_VERSION ]] && java_version=${value//\"/}
    done <"$java_home/release"
  fi
  if [[ -z $java_version ]]; then
    java_version=$("$java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p')
  fi
  java_major=${java_version%%[!0-9]*}
  [[ ${java_major:-0} -ge 17 ]] \
    || fail "Java ${java_version:-of unknown version} is too old; install a JDK 17 or newer, or set JAVA_HOME to one"
}

# Runs java with the flags of later runs and these, without output.
record() {
  env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS "$java" "${flags[@]}" -cp "$jar" "$@" \
    >>"$log" 2>&1 </dev/null
}

# Takes another archive for commands that are started often for little work. The JVM goes through
# all of an archive at each start, and the code of all tools is two thirds of the one for all.
choose_archive() {
  training=(dev.cloche.cli.Training)
  if [[ ${1:-} == run && ${2:-} =~ ^(js|[^-].*\.js)$ ]]; then
    archive=${archive%.jsa}-js.jsa
    training+=(js)
  fi
}

# The classes of a short run, laid out for the JVM to map instead of load: a third off the start.
prepare_archive() {
  step "preparing a quick start for Java $java_version"
  if ! write_archive || ! mv "$archive.$$" "$archive" 2>/dev/null; then
    touch "$archive.none" # runs without, and does not try each time
  fi
  rm -f "$archive.$$" "$archive.$$.classes"
}

write_archive() {
  if ((java_major >= 25)); then
    record -XX:AOTCacheOutput="$archive.$$" "${training[@]}"
  else
    # In two steps: what one run writes at its exit leaves out lambdas of the JDK's own classes.
    record -XX:DumpLoadedClassList="$archive.$$.classes" "${training[@]}" \
      && record -Xshare:dump -XX:SharedClassListFile="$archive.$$.classes" \
        -XX:SharedArchiveFile="$archive.$$"
  fi
}

has_archive() {
  [[ -f $archive || -f $archive.none ]]
}

# Sets flags (of the JVM) for the command that the first argument names.
choose_flags() {
  flags=(
    # Interpreter loops of guests are huge methods; without this they are never compiled.
    -XX:-DontCompileHugeMethods
    -XX:-UsePerfData
    # A quarter, the default, is less than one call's memory limit on small machines.
    -XX:MaxRAMPercentage=50
    # Found without a search, and not computed: nothing reads it.
    -Dslf4j.provider=org.slf4j.nop.NOPServiceProvider -Dslf4j.internal.verbosity=WARN
    -Dcom.dylibso.chicory.wasm.Parser.DIGEST_ALGORITHM=none
    # No search for Groovy's classes nor for those of dates and of java.sql: the parser's values are texts.
    -Dpicocli.disable.closures=true '-Dpicocli.converters.excludes=java[.].*'
    # Standard output belongs to the guest.
    -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error:stderr
  )
  [[ ${1:-} == serve ]] && return # a server runs for days: the JVM's own choices are for that
  # Most of a run is over before compiled code would pay; a long one loses nothing by waiting.
  flags+=(-XX:CompileThresholdScaling=5)
  # The quickest to start, but for older JVMs: with G1, which they take where there are two processors,
  # the archive has Java's modules and strings as objects, and they need not be made.
  ((java_major < 25)) && return
  case ${CLOCHE_JAVA_OPTS:-}${JDK_JAVA_OPTIONS:-}${JAVA_TOOL_OPTIONS:-} in
    *-XX:+Use*GC*) ;; # the JVM takes one choice only
    *) flags+=(-XX:+UseSerialGC) ;;
  esac
}

# Runs the command line in place of this shell.
start() {
  if [[ -f $archive ]]; then
    if ((java_major >= 25)); then # linked classes and profiles as well
      flags+=(-XX:AOTCache="$archive")
    else
      flags+=(-Xshare:auto -XX:SharedArchiveFile="$archive")
    fi
  fi
  [[ -t 2 ]] && flags+=(-Dcloche.tty.stderr=true)

  # Java reads arguments and file names in the locale's charset, and bytes that do not fit are lost.
  # Through env, since bash itself complains about locales that are not installed.
  # shellcheck disable=SC2086 # flags of the user's, to be split
  exec env LC_ALL=C.UTF-8 "$java" "${flags[@]}" ${CLOCHE_JAVA_OPTS:-} -cp "$jar" dev.cloche.cli.Main "$@"
}
