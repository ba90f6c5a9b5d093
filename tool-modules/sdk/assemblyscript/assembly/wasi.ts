// The functions of wasi_snapshot_preview1 that the rest is built on. An i32 that is returned is an errno, 0 for success.

@external("wasi_snapshot_preview1", "args_get")
export declare function args_get(argv: usize, text: usize): i32;

@external("wasi_snapshot_preview1", "args_sizes_get")
export declare function args_sizes_get(count: usize, bytes: usize): i32;

@external("wasi_snapshot_preview1", "environ_get")
export declare function environ_get(environ: usize, text: usize): i32;

@external("wasi_snapshot_preview1", "environ_sizes_get")
export declare function environ_sizes_get(count: usize, bytes: usize): i32;

@external("wasi_snapshot_preview1", "fd_close")
export declare function fd_close(fd: i32): i32;

@external("wasi_snapshot_preview1", "fd_read")
export declare function fd_read(fd: i32, vectors: usize, count: i32, read: usize): i32;

@external("wasi_snapshot_preview1", "fd_readdir")
export declare function fd_readdir(fd: i32, into: usize, room: i32, cookie: u64, used: usize): i32;

@external("wasi_snapshot_preview1", "fd_write")
export declare function fd_write(fd: i32, vectors: usize, count: i32, written: usize): i32;

@external("wasi_snapshot_preview1", "path_create_directory")
export declare function path_create_directory(fd: i32, path: usize, length: i32): i32;

@external("wasi_snapshot_preview1", "path_filestat_get")
export declare function path_filestat_get(fd: i32, flags: i32, path: usize, length: i32, stat: usize): i32;

@external("wasi_snapshot_preview1", "path_open")
export declare function path_open(
  fd: i32, lookup: i32, path: usize, length: i32, open: i32, rights: u64, inheriting: u64, flags: i32, opened: usize): i32;

@external("wasi_snapshot_preview1", "path_remove_directory")
export declare function path_remove_directory(fd: i32, path: usize, length: i32): i32;

@external("wasi_snapshot_preview1", "path_unlink_file")
export declare function path_unlink_file(fd: i32, path: usize, length: i32): i32;

@external("wasi_snapshot_preview1", "proc_exit")
export declare function proc_exit(status: i32): void;
