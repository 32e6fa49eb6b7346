/* An ALSA capture device with numbered frames: channel 0 counts frames in the upper 24 bits of each word.
 *
 * It runs at the rate of the clock, but never overruns: an unread device waits, so frames missing in a take were lost
 * after the device, even on a slow machine. With `overruns true`, it overruns like hardware. */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct device {
  snd_pcm_ioplug_t io;
  struct timespec start;
  snd_pcm_uframes_t delivered; /* frames since the start */
  snd_pcm_uframes_t before;    /* frames of all earlier starts */
  int overruns;                /* whether frames are lost that are not read in time */
};

static int start(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  struct itimerspec every = {{0}, {0}};
  device->before += device->delivered;
  device->delivered = 0;
  clock_gettime(CLOCK_MONOTONIC, &device->start);
  every.it_value.tv_nsec = every.it_interval.tv_nsec = (long)(1000000000ll * io->period_size / io->rate);
  return timerfd_settime(io->poll_fd, 0, &every, NULL);
}

static int stop(snd_pcm_ioplug_t *io) {
  struct itimerspec never = {{0}, {0}};
  return timerfd_settime(io->poll_fd, 0, &never, NULL);
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double seconds = (double)(now.tv_sec - device->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - device->start.tv_nsec);
  snd_pcm_uframes_t due = (snd_pcm_uframes_t)(seconds * io->rate);
  snd_pcm_uframes_t room = io->appl_ptr + io->buffer_size - io->period_size;
  if (device->overruns && due > io->appl_ptr + io->buffer_size) return -EPIPE;
  if (due > room) due = room;
  due -= due % io->period_size;
  if (due > device->delivered) device->delivered = due;
  return (snd_pcm_sframes_t)(device->delivered % io->buffer_size);
}

/* Called for all that is there, as often as it is asked: what a frame holds depends on its place alone. */
static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  struct device *device = io->private_data;
  for (snd_pcm_uframes_t i = 0; i < size; i++) {
    uint32_t number = (uint32_t)(device->before + io->appl_ptr + i);
    for (unsigned channel = 0; channel < io->channels; channel++) {
      char *place = (char *)areas[channel].addr + (areas[channel].first + (offset + i) * areas[channel].step) / 8;
      *(uint32_t *)place = channel == 0 ? number << 8 : (number * 2654435761u) >> 8 << 8;
    }
  }
  return (snd_pcm_sframes_t)size;
}

static int revents(snd_pcm_ioplug_t *io, struct pollfd *polled, unsigned count, unsigned short *events) {
  uint64_t expirations;
  (void)count;
  *events = 0;
  if (polled[0].revents & POLLIN && read(io->poll_fd, &expirations, sizeof expirations) > 0) *events = POLLIN;
  return 0;
}

static int prepare(snd_pcm_ioplug_t *io) { (void)io; return 0; }

static int finish(snd_pcm_ioplug_t *io) {
  close(io->poll_fd);
  free(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
  .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .poll_revents = revents, .prepare = prepare,
  .close = finish,
};

SND_PCM_PLUGIN_DEFINE_FUNC(labelled) {
  static const unsigned access[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
  static const unsigned format[] = {SND_PCM_FORMAT_S32_LE};
  struct device *device = calloc(1, sizeof *device);
  int code;
  snd_config_t *overruns;
  (void)root;
  if (!device) return -ENOMEM;
  if (snd_config_search(conf, "overruns", &overruns) == 0) device->overruns = snd_config_get_bool(overruns) == 1;
  device->io.version = SND_PCM_IOPLUG_VERSION;
  device->io.name = "labelled frames";
  device->io.callback = &callbacks;
  device->io.private_data = device;
  device->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  device->io.poll_events = POLLIN;
  code = snd_pcm_ioplug_create(&device->io, name, stream, mode);
  if (code < 0) return code;
  snd_pcm_ioplug_set_param_list(&device->io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
  snd_pcm_ioplug_set_param_list(&device->io, SND_PCM_IOPLUG_HW_FORMAT, 1, format);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 32);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 20);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
  *pcmp = device->io.pcm;
  return 0;
}
SND_PCM_PLUGIN_SYMBOL(labelled);
