// A plugin in C against the functions of Extism as they are documented, and the C library besides: a reactor, which asks for the time in its
// start-up and so starts anew in each call. Built by toolchain/extism.sh.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOST(name) __attribute__((import_module("extism:host/env"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

typedef uint64_t handle;

HOST("alloc") handle host_alloc(uint64_t);
HOST("free") void host_free(handle);
HOST("length_unsafe") uint64_t host_length(handle);
HOST("load_u8") uint8_t host_load_u8(uint64_t);
HOST("load_u64") uint64_t host_load_u64(uint64_t);
HOST("store_u8") void host_store_u8(uint64_t, uint8_t);
HOST("store_u64") void host_store_u64(uint64_t, uint64_t);
HOST("input_offset") handle host_input_offset(void);
HOST("input_length") uint64_t host_input_length(void);
HOST("input_load_u8") uint8_t host_input_load_u8(uint64_t);
HOST("output_set") void host_output_set(uint64_t, uint64_t);
HOST("error_set") void host_error_set(handle);
HOST("config_get") handle host_config_get(handle);
HOST("log_warn") void host_log_warn(handle);
HOST("get_log_level") int32_t host_get_log_level(void);
HOST("http_request") handle host_http_request(handle, handle);
HOST("http_status_code") int32_t host_http_status_code(void);
HOST("http_headers") handle host_http_headers(void);

static time_t started;

__attribute__((constructor)) static void start(void) { started = time(NULL); }

// Makes a block, eight bytes at a time as far as that goes.
static handle block(const char *text, size_t length) {
  handle made = host_alloc(length);
  size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    uint64_t word;
    memcpy(&word, text + at, 8);
    host_store_u64(made + at, word);
  }
  for (; at < length; at++) host_store_u8(made + at, (uint8_t)text[at]);
  return made;
}

static char *text_of(handle from) {
  size_t length = (size_t)host_length(from), at = 0;
  char *text = malloc(length + 1);
  for (; at + 8 <= length; at += 8) {
    uint64_t word = host_load_u64(from + at);
    memcpy(text + at, &word, 8);
  }
  for (; at < length; at++) text[at] = (char)host_load_u8(from + at);
  text[length] = 0;
  return text;
}

static void say(const char *text) {
  size_t length = strlen(text);
  host_output_set(block(text, length), length);
}

// Counts the bytes of each kind in the input.
EXPORT("tally") int32_t tally(void) {
  uint64_t length = host_input_length(), digits = 0, letters = 0;
  for (uint64_t i = 0; i < length; i++) {
    uint8_t byte = host_input_load_u8(i);
    digits += byte >= '0' && byte <= '9';
    letters += (byte | 32) >= 'a' && (byte | 32) <= 'z';
  }
  if (length == 0) {
    host_error_set(block("there is no input", 17));
    return 2;
  }
  char text[128];
  snprintf(text, sizeof text, "{\"bytes\":%llu,\"digits\":%llu,\"letters\":%llu,\"started\":%s}", (unsigned long long)length,
           (unsigned long long)digits, (unsigned long long)letters, started > 0 ? "true" : "false");
  say(text);
  return 0;
}

// Says the input twice, at the price of copying it out of the host's memory and back.
EXPORT("twice") int32_t twice(void) {
  char *input = text_of(host_input_offset());
  size_t length = strlen(input);
  char *both = malloc(2 * length + 1);
  memcpy(both, input, length);
  memcpy(both + length, input, length + 1);
  if (host_get_log_level() <= 3) host_log_warn(block(both, 2 * length));
  printf("printed\n");
  fflush(stdout);
  say(both);
  return 0;
}

// Sends the input to the URL in the configuration, and says status and fields of the answer.
EXPORT("post") int32_t post(void) {
  handle url = host_config_get(block("url", 3));
  if (url == 0) return 4;
  char request[512], text[4096];
  int length = snprintf(request, sizeof request, "{\"url\":\"%s\",\"method\":\"POST\",\"headers\":{\"x-plugin\":\"tally\"}}", text_of(url));
  handle answer = host_http_request(block(request, (size_t)length), host_input_offset());
  snprintf(text, sizeof text, "%d %s\n%s", host_http_status_code(), text_of(host_http_headers()), text_of(answer));
  host_free(answer);
  say(text);
  return 0;
}
