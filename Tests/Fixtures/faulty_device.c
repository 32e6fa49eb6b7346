// A capture device for alsa-lib with numbered frames, which fails at the times in its definition.
//
// Channel 0 is the number of the frame, counted by the clock from the first start and shifted up by eight bits; every
// other channel is a pattern of the same number that is never zero. A recording therefore reveals every lost, repeated
// or moved frame.
//
//   pcm_type.faulty { lib "/.../faulty.so" }
//   pcm.numbered {
//     type faulty
//     overruns "1.0 2.5"       seconds at which the stream stops with an overrun and must be started again
//     held "3.0 4.2"           from, until: the thread that waits is held up, and the stream runs on
//     empty "5.0 5.5"          from, until: every wait ends at once and no frame comes
//     dies "6.0"               seconds at which the device is gone
//     consumes "yes"           frames are given once: those that are taken over and not kept are lost
//     bits "24"                significant bits that the device states
//     loud "yes"               the other channels stay at their positive end for 10 ms in every 3 s
//   }
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { most_times = 512 };

struct times {
  double at[most_times];
  int count, next;
};

struct device {
  snd_pcm_ioplug_t plug;
  int timer;
  struct times overruns, held, empty, dies;
  int consumes, bits, loud;
  snd_pcm_uframes_t wake; // the number of frames per wake-up
  double started;         // seconds on CLOCK_MONOTONIC
  int64_t first;          // the number of the stream's first frame
  int64_t given;          // the number of frames delivered by the stream
  int is_overrun;
};

// The first start of any device in this process, from which frames are counted.
static double origin;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int is_within(const struct times *times, double now, double *until) {
  for (int n = 0; n + 1 < times->count; n += 2) {
    if (now >= times->at[n] && now < times->at[n + 1]) {
      *until = times->at[n + 1];
      return 1;
    }
  }
  return 0;
}

static int is_dead(const struct device *device) {
  return device->dies.count > 0 && origin > 0 && seconds() - origin >= device->dies.at[0];
}

static int start(snd_pcm_ioplug_t *plug) {
  struct device *device = plug->private_data;
  if (is_dead(device)) return -ENODEV;
  device->started = seconds();
  if (origin == 0) origin = device->started;
  device->first = (int64_t)((device->started - origin) * plug->rate + 0.5);
  device->given = 0;
  device->is_overrun = 0;
  long step = (long)(1e9 * (double)plug->period_size / plug->rate);
  struct itimerspec every = {{step / 1000000000, step % 1000000000}, {step / 1000000000, step % 1000000000}};
  return timerfd_settime(device->timer, 0, &every, NULL) < 0 ? -errno : 0;
}

static int stop(snd_pcm_ioplug_t *plug) {
  struct device *device = plug->private_data;
  struct itimerspec never = {{0, 0}, {0, 0}};
  timerfd_settime(device->timer, 0, &never, NULL);
  return 0;
}

static int prepare(snd_pcm_ioplug_t *plug) {
  (void)plug;
  return 0;
}

// The frames of the stream so far, in whole periods as reported by a sound card.
static int64_t captured(const struct device *device) {
  int64_t frames = (int64_t)((seconds() - device->started) * device->plug.rate);
  return frames - frames % (int64_t)device->plug.period_size;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *plug) {
  struct device *device = plug->private_data;
  double now = seconds() - origin, until;
  if (is_dead(device)) {
    snd_pcm_ioplug_set_state(plug, SND_PCM_STATE_DISCONNECTED);
    return (snd_pcm_sframes_t)device->given;
  }
  struct times *overruns = &device->overruns;
  if (overruns->next < overruns->count && now >= overruns->at[overruns->next]) {
    // Frames that passed while the stream was stopped are lost.
    while (overruns->next < overruns->count && now >= overruns->at[overruns->next]) overruns->next++;
    device->is_overrun = 1;
  }
  if (device->is_overrun) return -EPIPE;
  if (is_within(&device->empty, now, &until)) return (snd_pcm_sframes_t)device->given;
  return (snd_pcm_sframes_t)captured(device);
}

static int32_t sample(const struct device *device, int64_t number, unsigned channel) {
  if (channel == 0) return (int32_t)(uint32_t)(number << 8);
  if (device->loud && number % (3 * device->plug.rate) < device->plug.rate / 100) {
    return INT32_MAX >> (32 - device->bits) << (32 - device->bits);
  }
  uint32_t mixed = ((uint32_t)number * 2654435761u) ^ channel;
  return (int32_t)(mixed >> 3 & ~0xffu) | 0x100;
}

static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *plug, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset,
                                  snd_pcm_uframes_t size) {
  struct device *device = plug->private_data;
  int64_t buffer = (int64_t)plug->buffer_size, end = captured(device);
  for (snd_pcm_uframes_t n = 0; n < size; n++) {
    int64_t frame = (device->consumes ? device->given : (int64_t)plug->appl_ptr) + (int64_t)n;
    // An overrun buffer contains newer frames.
    while (!device->consumes && frame + buffer < end) frame += buffer;
    for (unsigned channel = 0; channel < plug->channels; channel++) {
      const snd_pcm_channel_area_t *area = areas + channel;
      int32_t *place = (int32_t *)((char *)area->addr + (area->first + (offset + n) * area->step) / 8);
      *place = sample(device, device->first + frame, channel);
    }
  }
  device->given = device->consumes ? device->given + (int64_t)size : (int64_t)plug->appl_ptr + (int64_t)size;
  return (snd_pcm_sframes_t)size;
}

