// The reference for pinna-convolve: the filter engine in plain C with vectors, for comparison with the Swift engine.
#ifndef C_REFERENCE_KERNEL_H
#define C_REFERENCE_KERNEL_H

typedef struct reference_kernel reference_kernel;

/// Filters of `inputs` channels to stereo; `taps` is [output][input][tap], `block` a power of two from 32 to 1024.
reference_kernel *reference_kernel_create(int inputs, int count, const float *taps, int block);

/// The stride of input frames in floats.
int reference_kernel_stride(const reference_kernel *kernel);

/// Filters one block of interleaved frames to interleaved stereo.
void reference_kernel_process(reference_kernel *kernel, const float *input, float *output);

void reference_kernel_free(reference_kernel *kernel);

#endif
