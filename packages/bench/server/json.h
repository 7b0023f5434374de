/* Just enough JSON to answer honestly: it walks values and finds members, and copies nothing. */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of somebody else's text. */
struct slice {
  const char *start;
  size_t length;
};

/* The value of a member of an object, as it was written (a string with its quotes). False when it is not there. */
bool json_member(struct slice object, const char *name, struct slice *value);

/* Whether a value is this text, byte for byte. */
bool json_is(struct slice value, const char *text);

/* A value as a count; the other number when it is none. */
size_t json_count(struct slice value, size_t otherwise);

#endif
