#define _GNU_SOURCE
#include "CLines.h"

#include <dirent.h>
#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Both versions have the same include guard and no version macro, but only version 1 has bulks of lines.
#if defined(GPIOD_LINE_BULK_MAX_LINES)
#define LIBRARY_VERSION 1
#else
#define LIBRARY_VERSION 2
#endif

// The user name of our lines, as shown to other programs.
#define CONSUMER "pinna"
// The kernel keeps 16 edges per line in both versions of its API.
#define EDGE_CAPACITY 16
#define MAX_DESCRIPTORS 16

int pinna_lines_library_version(void) { return LIBRARY_VERSION; }

// The negative errno of a call that has just failed; never 0.
static int failure(void) { return errno > 0 ? -errno : -EIO; }

// MARK: - Code for each version

#if LIBRARY_VERSION == 1

struct pinna_line {
  struct gpiod_chip *chip;
  struct gpiod_line *line;
  int descriptor;
};

static int chip_has_label(struct gpiod_chip *chip, const char *label) {
  const char *own = gpiod_chip_label(chip);
  return own && strcmp(own, label) == 0;
}

static unsigned int chip_line_count(struct gpiod_chip *chip) { return gpiod_chip_num_lines(chip); }

static int chip_offset_of(struct gpiod_chip *chip, const char *name) {
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  return line ? (int)gpiod_line_offset(line) : -ENOENT;
}

int pinna_line_consumer(const pinna_line_place *place, char *name, int capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(place->device);
  if (!chip) return failure();
  struct gpiod_line *line = gpiod_chip_get_line(chip, place->offset);
  int result = line ? 0 : failure();
  const char *consumer = line ? gpiod_line_consumer(line) : NULL;
  snprintf(name, (size_t)capacity, "%s", consumer ? consumer : "");
  gpiod_chip_close(chip);
  return result;
}

static int open_line(
    const pinna_line_place *place, int type, int flags, int level, pinna_line **result) {
  pinna_line *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  struct gpiod_line_request_config config = {
      .consumer = CONSUMER, .request_type = type, .flags = flags};
  errno = 0;
  opened->chip = gpiod_chip_open(place->device);
  opened->line = opened->chip ? gpiod_chip_get_line(opened->chip, place->offset) : NULL;
  if (!opened->line || gpiod_line_request(opened->line, &config, level) != 0) {
    int error = failure();
    if (opened->chip) gpiod_chip_close(opened->chip);
    free(opened);
    return error;
  }
  opened->descriptor =
      type == GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES ? gpiod_line_event_get_fd(opened->line) : -1;
  *result = opened;
  return 0;
}

int pinna_line_open_input(
    const pinna_line_place *place, int is_active_low, enum pinna_line_bias bias,
    pinna_line **line) {
  int flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  switch (bias) {
    case PINNA_LINE_BIAS_AS_IS: break;
    case PINNA_LINE_BIAS_DISABLED: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE; break;
    case PINNA_LINE_BIAS_PULL_UP: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP; break;
    case PINNA_LINE_BIAS_PULL_DOWN: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN; break;
  }
  return open_line(place, GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES, flags, 0, line);
}

int pinna_line_open_output(
    const pinna_line_place *place, int is_active_low, int level, pinna_line **line) {
  int flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  return open_line(place, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, flags, level ? 1 : 0, line);
}

void pinna_line_close(pinna_line *line) {
  // Closing the chip releases its lines.
  gpiod_chip_close(line->chip);
  free(line);
}

int pinna_line_level(pinna_line *line) {
  int value = gpiod_line_get_value(line->line);
  return value < 0 ? failure() : value;
}

int pinna_line_set(pinna_line *line, int level) {
  return gpiod_line_set_value(line->line, level ? 1 : 0) == 0 ? 0 : failure();
}

static int read_edges(pinna_line *line, pinna_line_edge *edges, int capacity) {
  struct gpiod_line_event events[EDGE_CAPACITY];
  int count = gpiod_line_event_read_multiple(line->line, events, (unsigned int)capacity);
  if (count < 0) return failure();
  for (int i = 0; i < count; i++) {
    edges[i].nanoseconds = (int64_t)events[i].ts.tv_sec * 1000000000 + events[i].ts.tv_nsec;
    edges[i].level = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  }
  return count;
}

