import Acoustics

/// Sums over directions at one frequency: the inner loops of the design.
enum Projection {
  /// The normal matrix V^H S V, `[column][row]`.
  static func normal(
    _ steering: [ComplexLanes], microphones: Int, weights: [SIMD4<Double>]
  ) -> [Complex] {
    let chunks = weights.count
    var matrix = [Complex](repeating: .zero, count: microphones * microphones)
    for column in 0..<microphones {
      for row in column..<microphones {
        var sum = ComplexLanes.zero
        for chunk in 0..<chunks {
          sum.addConjugate(
            steering[row * chunks + chunk],
            times: steering[column * chunks + chunk] * weights[chunk])
        }
        matrix[column * microphones + row] = sum.sum
        matrix[row * microphones + column] = sum.sum.conjugate
      }
    }
    return matrix
  }

  /// The right-hand side V^H S b.
  static func rightSide(
    _ steering: [ComplexLanes], microphones: Int, weights: [SIMD4<Double>], target: [ComplexLanes]
  ) -> [Complex] {
    let chunks = weights.count
    return (0..<microphones).map { n in
      var sum = ComplexLanes.zero
      for chunk in 0..<chunks {
        sum.addConjugate(steering[n * chunks + chunk], times: target[chunk] * weights[chunk])
      }
      return sum.sum
    }
  }

  /// The response V w in every direction.
  static func response(
    _ steering: [ComplexLanes], filter: [Complex], into response: inout [ComplexLanes]
  ) {
    let chunks = response.count
    for chunk in 0..<chunks { response[chunk] = .zero }
    for (n, weight) in filter.enumerated() {
      for chunk in 0..<chunks { response[chunk].add(steering[n * chunks + chunk], times: weight) }
    }
  }

  /// Computes numbers with the target's magnitude, and phases between the target's (x = 0) and a response's (x = 1).
  ///
  /// With the target b and the response d, the result is |b| e^{j arg((1 - x) b + x |b| e^{j arg d})}.
  static func adoptPhase(
    of response: [ComplexLanes], target: [ComplexLanes], share x: Double,
    into result: inout [ComplexLanes]
  ) {
    // Prevents a NaN where the response is zero and so has no phase.
    let tiny = SIMD4<Double>(repeating: 1e-60)
    for chunk in 0..<target.count {
      let b = target[chunk]
      let d = response[chunk]
      let free = d * (b.power / (d.power + tiny)).squareRoot()
      if x >= 1 {
        result[chunk] = free
      } else {
        let mixed = b * SIMD4(repeating: 1 - x) + free * SIMD4(repeating: x)
        result[chunk] = mixed * (b.power / (mixed.power + tiny)).squareRoot()
      }
    }
  }

  /// The mean power of a response: w^H A w, where A is a Hermitian matrix `[column][row]`.
  static func power(_ matrix: [Complex], filter: [Complex]) -> Double {
    let order = filter.count
    var sum = 0.0
    for column in 0..<order {
      for row in 0..<order {
        sum += (filter[row].conjugate * matrix[column * order + row] * filter[column]).re
      }
    }
    return sum
  }
}
