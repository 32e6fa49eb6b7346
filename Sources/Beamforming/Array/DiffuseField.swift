import Acoustics
import Boards
import Glibc

/// The signals of microphones in a diffuse field, described by their cross powers at every frequency.
struct DiffuseField: Sendable {
  private let order: Int
  /// The cross powers, `[bin][column][row]`; in a free field, every microphone's own power is 1.
  private let matrices: [Complex]

  /// Computes the cross powers of an array at multiples of a frequency step.
  ///
  /// - Source: Cook et al., JASA 27 (1955): sin(k d) / (k d) in a free field; elsewhere, sums over the grid.
  init(_ array: ArrayModel, bins: Int, step: Double, weights: DirectionWeights) {
    order = array.geometry.placed.count
    if array.isFreeField {
      matrices = Self.freeField(array.geometry.placed, bins: bins, step: step)
      return
    }
    var steering = array.standardSteering(step: step)
    var result: [Complex] = []
    for bin in 0..<bins {
      if bin > 0 { steering.advance() }
      result += Projection.normal(
        steering.lanes, microphones: order, weights: weights.diffuse)
    }
    matrices = result
  }

  private static func freeField(_ placed: [Vector3], bins: Int, step: Double) -> [Complex] {
    var result: [Complex] = []
    result.reserveCapacity(bins * placed.count * placed.count)
    for bin in 0..<bins {
      let k = 2 * Double.pi * Double(bin) * step / Air.speedOfSound
      for a in placed {
        for b in placed {
          let phase = k * (a - b).length
          result.append(Complex(phase == 0 ? 1 : sin(phase) / phase))
        }
      }
    }
    return result
  }

  /// The cross powers at one frequency, `[column][row]`: the means of x[row] conj(x[column]), scaled so that the
  /// microphones' own powers have a mean of 1.
  func crossPowers(bin: Int) -> [Complex] {
    let matrix = matrices[(bin * order * order)..<((bin + 1) * order * order)].map(\.conjugate)
    let power = (0..<order).reduce(0) { $0 + matrix[$1 * (order + 1)].re } / Double(order)
    return matrix.map { $0 * (1 / max(power, 1e-30)) }
  }

  /// The mean, over all directions, of one filter's output times the conjugate of another filter's output.
  func cross(bin: Int, _ a: [Complex], _ b: [Complex]) -> Complex {
    let start = bin * order * order
    var sum = Complex.zero
    for column in 0..<order {
      for row in 0..<order {
        sum += b[row].conjugate * matrices[start + column * order + row] * a[column]
      }
    }
    return sum
  }

  /// The mean power of a filter's output over all directions.
  func power(bin: Int, filter: [Complex]) -> Double {
    let start = bin * order * order
    var sum = 0.0
    for column in 0..<order {
      for row in 0..<order {
        sum += (filter[row].conjugate * matrices[start + column * order + row] * filter[column]).re
      }
    }
    return sum
  }
}
