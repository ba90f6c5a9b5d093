#!/bin/sh
# Process 1 of the virtual machine of cgroup-v2.sh, twice: in the file system that the kernel unpacked, in which bubblewrap
# cannot change its root, and then in a copy of it that is mounted.
export PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 HOME=/root
mount -t proc proc /proc
if [ ! -e /mounted ]; then
  mkdir /new
  mount -t tmpfs -o size=1200m,mode=0755 tmpfs /new
  tar -C / --one-file-system --exclude=./new --exclude=./proc/* -cf - . | tar -C /new -xf -
  : >/new/mounted
  umount /proc
  exec switch_root /new /test/run
fi
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t cgroup2 cgroup /sys/fs/cgroup
chmod 1777 /tmp
perl -MSocket -e 'socket(my $s, AF_INET, SOCK_DGRAM, 0); my $up = pack("a16 s x22", "lo", 0x41); ioctl($s, 0x8914, $up) or die $!'
echo "cgroup-v2: Linux $(cat /proc/sys/kernel/osrelease), $(cat /sys/fs/cgroup/cgroup.controllers)"
arguments=
for class in @CLASSES@; do arguments="$arguments --select-class=$class"; done
export CLOCHE_BAIT_TOKEN=secret-of-the-host
# shellcheck disable=SC2086
/test/java/bin/java -Xmx512m -XX:TieredStopAtLevel=1 -Dcloche.test.slowness=10 -cp "@CLASSPATH@" org.junit.platform.console.ConsoleLauncher execute --include-engine=junit-jupiter \
  --disable-banner --disable-ansi-colors --details=tree $arguments && echo 'cgroup-v2: passed'
echo o >/proc/sysrq-trigger
while :; do :; done
