/// Assigns rows to columns so that the sum of the costs is smallest.
///
/// - Source: H. W. Kuhn, "The Hungarian method for the assignment problem", 1955; with shortest augmenting paths and
///   potentials (R. Jonker and A. Volgenant, 1987), which needs rows^2 x columns steps.
enum Assignment {
  /// Returns the column that each row gets.
  ///
  /// - Precondition: there are at least as many columns as rows, and every row has the same number of columns.
  static func best(_ costs: [[Double]]) -> [Int] {
    let (rows, columns) = (costs.count, costs.first?.count ?? 0)
    precondition(columns >= rows, "every row gets a column of its own")
    var rowPotential = [Double](repeating: 0, count: rows + 1)
    var columnPotential = [Double](repeating: 0, count: columns + 1)
    // The row to which each column belongs; rows and columns are counted from 1, and 0 means none.
    var owner = [Int](repeating: 0, count: columns + 1)
    for row in 1...max(1, rows) where rows > 0 {
      owner[0] = row
      var column = 0
      var least = [Double](repeating: .infinity, count: columns + 1)
      var way = [Int](repeating: 0, count: columns + 1)
      var isUsed = [Bool](repeating: false, count: columns + 1)
      repeat {
        isUsed[column] = true
        let (current, from) = (owner[column], column)
        var (step, next) = (Double.infinity, 0)
        for j in 1...columns where !isUsed[j] {
          let cost = costs[current - 1][j - 1] - rowPotential[current] - columnPotential[j]
          if cost < least[j] { (least[j], way[j]) = (cost, from) }
          if least[j] < step { (step, next) = (least[j], j) }
        }
        for j in 0...columns {
          if isUsed[j] {
            rowPotential[owner[j]] += step
            columnPotential[j] -= step
          } else {
            least[j] -= step
          }
        }
        column = next
      } while owner[column] != 0
      while column != 0 {
        owner[column] = owner[way[column]]
        column = way[column]
      }
    }
    var result = [Int](repeating: 0, count: rows)
    for j in 1...max(1, columns) where j <= columns && owner[j] > 0 { result[owner[j] - 1] = j - 1 }
    return result
  }
}
