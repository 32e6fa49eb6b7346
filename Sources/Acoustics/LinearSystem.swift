import CAlgebra

/// Solves systems of complex linear equations.
enum LinearSystem {
  /// Solves `order` equations for several right-hand sides, in place; false if they have no solution.
  ///
  /// - Parameters:
  ///   - matrix: the matrix, `[column][row]`; its factors overwrite it.
  ///   - sides: the right-hand sides, `[right-hand side][row]`; the solutions overwrite them.
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

  /// The least-squares solution, `[right-hand side][column]`; `nil` if the unknowns are not determined.
  ///
  /// - Parameters:
  ///   - matrix: the matrix, `[column][row]`, with at least as many rows as columns.
  ///   - sides: the right-hand sides, `[right-hand side][row]`.
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
