// The algorithm of FilterEngine.swift in C optimised for speed: compiler vectors, restrict pointers, and no additions
// by Swift. FilterEngine.swift states the sources and reasons.
#include <string.h>

#include "kernel.h"

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
      four l = half(frames[0][n], 0);
      four r = LANES == 8 ? half(frames[0][n], LANES / 8) : half(frames[8 / LANES - 1][n], 0);
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
