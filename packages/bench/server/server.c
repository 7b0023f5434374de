/*
 * The server of the bench: fast enough that the client is what is measured, and honest JSON-RPC and MCP 2025-11-25.
 * server.mjs is the same in JavaScript, for machines without a compiler; README.md has the table of tools.
 *
 *     server [--framing newline|content-length] [--tools N] [--label TEXT]
 *
 * It writes once for each read, ends when stdin ends, and keeps nothing but the ids of answers that it holds back.
 */
#define _GNU_SOURCE /* memmem, on Linux */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"

#define PIECE (64 * 1024)

struct buffer {
  char *data;
  size_t length;
  size_t capacity;
};

static struct buffer in, out, message, held, list;
static bool content_length_framing;
static size_t reads;

static void fail(const char *what) {
  fprintf(stderr, "bench server: %s\n", what);
  exit(1);
}

static void reserve(struct buffer *buffer, size_t more) {
  if (buffer->length + more <= buffer->capacity) return;
  size_t capacity = buffer->capacity ? buffer->capacity : PIECE;
  while (capacity < buffer->length + more) capacity *= 2;
  buffer->data = realloc(buffer->data, capacity);
  if (buffer->data == NULL) fail("out of memory");
  buffer->capacity = capacity;
}

static void append(struct buffer *buffer, const char *data, size_t length) {
  reserve(buffer, length);
  memcpy(buffer->data + buffer->length, data, length);
  buffer->length += length;
}

static void append_text(struct buffer *buffer, const char *text) { append(buffer, text, strlen(text)); }

static void append_number(struct buffer *buffer, size_t number) {
  char digits[24];
  append(buffer, digits, (size_t)snprintf(digits, sizeof digits, "%zu", number));
}

static void flush_out(void) {
  for (size_t done = 0; done < out.length;) {
    ssize_t count = write(STDOUT_FILENO, out.data + done, out.length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) exit(0); /* the client has left */
    done += (size_t)count;
  }
  out.length = 0;
}

/* The header or nothing; then `length` bytes have to follow, and end_frame. */
static void begin_frame(size_t length) {
  if (!content_length_framing) return;
  append_text(&out, "Content-Length: ");
  append_number(&out, length);
  append_text(&out, "\r\n\r\n");
}

static void end_frame(void) {
  if (!content_length_framing) append_text(&out, "\n");
  if (out.length >= PIECE) flush_out();
}

static void send_message(void) {
  begin_frame(message.length);
  append(&out, message.data, message.length);
  end_frame();
}

static void begin_answer(struct slice id) {
  message.length = 0;
  append_text(&message, "{\"jsonrpc\":\"2.0\",\"id\":");
  append(&message, id.start, id.length);
}

static void answer_result(struct slice id, const char *result, size_t length) {
  begin_answer(id);
  append_text(&message, ",\"result\":");
  append(&message, result, length);
  append_text(&message, "}");
  send_message();
}

static void answer_error(struct slice id, int code, const char *text) {
  char error[160];
  begin_answer(id);
  snprintf(error, sizeof error, ",\"error\":{\"code\":%d,\"message\":\"%s\"}}", code, text);
  append_text(&message, error);
  send_message();
}

