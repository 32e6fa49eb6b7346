import Acoustics
import CAlgebra

/// Eigenvalues and eigenvectors of a positive semidefinite Hermitian matrix.
struct HermitianEigen {
  /// The eigenvalues in ascending order; none is below 0.
  let values: [Double]
  /// The eigenvectors, `[eigenvalue][row]`.
  let vectors: [Complex]

  /// Decomposes a matrix, `[column][row]`.
  ///
  /// - Precondition: `matrix` has order x order elements, all finite.
  init(_ matrix: [Complex], order: Int) {
    precondition(order > 0 && matrix.count == order * order)
    var values = [Double](repeating: 0, count: order)
    var vectors = [Complex](repeating: .zero, count: order * order)
    let status = matrix.withUnsafeBytes { input in
      vectors.withUnsafeMutableBytes { output in
        algebra_hermitian_eigen(
          CInt(order), input.bindMemory(to: Double.self).baseAddress, &values,
          output.bindMemory(to: Double.self).baseAddress)
      }
    }
    precondition(status == 0, "eigenvalues of a finite Hermitian matrix exist")
    self.values = values.map { max(0, $0) }
    self.vectors = vectors
  }
}
