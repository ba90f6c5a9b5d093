#!/usr/bin/env bash
# Makes a Java runtime with nothing in it but what the command line needs: image.sh JAVA_HOME DIRECTORY
set -euo pipefail
[[ -x $1/bin/jlink && -d $1/jmods ]] || {
  echo "no jlink with its modules in this JDK; install one that has jmods, such as openjdk-17-jdk-headless" >&2
  exit 1
}
rm -rf "$2"
# EC is for TLS; the rest is what the classes of the jars ask for.
"$1/bin/jlink" --module-path "$1/jmods" --output "$2" --strip-debug --no-man-pages --no-header-files --compress 2 \
  --add-modules java.base,java.logging,java.management,java.naming,java.scripting,java.sql,java.xml,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.unsupported
# What the quick start is made on top of; jlink itself makes it on later JDKs only.
"$2/bin/java" -XX:+UseSerialGC -Xshare:dump -Xlog:disable -Xlog:all=error:stderr
