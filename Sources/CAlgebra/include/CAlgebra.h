// Eigen behind a C interface: the linear algebra for filter design. See CAlgebra.cpp.
//
// Complex numbers are pairs of doubles (real, imaginary). No function throws, keeps a pointer or prints.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Eigenvalues and eigenvectors of a Hermitian matrix, A = U diag(values) U^H.
///
/// `matrix` is order x order complex numbers, column after column; only its lower triangle is read. `values` receives
/// `order` numbers in ascending order, `vectors` the columns of U in the same order and layout as `matrix`. Returns 0,
/// or 1 if the iteration did not converge, 2 for an invalid argument, 3 when memory ran out.
int algebra_hermitian_eigen(int order, const double *matrix, double *values, double *vectors);

/// Solves matrix x = side for several right-hand sides.
///
/// `matrix` is order x order complex numbers, column after column, and is overwritten by its factors; `sides` is order
/// x count complex numbers, column after column, and is overwritten by the solutions. Returns 0, or 1 if the matrix is
/// singular, 2 for an invalid argument, 3 when memory ran out.
int algebra_solve(int order, double *matrix, int count, double *sides);

/// The least-squares solutions of matrix x = side.
///
/// `matrix` is rows x columns complex numbers of full rank (rows >= columns), `sides` rows x count, `solutions`
/// receives columns x count; all column after column. Returns 0, or 1 if the rank is not full, 2 for an invalid
/// argument, 3 when memory ran out.
int algebra_least_squares(int rows, int columns, const double *matrix, int count, const double *sides,
                          double *solutions);

/// The solution x of matrix x = side, for a symmetric positive definite matrix: its Cholesky factor L gives L' x = L^-1
/// side + noise. With standard normal noise, x is a draw whose covariance is the inverse of the matrix.
///
/// `matrix` is order x order numbers, row after row; only its lower triangle is read. `side` is overwritten by the
/// solution; `noise` may be NULL. Returns 0, or 1 if the matrix is not positive definite, 2 for an invalid argument, 3
/// when memory ran out.
int algebra_definite_solve(int order, const double *matrix, double *side, const double *noise);

/// A plan for Fourier transforms of real signals of one length. Only one thread at a time may use it.
typedef struct algebra_fft algebra_fft;

/// A plan for an even length, or NULL if the length is invalid or memory ran out.
algebra_fft *algebra_fft_create(int length);

/// Frees a plan; NULL is allowed.
void algebra_fft_destroy(algebra_fft *plan);

/// X[k] = sum x[n] e^{-2 pi j k n / length}, k = 0 ... length/2: length numbers in, length/2 + 1 complex numbers out.
/// Returns 0, or 3 when memory ran out.
int algebra_fft_forward(algebra_fft *plan, const double *signal, double *spectrum);

/// The inverse of algebra_fft_forward, scaled by 1/length. Returns 0, or 3 when memory ran out.
int algebra_fft_inverse(algebra_fft *plan, const double *spectrum, double *signal);

#ifdef __cplusplus
}
#endif
