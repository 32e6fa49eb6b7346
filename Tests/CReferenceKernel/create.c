// Tables, filters and memory of the kernel.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

static void *memory(size_t count, size_t size) {
  size_t bytes = (count * size + 127) / 64 * 64;
  void *place = aligned_alloc(64, bytes);
  if (!place) abort();
  return memset(place, 0, bytes);
}

static factor turn(double numerator, double denominator) {
  double angle = -2 * M_PI * numerator / denominator;
  return (factor){(float)cos(angle), (float)sin(angle)};
}

static int bin_at(int position, int size) {
  int result = 0, weight = 1;
  for (int span = size; span > 1;) {
    int radix = span == 8 ? 2 : 4;
    span /= radix;
    result += position / span * weight;
    position %= span;
    weight *= radix;
  }
  return result;
}

static factor *stage_factors(int size) {
  factor *table = memory(3 * (size_t)size / 2, sizeof *table);
  for (int span = size; span >= 4; span /= 4)
    for (int n = 0; n < span / 4; n++)
      for (int power = 1; power < 4; power++)
        table[3 * span / 4 + 3 * n + power - 1] = turn(n * power, span);
  return table;
}

static void fill_filters(reference_kernel *k, int count, const float *taps) {
  int block = k->block;
  double *cosines = malloc(sizeof(double) * 4 * (size_t)block), *sines = malloc(sizeof(double) * 4 * (size_t)block);
  if (!cosines || !sines) abort();
  for (int n = 0; n < 4 * block; n++) {
    cosines[n] = cos(2 * M_PI * n / (4 * block));
    sines[n] = -sin(2 * M_PI * n / (4 * block));
  }
  for (int side = 0; side < 2; side++)
    for (int input = 0; input < k->inputs; input++)
      for (int part = 0; part < k->parts; part++)
        for (int position = 0; position < block; position++) {
          int frequency = 4 * bin_at(position, block) + 1, group = input / LANES, place = position * k->groups + group;
          double re = 0, im = 0;
          for (int n = 0; n < block && part * block + n < count; n++) {
            double tap = taps[(side * k->inputs + input) * count + part * block + n] / (double)block;
            int phase = (int)((long)n * frequency % (4 * block));
            re += tap * cosines[phase];
            im += tap * sines[phase];
          }
          stereo *target = part == 0 ? k->first + place : k->later + place * (k->parts - 1) + part - 1;
          bin *value = side == 0 ? &target->left : &target->right;
          value->re[input % LANES] = (float)re;
          value->im[input % LANES] = (float)im;
        }
  free(cosines);
  free(sines);
}

reference_kernel *reference_kernel_create(int inputs, int count, const float *taps, int block) {
  reference_kernel *k = memory(1, sizeof *k);
  size_t size = (size_t)block;
  k->inputs = inputs;
  k->block = block;
  k->groups = (inputs + LANES - 1) / LANES;
  k->parts = (count + block - 1) / block;
  size_t bins = size * (size_t)k->groups;
  k->first = memory(bins, sizeof(stereo));
  k->later = memory(bins * (size_t)(k->parts - 1), sizeof(stereo));
  k->ahead = memory(size, sizeof(stereo));
  k->sums = memory(size, sizeof(stereo));
  k->spectra = memory(bins * (size_t)k->parts, sizeof(bin));
  k->spectrum = memory(size, sizeof(bin));
  k->work = memory(size / 2, sizeof(bin));
  k->turns = memory(size, sizeof(bin));
  k->lane_factors = memory(size / 4, sizeof(bin));
  k->back = memory(size / 4, sizeof(bin));
  k->tail = memory(size / 2, sizeof(lanes));
  k->forward = stage_factors(block / 4);
  k->inverse = stage_factors(block / 4);
  for (int n = 0; n < block / 4; n++) {
    for (int r = 0; r < 4; r++) k->turns[4 * n + r] = spread(turn(n * (4 * r + 1), 4 * block));
    for (int lane = 0; lane < LANES; lane++) {
      factor forth = turn(bin_at(4 * n, block) * (lane % 4), block), back = turn(4 * n + lane % 4, 4 * block);
      k->lane_factors[n].re[lane] = forth.re;
      k->lane_factors[n].im[lane] = -forth.im;
      k->back[n].re[lane] = back.re;
      k->back[n].im[lane] = back.im;
    }
  }
  fill_filters(k, count, taps);
  return k;
}

void reference_kernel_free(reference_kernel *k) {
  void *all[] = {k->first, k->later, k->ahead, k->sums, k->spectra, k->spectrum, k->work,
                 k->turns, k->lane_factors, k->back, k->tail, k->forward, k->inverse, k};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) free(all[n]);
}
