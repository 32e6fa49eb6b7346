import CAlgebra

/// Solutions of systems of complex linear equations.
enum LinearSystem {
  /// Solves `order` equations for several right sides, in place; false if they have no solution.
  ///
  /// - Parameters:
  ///   - matrix: `[column][row]`; overwritten by its factors.
  ///   - sides: `[right side][row]`; overwritten by the solutions.
  static func solve(_ matrix: inout [Complex], order: Int, sides: inout [Complex]) -> Bool {
    precondition(order > 0 && matrix.count == order * order && sides.count % order == 0)
    let count = sides.count / order
    let status = matrix.withUnsafeMutableBytes { matrix in
      sides.withUnsafeMutableBytes { sides in
        algebra_solve(
          CInt(order), matrix.bindMemory(to: Double.self).baseAddress, CInt(count),
          sides.bindMemory(to: Double.self).baseAddress)
      }
    }
    return status == 0
  }

  /// The unknowns with the least sum of squared errors, `[right side][column]`; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - matrix: `[column][row]`, with at least as many rows as columns.
  ///   - sides: `[right side][row]`.
  static func leastSquares(_ matrix: [Complex], rows: Int, sides: [Complex]) -> [Complex]? {
    let columns = matrix.count / rows
    precondition(columns > 0 && rows >= columns && matrix.count == rows * columns)
    let count = sides.count / rows
    var result = [Complex](repeating: .zero, count: count * columns)
    let status = matrix.withUnsafeBytes { matrix in
      sides.withUnsafeBytes { sides in
        result.withUnsafeMutableBytes { result in
          algebra_least_squares(
            CInt(rows), CInt(columns), matrix.bindMemory(to: Double.self).baseAddress, CInt(count),
            sides.bindMemory(to: Double.self).baseAddress,
            result.bindMemory(to: Double.self).baseAddress)
        }
      }
    }
    return status == 0 ? result : nil
  }
}