static int poll_revents(snd_pcm_ioplug_t *plug, struct pollfd *descriptors, unsigned count, unsigned short *events) {
  struct device *device = plug->private_data;
  (void)count;
  *events = 0;
  if (is_dead(device)) return -ENODEV;
  double now = seconds() - origin, until;
  if (is_within(&device->held, now, &until)) {
    struct timespec rest = {(time_t)(until - now), (long)(1e9 * (until - now - (double)(time_t)(until - now)))};
    nanosleep(&rest, NULL);
  }
  if (is_within(&device->empty, seconds() - origin, &until)) {
    *events = POLLIN;
    return 0;
  }
  uint64_t ticks;
  if (!(descriptors[0].revents & POLLIN) || read(device->timer, &ticks, sizeof ticks) <= 0) return 0;
  int64_t taken = device->consumes ? device->given : (int64_t)plug->appl_ptr;
  // An overrun or a lost device is reported immediately.
  if (pointer(plug) < 0 || captured(device) - taken >= (int64_t)device->wake) *events = POLLIN;
  return 0;
}

// The significant bits are in a private structure of alsa-lib, which has the layout of the kernel's interface.
struct hardware_parameters {
  unsigned flags;
  uint32_t masks[3 + 5][8];
  struct {
    unsigned least, most, flags;
  } intervals[12 + 9];
  unsigned asked, changed, info, bits;
};

static int hw_params(snd_pcm_ioplug_t *plug, snd_pcm_hw_params_t *parameters) {
  struct device *device = plug->private_data;
  if (device->bits < 32) ((struct hardware_parameters *)parameters)->bits = (unsigned)device->bits;
  return 0;
}

static int sw_params(snd_pcm_ioplug_t *plug, snd_pcm_sw_params_t *parameters) {
  struct device *device = plug->private_data;
  return snd_pcm_sw_params_get_avail_min(parameters, &device->wake);
}

static int close_device(snd_pcm_ioplug_t *plug) {
  struct device *device = plug->private_data;
  close(device->timer);
  free(device);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .pointer = pointer,
    .transfer = transfer,
    .prepare = prepare,
    .hw_params = hw_params,
    .sw_params = sw_params,
    .poll_revents = poll_revents,
    .close = close_device,
};

static void read_times(const char *text, struct times *times) {
  char *end;
  for (; times->count < most_times; text = end) {
    double value = strtod(text, &end);
    if (end == text) return;
    times->at[times->count++] = value;
  }
}

static int read_definition(struct device *device, snd_config_t *definition) {
  snd_config_iterator_t each, next;
  snd_config_for_each(each, next, definition) {
    snd_config_t *entry = snd_config_iterator_entry(each);
    const char *key, *text;
    if (snd_config_get_id(entry, &key) < 0 || snd_config_get_string(entry, &text) < 0) continue;
    if (strcmp(key, "overruns") == 0) read_times(text, &device->overruns);
    else if (strcmp(key, "held") == 0) read_times(text, &device->held);
    else if (strcmp(key, "empty") == 0) read_times(text, &device->empty);
    else if (strcmp(key, "dies") == 0) read_times(text, &device->dies);
    else if (strcmp(key, "consumes") == 0) device->consumes = strcmp(text, "yes") == 0;
    else if (strcmp(key, "bits") == 0) device->bits = atoi(text);
    else if (strcmp(key, "loud") == 0) device->loud = strcmp(text, "yes") == 0;
    else if (strcmp(key, "type") != 0 && strcmp(key, "comment") != 0 && strcmp(key, "hint") != 0) return -EINVAL;
  }
  return device->bits >= 8 && device->bits <= 32 ? 0 : -EINVAL;
}

static int offer(snd_pcm_ioplug_t *plug) {
  unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED}, formats[] = {SND_PCM_FORMAT_S32_LE};
  int result = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_ACCESS, 1, accesses);
  if (result >= 0) result = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
  if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_CHANNELS, 1, 32);
  if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
  if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 20);
  if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
  return result;
}

SND_PCM_PLUGIN_DEFINE_FUNC(faulty) {
  (void)root;
  struct device *device = calloc(1, sizeof *device);
  if (!device) return -ENOMEM;
  device->bits = 32;
  int result = stream == SND_PCM_STREAM_CAPTURE ? read_definition(device, conf) : -EINVAL;
  if (result >= 0 && is_dead(device)) result = -ENODEV;
  device->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (result >= 0 && device->timer < 0) result = -errno;
  if (result < 0) {
    free(device);
    return result;
  }
  device->plug.version = SND_PCM_IOPLUG_VERSION;
  device->plug.name = "frames that carry their number";
  device->plug.callback = &callbacks;
  device->plug.private_data = device;
  device->plug.poll_fd = device->timer;
  device->plug.poll_events = POLLIN;
  // The pointer counts beyond the buffer, so that an overrun is visible.
  device->plug.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
  result = snd_pcm_ioplug_create(&device->plug, name, stream, mode);
  if (result < 0) {
    close(device->timer);
    free(device);
    return result;
  }
  result = offer(&device->plug);
  if (result < 0) {
    snd_pcm_ioplug_delete(&device->plug);
    return result;
  }
  *pcmp = device->plug.pcm;
  return 0;
}
SND_PCM_PLUGIN_SYMBOL(faulty);
