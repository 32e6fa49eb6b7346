// GPIO lines through libgpiod, with one interface for its versions 1 and 2; types of the library are not visible here.
//
// Each line is a request of its own with its own descriptor: version 1 gives all lines of a request the same bias and
// polarity, and a busy line must not make the others fail.
//
// Levels are logical: 1 is active, also on an active-low line. Functions that can fail return a negative errno.
#pragma once

#include <stdint.h>

// The version of the libgpiod API used in this build: 1 or 2.
int pinna_lines_library_version(void);

// The location of a line. Offsets count from 0 on each chip.
typedef struct pinna_line_place {
  char device[64];
  unsigned int offset;
} pinna_line_place;

// Finds a line by the label of its chip, the first one in the order of /dev/gpiochip0, 1, ... -ENODEV: no chip has the
// label. -EACCES: no accessible chip has it. -ERANGE: the chip has no such line.
int pinna_line_find_by_chip(const char *label, unsigned int offset, pinna_line_place *place);

// Finds a line by its own name, on the first chip with such a line. -ENOENT: no line has the name. -ENODEV: there is no
// chip at all. -EACCES: no accessible chip has it.
int pinna_line_find_by_name(const char *name, pinna_line_place *place);

// Writes the name of a line's user, always zero-terminated; empty if it is unused or the user has no name.
int pinna_line_consumer(const pinna_line_place *place, char *name, int capacity);

// An open line.
typedef struct pinna_line pinna_line;

// The bias resistor of an input.
enum pinna_line_bias {
  PINNA_LINE_BIAS_AS_IS,
  PINNA_LINE_BIAS_DISABLED,
  PINNA_LINE_BIAS_PULL_UP,
  PINNA_LINE_BIAS_PULL_DOWN,
};

// Opens a line as an input that reports both edges. -EBUSY: another program has the line.
int pinna_line_open_input(
    const pinna_line_place *place, int is_active_low, enum pinna_line_bias bias, pinna_line **line);

// Opens a line as an output at a level. -EBUSY: another program has the line.
int pinna_line_open_output(
    const pinna_line_place *place, int is_active_low, int level, pinna_line **line);

// Releases the line.
void pinna_line_close(pinna_line *line);

// A descriptor that becomes readable when an edge is waiting. -1 for an output.
int pinna_line_descriptor(const pinna_line *line);

// The present level of the line: 0 or 1.
int pinna_line_level(pinna_line *line);

// Sets the level of an output.
int pinna_line_set(pinna_line *line, int level);

// An edge: its time (CLOCK_MONOTONIC, nanoseconds, taken by the kernel in its interrupt), and the level after it.
typedef struct pinna_line_edge {
  int64_t nanoseconds;
  int level;
} pinna_line_edge;

// Takes waiting edges, at most `capacity` and at most 16; returns their number. Never blocks.
int pinna_line_read(pinna_line *line, pinna_line_edge *edges, int capacity);

// Waits until a descriptor is readable or broken (returns 1), or the time is up (returns 0); -EINTR after a signal.
// Ignores descriptors below 0.
int pinna_lines_wait(const int *descriptors, int count, int64_t nanoseconds);
