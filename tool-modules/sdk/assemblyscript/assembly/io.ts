// Bytes in and out of descriptors.
import * as wasi from "./wasi";

// A vector (address, length) and a result, for the calls that take them. The runtime has one thread, and no call keeps it.
const scratch = memory.data(16);

/** Reads a descriptor to its end; null if that fails. */
export function readAll(fd: i32): Uint8Array | null {
  let data = new Uint8Array(4096);
  let length = 0;
  while (true) {
    if (length == data.length) {
      const larger = new Uint8Array(data.length * 2);
      larger.set(data);
      data = larger;
    }
    store<usize>(scratch, data.dataStart + length);
    store<i32>(scratch, data.length - length, 4);
    if (wasi.fd_read(fd, scratch, 1, scratch + 8) != 0) return null;
    const read = load<i32>(scratch, 8);
    if (read == 0) return data.subarray(0, length);
    length += read;
  }
}

/** Writes all bytes to a descriptor; false if that fails. */
export function writeAll(fd: i32, data: Uint8Array): bool {
  let done = 0;
  while (done < data.length) {
    store<usize>(scratch, data.dataStart + done);
    store<i32>(scratch, data.length - done, 4);
    if (wasi.fd_write(fd, scratch, 1, scratch + 8) != 0) return false;
    done += load<i32>(scratch, 8);
  }
  return true;
}

/** The bytes of a text in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.wrap(String.UTF8.encode(text));
}

/** The text that bytes are in UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return String.UTF8.decodeUnsafe(bytes.dataStart, bytes.length);
}