#else

struct pinna_line {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
  unsigned int offset;
  int descriptor;
};

static int chip_has_label(struct gpiod_chip *chip, const char *label) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return 0;
  int is_it = strcmp(gpiod_chip_info_get_label(info), label) == 0;
  gpiod_chip_info_free(info);
  return is_it;
}

static unsigned int chip_line_count(struct gpiod_chip *chip) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return 0;
  size_t count = gpiod_chip_info_get_num_lines(info);
  gpiod_chip_info_free(info);
  return (unsigned int)count;
}

static int chip_offset_of(struct gpiod_chip *chip, const char *name) {
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  return offset < 0 ? -ENOENT : offset;
}

int pinna_line_consumer(const pinna_line_place *place, char *name, int capacity) {
  struct gpiod_chip *chip = gpiod_chip_open(place->device);
  if (!chip) return failure();
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, place->offset);
  int result = info ? 0 : failure();
  const char *consumer = info ? gpiod_line_info_get_consumer(info) : NULL;
  snprintf(name, (size_t)capacity, "%s", consumer ? consumer : "");
  if (info) gpiod_line_info_free(info);
  gpiod_chip_close(chip);
  return result;
}

// A request for one line with its settings, or NULL with errno.
static struct gpiod_line_request *request_line(
    const pinna_line_place *place, struct gpiod_line_settings *settings) {
  struct gpiod_line_request *request = NULL;
  struct gpiod_chip *chip = gpiod_chip_open(place->device);
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  if (chip && lines && config) {
    gpiod_request_config_set_consumer(config, CONSUMER);
    gpiod_request_config_set_event_buffer_size(config, EDGE_CAPACITY);
    if (gpiod_line_config_add_line_settings(lines, &place->offset, 1, settings) == 0)
      request = gpiod_chip_request_lines(chip, config, lines);
  }
  int error = errno;
  if (config) gpiod_request_config_free(config);
  if (lines) gpiod_line_config_free(lines);
  if (chip) gpiod_chip_close(chip);
  errno = error;
  return request;
}

// Opens a line and frees the settings, which may be NULL if their allocation failed.
static int open_line(
    const pinna_line_place *place, struct gpiod_line_settings *settings, int has_edges,
    pinna_line **result) {
  if (!settings) return -ENOMEM;
  pinna_line *opened = calloc(1, sizeof *opened);
  struct gpiod_edge_event_buffer *buffer = gpiod_edge_event_buffer_new(EDGE_CAPACITY);
  errno = opened && buffer ? 0 : ENOMEM;
  struct gpiod_line_request *request = errno ? NULL : request_line(place, settings);
  int error = request ? 0 : failure();
  gpiod_line_settings_free(settings);
  if (error) {
    if (buffer) gpiod_edge_event_buffer_free(buffer);
    free(opened);
    return error;
  }
  opened->request = request;
  opened->buffer = buffer;
  opened->offset = place->offset;
  opened->descriptor = has_edges ? gpiod_line_request_get_fd(request) : -1;
  *result = opened;
  return 0;
}

static enum gpiod_line_bias library_bias(enum pinna_line_bias bias) {
  switch (bias) {
    case PINNA_LINE_BIAS_AS_IS: break;
    case PINNA_LINE_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
    case PINNA_LINE_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case PINNA_LINE_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
  }
  return GPIOD_LINE_BIAS_AS_IS;
}

int pinna_line_open_input(
    const pinna_line_place *place, int is_active_low, enum pinna_line_bias bias,
    pinna_line **line) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    gpiod_line_settings_set_bias(settings, library_bias(bias));
    gpiod_line_settings_set_active_low(settings, is_active_low != 0);
  }
  return open_line(place, settings, 1, line);
}

int pinna_line_open_output(
    const pinna_line_place *place, int is_active_low, int level, pinna_line **line) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, is_active_low != 0);
    gpiod_line_settings_set_output_value(
        settings, level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  }
  return open_line(place, settings, 0, line);
}

void pinna_line_close(pinna_line *line) {
  gpiod_line_request_release(line->request);
  gpiod_edge_event_buffer_free(line->buffer);
  free(line);
}

int pinna_line_level(pinna_line *line) {
  enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->offset);
  return value == GPIOD_LINE_VALUE_ERROR ? failure() : value == GPIOD_LINE_VALUE_ACTIVE;
}

