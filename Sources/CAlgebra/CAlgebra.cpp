// Eigen (header-only, MPL2) behind a C interface. Eigen types and exceptions do not leave this file.
#define EIGEN_MPL2_ONLY
#include "CAlgebra.h"

#include <complex>
#include <new>
#include <vector>

#include <eigen3/Eigen/Cholesky>
#include <eigen3/Eigen/Core>
#include <eigen3/Eigen/Eigenvalues>
#include <eigen3/Eigen/LU>
#include <eigen3/Eigen/QR>
#include <eigen3/unsupported/Eigen/FFT>

namespace {
using Number = std::complex<double>;
constexpr int converged = 0, not_converged = 1, bad_argument = 2, failed = 3;
}  // namespace

struct algebra_fft {
  int length;
  Eigen::FFT<double> transform;
  std::vector<double> real;
  std::vector<Number> half;

  explicit algebra_fft(int length)
      : length(length), real(static_cast<size_t>(length)), half(static_cast<size_t>(length / 2 + 1)) {
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  }
};

extern "C" int algebra_hermitian_eigen(int order, const double *matrix, double *values, double *vectors) {
  if (order < 1 || matrix == nullptr || values == nullptr || vectors == nullptr) return bad_argument;
  try {
    using Matrix = Eigen::MatrixXcd;
    Eigen::Map<const Matrix> input(reinterpret_cast<const Number *>(matrix), order, order);
    Eigen::SelfAdjointEigenSolver<Matrix> solver(input);
    if (solver.info() != Eigen::Success) return not_converged;
    Eigen::Map<Eigen::VectorXd>(values, order) = solver.eigenvalues();
    Eigen::Map<Matrix>(reinterpret_cast<Number *>(vectors), order, order) = solver.eigenvectors();
    return converged;
  } catch (...) {
    return failed;
  }
}

extern "C" int algebra_solve(int order, double *matrix, int count, double *sides) {
  if (order < 1 || count < 1 || matrix == nullptr || sides == nullptr) return bad_argument;
  try {
    using Matrix = Eigen::MatrixXcd;
    Eigen::Map<Matrix> input(reinterpret_cast<Number *>(matrix), order, order);
    Eigen::Map<Matrix> columns(reinterpret_cast<Number *>(sides), order, count);
    Eigen::PartialPivLU<Eigen::Ref<Matrix>> factors(input);
    columns = factors.solve(columns).eval();
    return columns.allFinite() ? converged : not_converged;
  } catch (...) {
    return failed;
  }
}

extern "C" int algebra_least_squares(int rows, int columns, const double *matrix, int count, const double *sides,
                                     double *solutions) {
  if (columns < 1 || rows < columns || count < 1 || matrix == nullptr || sides == nullptr || solutions == nullptr)
    return bad_argument;
  try {
    using Matrix = Eigen::MatrixXcd;
    Eigen::Map<const Matrix> input(reinterpret_cast<const Number *>(matrix), rows, columns);
    Eigen::Map<const Matrix> right(reinterpret_cast<const Number *>(sides), rows, count);
    Eigen::Map<Matrix> result(reinterpret_cast<Number *>(solutions), columns, count);
    result = Eigen::HouseholderQR<Matrix>(input).solve(right);
    return result.allFinite() ? converged : not_converged;
  } catch (...) {
    return failed;
  }
}

extern "C" int algebra_definite_solve(int order, const double *matrix, double *side, const double *noise) {
  if (order < 1 || matrix == nullptr || side == nullptr) return bad_argument;
  try {
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::LLT<Matrix> factors(Eigen::Map<const Matrix>(matrix, order, order));
    if (factors.info() != Eigen::Success) return not_converged;
    Eigen::Map<Eigen::VectorXd> x(side, order);
    factors.matrixL().solveInPlace(x);
    if (noise != nullptr) x += Eigen::Map<const Eigen::VectorXd>(noise, order);
    factors.matrixU().solveInPlace(x);
    return converged;
  } catch (...) {
    return failed;
  }
}

extern "C" algebra_fft *algebra_fft_create(int length) {
  if (length < 2 || length % 2 != 0) return nullptr;
  try {
    return new algebra_fft(length);
  } catch (...) {
    return nullptr;
  }
}

extern "C" void algebra_fft_destroy(algebra_fft *plan) { delete plan; }

extern "C" int algebra_fft_forward(algebra_fft *plan, const double *signal, double *spectrum) {
  try {
    plan->real.assign(signal, signal + plan->length);
    plan->transform.fwd(plan->half, plan->real);
    for (int k = 0; k <= plan->length / 2; ++k) {
      spectrum[2 * k] = plan->half[static_cast<size_t>(k)].real();
      spectrum[2 * k + 1] = plan->half[static_cast<size_t>(k)].imag();
    }
    return converged;
  } catch (...) {
    return failed;
  }
}

extern "C" int algebra_fft_inverse(algebra_fft *plan, const double *spectrum, double *signal) {
  try {
    for (int k = 0; k <= plan->length / 2; ++k)
      plan->half[static_cast<size_t>(k)] = Number(spectrum[2 * k], spectrum[2 * k + 1]);
    plan->transform.inv(plan->real, plan->half, plan->length);
    for (int n = 0; n < plan->length; ++n) signal[n] = plan->real[static_cast<size_t>(n)];
    return converged;
  } catch (...) {
    return failed;
  }
}
