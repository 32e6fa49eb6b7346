// Types and complex numbers of the kernel.
#ifndef KERNEL_H
#define KERNEL_H

#include "CReferenceKernel.h"

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

static inline bin spread(factor f) { return (bin){(lanes){0} + f.re, (lanes){0} + f.im}; }
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

#endif
