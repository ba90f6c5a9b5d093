//! The functions that the host provides beyond WASI: the table is in docs/writing-tools.md.

// Off WebAssembly, where a tool's own tests run, there is no host: every function answers that it failed.
macro_rules! imports {
    ($(fn $name:ident($($parameter:ident: $type:ty),*) -> i32;)*) => {
        #[cfg(target_family = "wasm")]
        #[link(wasm_import_module = "cloche")]
        extern "C" {
            $(pub(crate) fn $name($($parameter: $type),*) -> i32;)*
        }

        #[cfg(not(target_family = "wasm"))]
        #[allow(clippy::too_many_arguments)]
        mod absent {
            $(pub(crate) unsafe fn $name($(_: $type),*) -> i32 { 14 })*
        }

        #[cfg(not(target_family = "wasm"))]
        pub(crate) use absent::*;
    };
}

imports! {
    fn http_open(
        method: *const u8, method_length: usize, url: *const u8, url_length: usize,
        headers: *const u8, headers_length: usize, flags: u32, handle: *mut u32
    ) -> i32;
    fn http_write(handle: u32, bytes: *const u8, length: usize, written: *mut usize) -> i32;
    fn http_send(handle: u32, status: *mut u32) -> i32;
    fn http_headers(handle: u32, into: *mut u8, room: usize, length: *mut usize) -> i32;
    fn http_read(handle: u32, into: *mut u8, room: usize, read: *mut usize) -> i32;
    fn http_error(handle: u32, into: *mut u8, room: usize, length: *mut usize) -> i32;
    fn http_close(handle: u32) -> i32;
}