/* `text` is a JSON string with its quotes. */
static void answer_text(struct slice id, const char *text, size_t length) {
  begin_answer(id);
  append_text(&message, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
  append(&message, text, length);
  append_text(&message, "}]}}");
  send_message();
}

static void answer_count(struct slice id, size_t count) {
  char text[32];
  answer_text(id, text, (size_t)snprintf(text, sizeof text, "\"%zu\"", count));
}

/* A text of so many bytes, written in pieces: it is never whole in memory here. */
static void answer_big(struct slice id, size_t bytes) {
  static const char tail[] = "\"}]}}";
  static char piece[PIECE];
  memset(piece, 'x', sizeof piece);
  begin_answer(id);
  append_text(&message, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
  begin_frame(message.length + bytes + sizeof tail - 1);
  append(&out, message.data, message.length);
  while (bytes > 0) {
    size_t length = bytes < sizeof piece ? bytes : sizeof piece;
    append(&out, piece, length);
    flush_out();
    bytes -= length;
  }
  append_text(&out, tail);
  end_frame();
}

static void send_notifications(size_t count) {
  message.length = 0;
  append_text(&message, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                        "\"params\":{\"level\":\"info\",\"data\":\"nobody asked\"}}");
  for (size_t i = 0; i < count; i++) send_message();
}

/* The ids that are held back stand one after the other, each with a zero behind it. */
static size_t release_held(void) {
  size_t count = 0;
  for (size_t at = 0; at < held.length; count++) {
    struct slice id = {held.data + at, strlen(held.data + at)};
    answer_text(id, "\"released\"", strlen("\"released\""));
    at += id.length + 1;
  }
  held.length = 0;
  return count;
}

static void call_tool(struct slice id, struct slice params) {
  struct slice name, arguments = {"{}", 2}, value = {"\"\"", 2};
  if (!json_member(params, "name", &name)) {
    answer_error(id, -32602, "a call needs a name");
    return;
  }
  json_member(params, "arguments", &arguments);
  if (json_is(name, "\"echo\"")) {
    if (json_member(arguments, "value", &value) && value.start[0] == '"') answer_text(id, value.start, value.length);
    else answer_error(id, -32602, "echo needs a value, a string");
  } else if (json_is(name, "\"big\"")) {
    answer_big(id, json_member(arguments, "bytes", &value) ? json_count(value, 0) : 0);
  } else if (json_is(name, "\"hold\"")) {
    append(&held, id.start, id.length);
    append(&held, "", 1);
  } else if (json_is(name, "\"release\"")) {
    answer_count(id, release_held());
  } else if (json_is(name, "\"reads\"")) {
    answer_count(id, reads);
  } else if (json_is(name, "\"notify\"")) {
    size_t count = json_member(arguments, "count", &value) ? json_count(value, 0) : 0;
    send_notifications(count);
    answer_count(id, count);
  } else {
    answer_error(id, -32602, "no such tool");
  }
}

static void handle(struct slice text) {
  static const char hello[] =
      "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
      "\"serverInfo\":{\"name\":\"bench\",\"version\":\"1.0.0\"}}";
  struct slice id, method, params = {"{}", 2};
  if (!json_member(text, "method", &method) || !json_member(text, "id", &id)) return; /* a notification */
  json_member(text, "params", &params);
  if (json_is(method, "\"tools/call\"")) call_tool(id, params);
  else if (json_is(method, "\"tools/list\"")) answer_result(id, list.data, list.length);
  else if (json_is(method, "\"initialize\"")) answer_result(id, hello, sizeof hello - 1);
  else if (json_is(method, "\"ping\"")) answer_result(id, "{}", 2);
  else answer_error(id, -32601, "no such method");
}

/* Takes one whole message off the start of `rest`; false when there is none yet. */
static bool next_message(struct slice *rest, struct slice *text) {
  const char *end = memchr(rest->start, '\n', rest->length);
  if (end == NULL) return false;
  size_t taken = (size_t)(end - rest->start) + 1;
  *text = (struct slice){rest->start, taken - 1};
  if (content_length_framing) {
    const char *header = rest->start;
    if (rest->length < 16 || memcmp(header, "Content-Length: ", 16) != 0) fail("no Content-Length header");
    const char *body = memmem(header, rest->length, "\r\n\r\n", 4);
    if (body == NULL) return false;
    body += 4;
    size_t length = strtoul(header + 16, NULL, 10);
    taken = (size_t)(body - header) + length;
    if (taken > rest->length) return false;
    *text = (struct slice){body, length};
  }
  rest->start += taken;
  rest->length -= taken;
  return true;
}

static void make_list(size_t tools) {
  static const char *const names[] = {"echo", "big", "hold", "release", "reads", "notify"};
  const size_t own = sizeof names / sizeof *names;
  append_text(&list, "{\"tools\":[");
  for (size_t i = 0; i < tools || i < own; i++) {
    char entry[1024];
    if (i > 0) append_text(&list, ",");
    if (i < own) {
      snprintf(entry, sizeof entry, "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}", names[i]);
    } else {
      snprintf(entry, sizeof entry,
               "{\"name\":\"tool-%zu\",\"description\":\"Finds the records of table %zu\",\"inputSchema\":{\"type\":"
               "\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\",\"minimum\":1}},"
               "\"required\":[\"query\"]},\"outputSchema\":{\"type\":\"object\",\"properties\":{\"table%zu\":{\"type\":"
               "\"string\"},\"rows\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":"
               "\"integer\"},\"name\":{\"type\":\"string\"}},\"required\":[\"id\"]}}},\"required\":[\"rows\"]}}",
               i, i, i);
    }
    append_text(&list, entry);
  }
  append_text(&list, "]}");
}

int main(int argc, char **argv) {
  size_t tools = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--tools") == 0) tools = strtoul(argv[i + 1], NULL, 10);
    else if (strcmp(argv[i], "--framing") == 0) content_length_framing = strcmp(argv[i + 1], "content-length") == 0;
    else if (strcmp(argv[i], "--label") != 0) fail("no such option");
  }
  make_list(tools);
  for (;;) {
    reserve(&in, PIECE);
    ssize_t count = read(STDIN_FILENO, in.data + in.length, PIECE);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    reads++;
    in.length += (size_t)count;
    struct slice rest = {in.data, in.length}, text;
    while (next_message(&rest, &text)) handle(text);
    memmove(in.data, rest.start, rest.length);
    in.length = rest.length;
    flush_out();
  }
}
