// The algorithm of FilterEngine.swift, written the way one writes C for speed: vectors of the compiler, restrict
// pointers, and nothing that Swift adds. Sources and reasons are there.
#include "CReferenceKernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVX2__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef float loose __attribute__((vector_size(4 * LANES), aligned(4)));
typedef float four __attribute__((vector_size(16)));
typedef float loose_four __attribute__((vector_size(16), aligned(4)));
typedef struct { lanes re, im; } bin;
typedef struct { bin left, right; } stereo;
typedef struct { float re, im; } factor;

struct reference_kernel {
  int inputs, block, groups, parts, newest, is_ahead;
  stereo *first, *later, *ahead, *sums;
  bin *spectra, *spectrum, *work, *turns, *lane_factors, *back;
  lanes *tail;
  factor *forward, *inverse;
};

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

static bin spread(factor f) { return (bin){(lanes){0} + f.re, (lanes){0} + f.im}; }
static inline bin add(bin a, bin b) { return (bin){a.re + b.re, a.im + b.im}; }
static inline bin sub(bin a, bin b) { return (bin){a.re - b.re, a.im - b.im}; }
static inline bin add_i(bin a, bin b) { return (bin){a.re - b.im, a.im + b.re}; }
static inline bin sub_i(bin a, bin b) { return (bin){a.re + b.im, a.im - b.re}; }
static inline bin mul(bin a, bin b) { return (bin){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static inline bin mul_conj(bin a, bin b) { return (bin){a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im}; }

static inline void mac(bin *sum, bin a, bin b) {
#ifdef __FMA__
  sum->re += a.re * b.re;
  sum->im += a.im * b.re;
  sum->re -= a.im * b.im;
  sum->im += a.re * b.im;
#else
  *sum = add(*sum, mul(a, b));
#endif
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

int reference_kernel_stride(const reference_kernel *k) { return k->groups * LANES; }

static void butterfly(bin *restrict target, long step, bin a, bin b, bin c, bin d) {
  bin ac = add(a, c), bd = add(b, d), ca = sub(a, c), db = sub(b, d);
  target[0] = add(ac, bd);
  target[step] = sub_i(ca, db);
  target[2 * step] = sub(ac, bd);
  target[3 * step] = add_i(ca, db);
}

static void transform(const reference_kernel *k, const float *input, long stride, bin *restrict bins, long step) {
  const int size = k->block, quarter = size / 4;
  const float c = 0.92387953f, s = 0.38268343f, h = 0.70710678f;
  bin *restrict x = k->spectrum;
  for (int n = 0; n < quarter; n++) {
    const float *frame = input + n * stride;
    const bin *t = k->turns + 4 * n;
    lanes x0 = *(const loose *)frame, x1 = *(const loose *)(frame + quarter * stride);
    lanes x2 = *(const loose *)(frame + 2 * quarter * stride) * h, x3 = *(const loose *)(frame + 3 * quarter * stride);
    lanes p = x1 * c + x3 * s, q = x1 * s + x3 * c, u = x3 * c - x1 * s, v = x3 * s - x1 * c;
    x[n] = mul_conj(t[0], (bin){x0 + x2 + p, x2 + q});
    x[n + quarter] = mul((bin){x0 - x2 + u, x2 + v}, t[1]);
    x[n + 2 * quarter] = mul((bin){x0 + x2 - p, q - x2}, t[2]);
    x[n + 3 * quarter] = mul((bin){x0 - x2 - u, x2 - v}, t[3]);
  }
  int span = quarter;
  for (; span > 8; span /= 4) {
    const int q = span / 4;
    for (int n = 0; n < q; n++) {
      const factor *table = k->forward + 3 * (q + n);
      const bin w1 = spread(table[0]), w2 = spread(table[1]), w3 = spread(table[2]);
      for (bin *p = x + n; p < x + n + size; p += span) {
        bin ac = add(p[0], p[2 * q]), bd = add(p[q], p[3 * q]), ca = sub(p[0], p[2 * q]), db = sub(p[q], p[3 * q]);
        p[0] = add(ac, bd);
        p[q] = mul(sub_i(ca, db), w1);
        p[2 * q] = mul(sub(ac, bd), w2);
        p[3 * q] = mul(add_i(ca, db), w3);
      }
    }
  }
  if (span == 4) {
    for (int n = 0; n < size; n += 4) butterfly(bins + n * step, step, x[n], x[n + 1], x[n + 2], x[n + 3]);
    return;
  }
  for (int n = 0; n < size; n += 8) {
    const bin *p = x + n;
    butterfly(bins + n * step, step, add(p[0], p[4]), add(p[1], p[5]), add(p[2], p[6]), add(p[3], p[7]));
    bin a = sub(p[0], p[4]), b = sub(p[1], p[5]), cc = sub(p[2], p[6]), d = sub(p[3], p[7]);
    bin turned_b = {(b.re + b.im) * h, (b.im - b.re) * h}, turned_d = {(d.im - d.re) * h, -(d.re + d.im) * h};
    butterfly(bins + (n + 4) * step, step, a, turned_b, (bin){cc.im, -cc.re}, turned_d);
  }
}

static inline void fold(stereo *restrict s) {
  for (int side = 0; side < 2; side++) {
    bin *a = side ? &s[0].right : &s[0].left, *b = side ? &s[1].right : &s[1].left;
    bin *c = side ? &s[2].right : &s[2].left, *d = side ? &s[3].right : &s[3].left;
    bin ac = add(*a, *c), bd = add(*b, *d), ca = sub(*a, *c), db = sub(*b, *d);
    *a = add(ac, bd);
    *b = add_i(ca, db);
    *c = sub(ac, bd);
    *d = sub_i(ca, db);
  }
}

static void begin_bins(reference_kernel *k) {
  const stereo *restrict first = k->first, *restrict later = k->later;
  const bin *restrict ring = k->spectra;
  for (int position = 0; position < k->block; position++) {
    stereo now = {0}, next = {0};
    for (int group = 0; group < k->groups; group++, first++, ring += k->parts) {
      bin recent = ring[k->newest];
      mac(&now.left, recent, first->left);
      mac(&now.right, recent, first->right);
      for (int run = 0; run < 2; run++) {
        const bin *past = run ? ring : ring + k->newest + 1, *end = run ? ring + k->newest : ring + k->parts;
        for (; past < end; past++, later++) {
          mac(&now.left, *past, later->left);
          mac(&next.left, recent, later->left);
          mac(&now.right, *past, later->right);
          mac(&next.right, recent, later->right);
          recent = *past;
        }
      }
    }
    k->sums[position] = now;
    k->ahead[position] = next;
    if (position % 4 == 3) fold(k->sums + position - 3);
  }
}

static void finish_bins(reference_kernel *k) {
  const stereo *restrict first = k->first;
  const bin *restrict recent = k->spectra + k->newest;
  for (int position = 0; position < k->block; position++) {
    stereo now = k->ahead[position];
    for (int group = 0; group < k->groups; group++, first++, recent += k->parts) {
      mac(&now.left, *recent, first->left);
      mac(&now.right, *recent, first->right);
    }
    k->sums[position] = now;
    if (position % 4 == 3) fold(k->sums + position - 3);
  }
}

static inline four half(lanes a, int high) {
  four result;
  memcpy(&result, (const char *)&a + 16 * high, 16);
  return result;
}

static inline four sums(lanes a, lanes b, lanes c, lanes d) {
  four total = {0};
  for (int high = 0; high < LANES / 4; high++) {
    four p = half(a, high), q = half(b, high), r = half(c, high), s = half(d, high);
    four pq = __builtin_shufflevector(p, q, 0, 4, 1, 5) + __builtin_shufflevector(p, q, 2, 6, 3, 7);
    four rs = __builtin_shufflevector(r, s, 0, 4, 1, 5) + __builtin_shufflevector(r, s, 2, 6, 3, 7);
    total += __builtin_shufflevector(pq, rs, 0, 1, 4, 5) + __builtin_shufflevector(pq, rs, 2, 3, 6, 7);
  }
  return total;
}

__attribute__((noinline)) static void sum_lanes(reference_kernel *k) {
  const int quarter = k->block / 4;
  for (int quad = 0; quad < quarter; quad++) {
    const stereo *s = k->sums + 4 * quad;
    for (int side = 0; side < 2; side++) {
      const bin *a = side ? &s[0].right : &s[0].left, *b = side ? &s[1].right : &s[1].left;
      const bin *c = side ? &s[2].right : &s[2].left, *d = side ? &s[3].right : &s[3].left;
      four re = sums(a->re, b->re, c->re, d->re), im = sums(a->im, b->im, c->im, d->im);
      bin *target = LANES == 8 ? k->work + quad : k->work + quad + side * quarter;
      memcpy((char *)&target->re + (LANES == 8 ? 16 * side : 0), &re, 16);
      memcpy((char *)&target->im + (LANES == 8 ? 16 * side : 0), &im, 16);
    }
    for (int n = quad; n < quarter * (8 / LANES); n += quarter) k->work[n] = mul(k->work[n], k->lane_factors[quad]);
  }
}

static inline void back_four(bin *a, bin *b, bin *c, bin *d) {
  bin ac = add(*a, *c), bd = add(*b, *d), ca = sub(*a, *c), db = sub(*b, *d);
  *a = add(ac, bd);
  *b = add_i(ca, db);
  *c = sub(ac, bd);
  *d = sub_i(ca, db);
}

static void transform_back(const reference_kernel *k, bin *restrict x) {
  const int size = k->block / 4;
  int span = 16;
  if (__builtin_ctz((unsigned)size) % 2 == 1) {
    for (bin *p = x; p < x + size; p += 2) {
      bin a = p[0], b = p[1];
      p[0] = add(a, b);
      p[1] = sub(a, b);
    }
    span = 8;
  } else {
    for (bin *p = x; p < x + size; p += 4) back_four(p, p + 1, p + 2, p + 3);
  }
  for (; span < size; span *= 4) {
    const int q = span / 4;
    for (int n = 0; n < q; n++) {
      const factor *table = k->inverse + 3 * (q + n);
      const bin w1 = spread(table[0]), w2 = spread(table[1]), w3 = spread(table[2]);
      for (bin *p = x + n; p < x + n + size; p += span) {
        p[q] = mul_conj(p[q], w1);
        p[2 * q] = mul_conj(p[2 * q], w2);
        p[3 * q] = mul_conj(p[3 * q], w3);
        back_four(p, p + q, p + 2 * q, p + 3 * q);
      }
    }
  }
}

static void put(reference_kernel *k, float *output) {
  const int size = k->block / 4, q = size / 4;
  for (int u = 0; u < q; u++) {
    const factor *table = k->inverse + 3 * (q + u);
    lanes frames[8 / LANES][4];
    for (int part = 0; part < 8 / LANES; part++) {
      const bin *x = k->work + part * size;
      bin v[4] = {x[u], mul_conj(x[u + q], spread(table[0])), mul_conj(x[u + 2 * q], spread(table[1])),
                  mul_conj(x[u + 3 * q], spread(table[2]))};
      back_four(v, v + 1, v + 2, v + 3);
      for (int n = 0; n < 4; n++) {
        bin y = mul_conj(v[n], k->back[u + n * q]);
        lanes *tail = k->tail + part * size + u + n * q;
        frames[part][n] = y.re - *tail;
        *tail = y.im;
      }
    }
    for (int n = 0; n < 4; n++) {
      four l = half(frames[0][n], 0), r = LANES == 8 ? half(frames[0][n], LANES / 8) : half(frames[8 / LANES - 1][n], 0);
      *(loose_four *)(output + 8 * (u + n * q)) = __builtin_shufflevector(l, r, 0, 4, 1, 5);
      *(loose_four *)(output + 8 * (u + n * q) + 4) = __builtin_shufflevector(l, r, 2, 6, 3, 7);
    }
  }
}

void reference_kernel_process(reference_kernel *k, const float *input, float *output) {
  k->newest = k->newest == 0 ? k->parts - 1 : k->newest - 1;
  for (int group = 0; group < k->groups; group++)
    transform(k, input + group * LANES, reference_kernel_stride(k), k->spectra + group * k->parts + k->newest,
              (long)k->groups * k->parts);
  if (k->is_ahead) finish_bins(k);
  else begin_bins(k);
  k->is_ahead = !k->is_ahead;
  sum_lanes(k);
  transform_back(k, k->work);
  if (LANES == 4) transform_back(k, k->work + k->block / 4);
  put(k, output);
}

void reference_kernel_free(reference_kernel *k) {
  void *all[] = {k->first, k->later, k->ahead, k->sums, k->spectra, k->spectrum, k->work,
                 k->turns, k->lane_factors, k->back, k->tail, k->forward, k->inverse, k};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) free(all[n]);
}
