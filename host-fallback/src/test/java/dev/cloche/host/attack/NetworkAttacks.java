package dev.cloche.host.attack;

import java.util.List;

/** Attacks over the network: 48 to 56, and N20 for native tools. */
final class NetworkAttacks {
  private NetworkAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "native48_metadataServices",
            "con('v4', v4('169.254.169.254', 80)); con('v6', v6('fd00:ec2::254', 80));",
            "v4 ENETUNREACH",
            "v6 (ENETUNREACH|EADDRNOTAVAIL)"),
        Attack.of(
            "native49_servicesOnTheHost",
            """
            con('v4', v4('127.0.0.1', @TCP@)); con('v6', v6('::1', @TCP@));
            socket(my $s, AF_INET, SOCK_STREAM, 0); bind($s, pack_sockaddr_in(0, INADDR_LOOPBACK));
            listen($s, 1); my ($port) = unpack_sockaddr_in(getsockname($s));
            con('own', v4('127.0.0.1', $port));
            """,
            "v4 ECONNREFUSED",
            "v6 (ECONNREFUSED|EADDRNOTAVAIL)",
            "own OK"),
        Attack.of(
            "native50_otherNetworks",
            """
            con($_, v4($_, 443)) for qw(10.0.0.1 192.168.1.1 172.16.0.1 192.0.2.1 8.8.8.8);
            con('udp', AF_INET, SOCK_DGRAM, pack_sockaddr_in(53, inet_aton('8.8.8.8')));
            """,
            "10.0.0.1 ENETUNREACH",
            "192.168.1.1 ENETUNREACH",
            "172.16.0.1 ENETUNREACH",
            "192.0.2.1 ENETUNREACH",
            "8.8.8.8 ENETUNREACH",
            "udp ENETUNREACH"),
        Attack.of(
            "native51_names",
            "print sh('getent hosts example.com'), ' ', sh('getent hosts localhost'), \"\\n\";",
            "2 0"),
        Attack.of(
            "native52_abstractSocketOfTheHost",
            """
            con('host', AF_UNIX, SOCK_STREAM, pack_sockaddr_un("\\0@ABSTRACT@"));
            socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un("\\0mine"));
            listen($s, 1); con('own', AF_UNIX, SOCK_STREAM, pack_sockaddr_un("\\0mine"));
            """,
            "host ECONNREFUSED",
            "own OK"),
        Attack.of(
            "native53_socketOfTheHost",
            """
            con('host', AF_UNIX, SOCK_STREAM, pack_sockaddr_un('@SOCKET@'));
            socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un('/tmp/mine'));
            listen($s, 1); con('own', AF_UNIX, SOCK_STREAM, pack_sockaddr_un('/tmp/mine'));
            """,
            "host ENOENT",
            "own OK"),
        Attack.of(
            "native54_rawSockets",
            """
            r('raw', socket(my $a, AF_INET, 3, 1)); r('raw6', socket(my $b, AF_INET6, 3, 58));
            r('packet', socket(my $c, 17, 3, 0)); r('tcp', socket(my $d, AF_INET, SOCK_STREAM, 6));
            """,
            "raw EPERM",
            "raw6 EPERM",
            "packet EAFNOSUPPORT",
            "tcp OK"),
        Attack.of(
            "native55_rareFamilies",
            """
            r('vsock', socket(my $a, 40, SOCK_STREAM, 0)); r('alg', socket(my $b, 38, 5, 0));
            r('netfilter', socket(my $c, 16, 3, 12)); r('mptcp', socket(my $d, AF_INET, 1, 262));
            r('xdp', socket(my $e, 44, 3, 0)); r('route', socket(my $f, 16, 3, 0));
            r('unix', socket(my $g, AF_UNIX, SOCK_STREAM, 0));
            """,
            "vsock EAFNOSUPPORT",
            "alg EAFNOSUPPORT",
            "netfilter EPERM",
            "mptcp EPERM",
            "xdp EAFNOSUPPORT",
            "route OK",
            "unix OK"),
        Attack.of(
            "native56_loopbackOfItsOwn",
            """
            socket(my $s, AF_INET, SOCK_STREAM, 0); bind($s, pack_sockaddr_in(0, INADDR_LOOPBACK));
            listen($s, 1); my ($port) = unpack_sockaddr_in(getsockname($s));
            if (!fork()) { con('client', v4('127.0.0.1', $port)); exit 0; }
            r('server', accept(my $c, $s)); wait();
            """,
            "(client|server) OK",
            "(client|server) OK"),
        Attack.of(
            "n20_nothingLeaves",
            """
            for my $t (SOCK_STREAM, SOCK_DGRAM) {
              con("t$t", AF_INET, $t, pack_sockaddr_in(53, inet_aton('192.0.2.53')));
            }
            r('icmp', socket(my $a, AF_INET, SOCK_DGRAM, 1));
            con('metadata', v4('100.100.100.200', 80)); con('self', v4('127.0.0.1', 1));
            """,
            "t1 ENETUNREACH",
            "t2 ENETUNREACH",
            "icmp (OK|EACCES|EPERM)",
            "metadata ENETUNREACH",
            "self ECONNREFUSED"));
  }
}
