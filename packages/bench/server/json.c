#include "json.h"

#include <string.h>

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
  return at;
}

/* From the opening quote to behind the closing one; NULL when there is none. */
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end; at++) {
    if (*at == '\\') at++;
    else if (*at == '"') return at + 1;
  }
  return NULL;
}

/* Behind the value that begins here. Brackets are counted, since what clients send is JSON that they made themselves. */
static const char *skip_value(const char *at, const char *end) {
  size_t depth = 0;
  while (at < end) {
    if (*at == '"') {
      at = skip_string(at, end);
      if (at == NULL) return NULL;
    } else if (*at == '{' || *at == '[') {
      depth++;
      at++;
      continue;
    } else if (*at == '}' || *at == ']') {
      if (depth == 0) return at;
      depth--;
      at++;
    } else if (depth == 0) {
      while (at < end && strchr(",}] \t\r\n", *at) == NULL) at++;
    } else {
      at++;
      continue;
    }
    if (depth == 0) return at;
  }
  return NULL;
}

bool json_member(struct slice object, const char *name, struct slice *value) {
  const char *end = object.start + object.length;
  const char *at = skip_space(object.start, end);
  size_t length = strlen(name);
  if (at >= end || *at != '{') return false;
  for (at = skip_space(at + 1, end); at < end && *at == '"'; at = skip_space(at + 1, end)) {
    const char *key = at + 1;
    at = skip_string(at, end);
    if (at == NULL) return false;
    size_t key_length = (size_t)(at - 1 - key);
    at = skip_space(at, end);
    if (at >= end || *at != ':') return false;
    const char *start = skip_space(at + 1, end);
    at = skip_value(start, end);
    if (at == NULL) return false;
    if (key_length == length && memcmp(key, name, length) == 0) {
      *value = (struct slice){start, (size_t)(at - start)};
      return true;
    }
    at = skip_space(at, end);
    if (at >= end || *at != ',') return false;
  }
  return false;
}

bool json_is(struct slice value, const char *text) {
  return value.length == strlen(text) && memcmp(value.start, text, value.length) == 0;
}

size_t json_count(struct slice value, size_t otherwise) {
  size_t count = 0;
  if (value.length == 0 || value.length > 12) return otherwise;
  for (size_t i = 0; i < value.length; i++) {
    if (value.start[i] < '0' || value.start[i] > '9') return otherwise;
    count = count * 10 + (size_t)(value.start[i] - '0');
  }
  return count;
}
