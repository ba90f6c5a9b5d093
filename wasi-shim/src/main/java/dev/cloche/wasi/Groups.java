package dev.cloche.wasi;

/**
 * The function groups of one call.
 *
 * @param args command line
 * @param environ environment
 * @param clock clocks
 * @param fd descriptors
 * @param data bytes and listings
 * @param path paths
 * @param poll waiting
 * @param process exit and yield
 * @param random random bytes
 * @param socket sockets
 * @param fetch requests
 */
record Groups(
    ArgsCalls args,
    EnvironCalls environ,
    ClockCalls clock,
    FdCalls fd,
    FdDataCalls data,
    PathCalls path,
    PollCalls poll,
    ProcessCalls process,
    RandomCalls random,
    SocketCalls socket,
    FetchCalls fetch) {}
