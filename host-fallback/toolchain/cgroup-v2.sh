#!/usr/bin/env bash
# Runs the limits suite on real control groups of version 2: in a virtual machine (QEMU without acceleration) with a kernel of
# Debian and a root file system of Debian packages that are installed here, the classes of the build, and a Java runtime made
# by jlink. For Debian and Ubuntu; installs QEMU with apt. Takes minutes.
# Usage: cgroup-v2.sh CLASSPATH CLASS...
set -euo pipefail
# shellcheck source=../../tool-modules/toolchain/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tool-modules/toolchain/lib.sh"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
WORK="$HERE/../target/cgroup-v2"
PACKAGES=(bash bubblewrap coreutils cpio dash findutils grep libacl1 libattr1 libblkid1 libc-bin libc6 libcap2 libcap-ng0 libcrypt1 libgcc-s1
  libgmp10 libmount1 libpcre2-8-0 libselinux1 libsmartcols1 libstdc++6 libtinfo6 libudev1 libuuid1 mount perl-base sed tar util-linux
  util-linux-extra zlib1g)
CLASSPATH="$1"
shift

install_qemu() {
  command -v qemu-system-x86_64 >/dev/null && command -v cpio >/dev/null && return
  say "installing QEMU (apt)"
  logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120
  logged apt-install as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 qemu-system-x86 cpio
}

kernel() {
  [[ -f "$WORK/vmlinuz" ]] && return
  local package
  package="$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p' | head -n 1)"
  say "getting $package (apt)"
  (cd "$WORK" && apt-get download -q "$package" && dpkg-deb -x "$package"_*.deb kernel && cp kernel/boot/vmlinuz-* vmlinuz)
}

# What packages have here, but for what nobody in the machine reads.
packages() {
  local root="$1" each
  mkdir -p "$root"/{usr/bin,usr/sbin,usr/lib,usr/lib64,etc,proc,sys,dev,tmp,root,test}
  for each in bin sbin lib lib64; do ln -s "usr/$each" "$root/$each"; done
  for each in "${PACKAGES[@]}"; do dpkg -L "$each" 2>/dev/null || true; done |
    grep -v '^/usr/share/' | sed 's,^/\(bin\|sbin\|lib\|lib64\)/,/usr/\1/,' | sort -u |
    while read -r each; do if [[ -f "$each" || -L "$each" ]]; then echo "$each"; fi; done |
    sed "s,^/,," | tar -C / -cf - -T - | tar -C "$root" -xf -
  cp -L /etc/ld.so.cache "$root/etc/"
  printf 'root:x:0:0:root:/root:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\n' >"$root/etc/group"
}

java_and_classes() {
  local root="$1" number=0 each paths="" java
  shift
  java="$(readlink -f "$([[ -n "${JAVA_HOME:-}" ]] && echo "$JAVA_HOME/bin/java" || command -v java)")"
  java="$(dirname "$(dirname "$java")")"
  "$java/bin/jlink" --add-modules java.base,java.logging,java.management,java.xml,jdk.unsupported --strip-debug --no-man-pages \
    --no-header-files --output "$root/test/java"
  while read -r each; do
    [[ -e "$each" ]] || continue
    number=$((number + 1))
    cp -r "$each" "$root/test/$number-$(basename "$each")"
    paths+=":/test/$number-$(basename "$each")"
  done < <(tr ':' '\n' <<<"$CLASSPATH")
  sed "s,@CLASSPATH@,${paths#:},; s,@CLASSES@,$*," "$HERE/cgroup-v2-init.sh" >"$root/test/run"
  cp "$root/test/run" "$root/init"
  chmod 0755 "$root/init" "$root/test/run"
}

[[ $(uname -sm) == "Linux x86_64" ]] || die "the machine for control groups of version 2 is one of Linux on x86_64"
mkdir -p "$WORK"
install_qemu
kernel
rm -rf "$WORK/root"
packages "$WORK/root"
java_and_classes "$WORK/root" "$@"
(cd "$WORK/root" && find . -print0 | cpio --null -o -H newc --quiet -R 0:0 | gzip -1) >"$WORK/initrd.gz"
rm -rf "$WORK/root"
say "booting $(du -m "$WORK/initrd.gz" | cut -f 1) MiB"
timeout 1800 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 3072 -smp 2 -nographic -no-reboot -net none \
  -kernel "$WORK/vmlinuz" -initrd "$WORK/initrd.gz" -append "console=ttyS0 quiet panic=-1 no_timer_check rdinit=/init" </dev/null |
  sed -u 's,\r,,' | tee "$WORK/console.log"
grep -qx 'cgroup-v2: passed' "$WORK/console.log"
