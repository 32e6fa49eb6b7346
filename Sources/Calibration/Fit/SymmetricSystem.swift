import CAlgebra

/// A small system of linear equations with a symmetric, positive definite matrix.
///
/// Such equations are the normal equations of a least-squares fit.
struct SymmetricSystem {
  /// The number of equations.
  let order: Int
  /// The matrix, `[row][column]`; only its lower triangle is read.
  var matrix: [Double]
  /// The right-hand side.
  var side: [Double]

  /// Creates equations that have no observations yet.
  init(order: Int) {
    self.order = order
    matrix = [Double](repeating: 0, count: order * order)
    side = [Double](repeating: 0, count: order)
  }

  /// Adds the observation `sum row[i] x[i] = value` with a weight.
  mutating func observe(_ row: [Double], _ value: Double, weight: Double) {
    for i in 0..<order {
      let scaled = row[i] * weight
      side[i] += scaled * value
      for j in 0...i { matrix[i * order + j] += scaled * row[j] }
    }
  }

  /// Returns the solution, plus a random deviation if `noise` is given.
  ///
  /// - Parameter noise: independent standard normal numbers, which give the deviation the inverse of the matrix as its
  ///   covariance.
  /// - Precondition: the matrix is positive definite.
  func solution(noise: [Double]? = nil) -> [Double] {
    var x = side
    // Eigen factors the matrix by Cholesky's method.
    let status = algebra_definite_solve(CInt(order), matrix, &x, noise)
    precondition(status == 0, "normal equations are positive definite")
    return x
  }
}
