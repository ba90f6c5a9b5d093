#!/usr/bin/env bash
# Compiles the example of the Java SDK, and a guest that does all that the library can: java.sh TEST_CLASSES_DIR
#
# They go to TEST_CLASSES_DIR/guests/columns.wasm, with its manifest, and java-probe.wasm, for tests. They are built by a Maven of their
# own, as the project of an author is: CLOCHE_MAVEN, or the mvn on the PATH. CLOCHE_MAVEN_REPOSITORY is its local repository, and it is
# offline where CLOCHE_MAVEN_OFFLINE is "offline=true". Where TeaVM cannot be had it says so and the tests of the example are skipped.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=example-lib.sh
source "$TOOLCHAIN/example-lib.sh"

OUT="$1/guests"
SDK_JAVA="$MODULE/sdk/java"
PROBE="$MODULE/src/test/sdk/Probe.java"
BUILT="$WORK/java"
MAVEN="${CLOCHE_MAVEN:-mvn}"

mark="$(example_mark "$TOOLCHAIN/java.sh" "$SDK_JAVA" "$PROBE" </dev/null)"
reuse java "$mark" columns java-probe

command -v "$MAVEN" >/dev/null || no_example Java "there is no mvn on the PATH; with it, build again."
say "building the example in Java"
options=(-B -ntp -q)
[[ "${CLOCHE_MAVEN_OFFLINE:-}" != offline=true ]] || options+=(-o)
[[ -z "${CLOCHE_MAVEN_REPOSITORY:-}" ]] || options+=("-Dmaven.repo.local=$CLOCHE_MAVEN_REPOSITORY")
# For a program that runs for some seconds, and beside others: a third of the processor time.
export MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${MAVEN_OPTS:-}"
rm -rf "$BUILT"
mkdir -p "$BUILT"
cp -R "$SDK_JAVA/pom.xml" "$SDK_JAVA/src" "$BUILT"
cd "$BUILT"
if ! logged java "$MAVEN" "${options[@]}" process-classes; then
  # Maven names the exception in its last line.
  ! grep -qE '(Plugin|Dependency)ResolutionException' "$WORK/log/java.log" ||
    no_example Java "TeaVM cannot be fetched; see to the network or the registry, or build once without -o."
  exit 1
fi
add_section target/columns.wasm cloche.tool "$SDK_JAVA/example.json"
cp target/columns.wasm "$BUILT"
mkdir src/main/java/test
cp "$PROBE" src/main/java/test
logged java-probe "$MAVEN" "${options[@]}" -o process-classes -Dtool.name=java-probe -Dtool.main=test.Probe
cp target/java-probe.wasm "$BUILT"
finish java "$mark" columns java-probe
