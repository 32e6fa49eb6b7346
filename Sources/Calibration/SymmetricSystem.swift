/// A few real linear equations with a symmetric, positive definite matrix: normal equations of least squares.
///
/// - Source: G. Golub and C. Van Loan, "Matrix Computations", algorithm 4.2.1 (Cholesky).
struct SymmetricSystem {
  /// Equations.
  let order: Int
  /// The matrix, `[row][column]`; only the lower triangle is read.
  var matrix: [Double]
  /// The right side.
  var side: [Double]

  /// Equations without anything in them.
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

  /// The solution, and moved from it by the deviation that standard normal numbers stand for.
  ///
  /// - Parameter noise: with the inverse of the matrix as covariance when the numbers are independent and normal.
  /// - Precondition: the matrix is positive definite.
  func solution(noise: [Double]? = nil) -> [Double] {
    var factor = matrix
    for column in 0..<order {
      for row in column..<order {
        var sum = factor[row * order + column]
        for k in 0..<column { sum -= factor[row * order + k] * factor[column * order + k] }
        if row == column { precondition(sum > 0, "normal equations are positive definite") }
        factor[row * order + column] =
          row == column ? sum.squareRoot() : sum / factor[column * order + column]
      }
    }
    var x = side
    for row in 0..<order {
      for k in 0..<row { x[row] -= factor[row * order + k] * x[k] }
      x[row] /= factor[row * order + row]
    }
    if let noise { for row in 0..<order { x[row] += noise[row] } }
    for row in stride(from: order - 1, through: 0, by: -1) {
      for k in (row + 1)..<max(row + 1, order) { x[row] -= factor[k * order + row] * x[k] }
      x[row] /= factor[row * order + row]
    }
    return x
  }
}
