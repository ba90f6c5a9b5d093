// Files of the workspace.
import * as wasi from "./wasi";
import { bytesOf, readAll, textOf, writeAll } from "./io";

/** The directory that the host opens for every tool that may see files: "/". */
const ROOT = 3;

const FOLLOW = 1;

const CREATE = 1;
const DIRECTORY = 2;
const TRUNCATE = 8;

const APPEND = 1;

const RIGHT_READ: u64 = 1 << 1;
const RIGHT_WRITE: u64 = 1 << 6;
const RIGHT_READDIR: u64 = 1 << 14;

/** A directory entry as fd_readdir writes it: the next cookie, an inode number, the length of the name, a type; then the name. */
const ENTRY_BYTES = 24;

const opened = memory.data(4);
const stat = memory.data(64, 8);

/**
 * Files of the workspace, by paths from its root; a leading slash makes no difference. What fails answers null or false, and errno is the
 * number that WASI gives the reason.
 */
export class Files {
  static errno: i32 = 0;

  static read(path: string): Uint8Array | null {
    const fd = open(path, 0, RIGHT_READ, 0);
    if (fd < 0) return null;
    const data = readAll(fd);
    wasi.fd_close(fd);
    return data;
  }

  static readText(path: string): string | null {
    const data = Files.read(path);
    return data === null ? null : textOf(data);
  }

  /** Writes a file anew, or makes it. */
  static write(path: string, data: Uint8Array): bool {
    return write(open(path, CREATE | TRUNCATE, RIGHT_WRITE, 0), data);
  }

  static writeText(path: string, text: string): bool {
    return Files.write(path, bytesOf(text));
  }

  static appendText(path: string, text: string): bool {
    return write(open(path, CREATE, RIGHT_WRITE, APPEND), bytesOf(text));
  }

  /** The names in a directory, sorted; null if it cannot be read. */
  static list(path: string): string[] | null {
    const fd = open(path, DIRECTORY, RIGHT_READDIR, 0);
    if (fd < 0) return null;
    const names = entries(fd);
    wasi.fd_close(fd);
    names.sort();
    return names;
  }

  static exists(path: string): bool {
    const name = encode(path);
    return done(wasi.path_filestat_get(ROOT, FOLLOW, name.dataStart, name.length, stat));
  }

  static makeDirectory(path: string): bool {
    const name = encode(path);
    return done(wasi.path_create_directory(ROOT, name.dataStart, name.length));
  }

  /** Removes a file or an empty directory. */
  static remove(path: string): bool {
    const name = encode(path);
    return done(wasi.path_unlink_file(ROOT, name.dataStart, name.length))
      || done(wasi.path_remove_directory(ROOT, name.dataStart, name.length));
  }
}

function done(errno: i32): bool {
  Files.errno = errno;
  return errno == 0;
}

function encode(path: string): Uint8Array {
  let from = 0;
  while (from < path.length && path.charCodeAt(from) == 0x2f) from++;
  return bytesOf(from == path.length ? "." : path.substring(from));
}

function open(path: string, flags: i32, rights: u64, fdFlags: i32): i32 {
  const name = encode(path);
  const errno = wasi.path_open(ROOT, FOLLOW, name.dataStart, name.length, flags, rights, 0, fdFlags, opened);
  return done(errno) ? load<i32>(opened) : -1;
}

function write(fd: i32, data: Uint8Array): bool {
  if (fd < 0) return false;
  const all = writeAll(fd, data);
  wasi.fd_close(fd);
  return all;
}

function entries(fd: i32): string[] {
  const names: string[] = [];
  const room = 4096;
  const buffer = new Uint8Array(room);
  let cookie: u64 = 0;
  while (true) {
    if (!done(wasi.fd_readdir(fd, buffer.dataStart, room, cookie, opened))) return names;
    const used = load<i32>(opened);
    let at = 0;
    while (at + ENTRY_BYTES <= used) {
      const length = load<i32>(buffer.dataStart + at, 16);
      if (at + ENTRY_BYTES + length > used) break; // cut off: it comes again, from its cookie
      cookie = load<u64>(buffer.dataStart + at);
      const name = String.UTF8.decodeUnsafe(buffer.dataStart + at + ENTRY_BYTES, length);
      if (name != "." && name != "..") names.push(name);
      at += ENTRY_BYTES + length;
    }
    if (used < room) return names;
  }
}