int pinna_line_set(pinna_line *line, int level) {
  enum gpiod_line_value value = level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(line->request, line->offset, value) == 0 ? 0 : failure();
}

static int read_edges(pinna_line *line, pinna_line_edge *edges, int capacity) {
  int count = gpiod_line_request_read_edge_events(line->request, line->buffer, (size_t)capacity);
  if (count < 0) return failure();
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event =
        gpiod_edge_event_buffer_get_event(line->buffer, (unsigned long)i);
    edges[i].nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
    edges[i].level = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  }
  return count;
}

#endif

// MARK: - Code for both versions

static int is_chip(const struct dirent *entry) {
  return strncmp(entry->d_name, "gpiochip", strlen("gpiochip")) == 0;
}

// The object of a search: a chip by its label, or a line by its name.
struct search {
  const char *label;
  const char *name;
  unsigned int offset;
};

// Searches a chip: the offset, -ENOENT to continue, or another error that ends the search.
static int search_chip(struct gpiod_chip *chip, const struct search *search) {
  if (search->name) return chip_offset_of(chip, search->name);
  if (!chip_has_label(chip, search->label)) return -ENOENT;
  return search->offset < chip_line_count(chip) ? (int)search->offset : -ERANGE;
}

// Searches the chip at place->device: 0 with the offset in `place`, or an error as above.
static int search_device(const struct search *search, pinna_line_place *place) {
  struct gpiod_chip *chip = gpiod_chip_open(place->device);
  // A chip that was just unplugged does not have the line either.
  if (!chip) return errno == EACCES || errno == EPERM ? -EACCES : -ENOENT;
  int answer = search_chip(chip, search);
  gpiod_chip_close(chip);
  if (answer < 0) return answer;
  place->offset = (unsigned int)answer;
  return 0;
}

// Searches all chips in order of their numbers: -ENOENT if none has it, -ENODEV if there is no chip, -EACCES if no
// accessible chip has it.
static int search_chips(const struct search *search, pinna_line_place *place) {
  struct dirent **entries = NULL;
  int count = scandir("/dev", &entries, is_chip, versionsort);
  if (count < 0) return failure();
  int result = count == 0 ? -ENODEV : -ENOENT;
  for (int i = 0; i < count; i++) {
    if (result == -ENOENT || result == -EACCES) {
      // Chip names are short; a truncated one is not opened.
      snprintf(place->device, sizeof place->device, "/dev/%.50s", entries[i]->d_name);
      int answer = search_device(search, place);
      if (answer != -ENOENT) result = answer;
    }
    free(entries[i]);
  }
  free(entries);
  return result;
}

int pinna_line_find_by_chip(const char *label, unsigned int offset, pinna_line_place *place) {
  struct search search = {.label = label, .offset = offset};
  int result = search_chips(&search, place);
  return result == -ENOENT ? -ENODEV : result;
}

int pinna_line_find_by_name(const char *name, pinna_line_place *place) {
  struct search search = {.name = name};
  return search_chips(&search, place);
}

int pinna_line_descriptor(const pinna_line *line) { return line->descriptor; }

int pinna_line_read(pinna_line *line, pinna_line_edge *edges, int capacity) {
  // Both versions block if no edge is waiting, so check first.
  struct pollfd waiting = {.fd = line->descriptor, .events = POLLIN};
  int ready = poll(&waiting, 1, 0);
  if (ready <= 0) return ready == 0 || errno == EINTR ? 0 : failure();
  if (!(waiting.revents & POLLIN)) return -ENODEV;
  return read_edges(line, edges, capacity < EDGE_CAPACITY ? capacity : EDGE_CAPACITY);
}

int pinna_lines_wait(const int *descriptors, int count, int64_t nanoseconds) {
  struct pollfd waiting[MAX_DESCRIPTORS];
  if (count < 0 || count > MAX_DESCRIPTORS) return -EINVAL;
  for (int i = 0; i < count; i++)
    waiting[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  if (nanoseconds < 0) nanoseconds = 0;
  struct timespec time = {
      .tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  int ready = ppoll(waiting, (nfds_t)count, &time, NULL);
  return ready < 0 ? failure() : ready > 0;
}
