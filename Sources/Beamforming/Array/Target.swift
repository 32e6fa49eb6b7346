import Acoustics
import Boards
import Glibc

/// The signals that the outputs should have for every direction: responses `[output][bin][chunk]` times a real factor
/// per direction.
struct Target: Sendable {
  /// The number of outputs.
  let outputs: Int
  /// The number of groups of four directions.
  let chunks: Int
  /// The number of frequencies.
  let bins: Int
  /// The responses, `[output][bin][chunk]`; empty if the target has only ``factors``.
  private let lanes: [ComplexLanes]
  /// A real factor for each direction: `[chunk]` if there are responses, `[output][chunk]` if there are none.
  private let factors: [SIMD4<Double>]
  /// A gain for each frequency, the same for all outputs; empty if there are none.
  private var gains: [Double] = []

  /// Half the smoothing width, in octaves, of the gains that even out the level on the horizon.
  private static let evenness = 1.0 / 12

  /// Creates a target from the ears of a head, with a front emphasis and with sounds around the horizon equally loud at
  /// all frequencies.
  ///
  /// The factor of the emphasis is 10^((G/20)(cos psi - 1)/2), where psi is the angle to forward and G the emphasis in
  /// decibels at 180 degrees. It does not depend on the head, and 0 dB turns it off.
  ///
  /// - Parameter horizon: the weights of the directions around the horizon, which sum to 1.
  init(head: HeadResponses, frontEmphasis: Double, horizon: [SIMD4<Double>]) {
    outputs = 2
    chunks = head.chunks
    bins = head.bins
    lanes = head.lanes
    factors = DirectionGrid.lanes(
      DirectionGrid.standard.directions.map { pow(10, frontEmphasis / 20 * ($0.x - 1) / 2) })
    gains = evenGains(horizon)
  }

  /// One gain for each frequency, which gives both ears together a weighted mean power of 1.
  ///
  /// The gains are smoothed over a sixth of an octave. They are needed because a head is diffuse-field equalised over
  /// the whole sphere, and would sound hollow in the directions from which most sounds come.
  private func evenGains(_ weights: [SIMD4<Double>]) -> [Double] {
    var power = [Double](repeating: 0, count: bins)
    for output in 0..<outputs {
      for bin in 0..<bins {
        let start = (output * bins + bin) * chunks
        var sum = SIMD4<Double>.zero
        for chunk in 0..<chunks {
          sum += lanes[start + chunk].power * factors[chunk] * factors[chunk] * weights[chunk]
        }
        power[bin] += sum.sum() / Double(outputs)
      }
    }
    let width = pow(2, Self.evenness)
    return (0..<bins).map { bin in
      let low = Int((Double(bin) / width).rounded(.up))
      let high = min(bins - 1, Int(Double(bin) * width))
      let mean = power[low...high].reduce(0, +) / Double(high - low + 1)
      return mean > 0 ? 1 / mean.squareRoot() : 1
    }
  }

  /// Creates the target of a mono pattern: alpha + (1 - alpha) cos psi, the same at all frequencies.
  init(alpha: Double, bins: Int) {
    outputs = 1
    self.bins = bins
    lanes = []
    factors = DirectionGrid.lanes(
      DirectionGrid.standard.directions.map { alpha + (1 - alpha) * $0.x })
    chunks = factors.count
  }

  /// Creates the target of mid-side: two coincident cardioids, turned to the left and right of forward by an angle in
  /// degrees.
  ///
  /// With mid = 0.5 + 0.5 cos(angle) x and side = 0.5 sin(angle) y, left is mid + side and right is mid - side.
  ///
  /// - Parameter width: a factor applied to the side signal.
  /// - Source: J. Eargle, The Microphone Book, 2nd edition (2004), chapter 12.
  init(sideAngle: Double, width: Double, bins: Int) {
    outputs = 2
    self.bins = bins
    lanes = []
    let (ahead, aside) = (cos(sideAngle * .pi / 180) / 2, sin(sideAngle * .pi / 180) / 2 * width)
    let directions = DirectionGrid.standard.directions
    let sides = [1.0, -1.0].map { side in
      DirectionGrid.lanes(directions.map { 0.5 + ahead * $0.x + side * aside * $0.y })
    }
    chunks = sides[0].count
    factors = sides[0] + sides[1]
  }

  /// Writes the responses of one output at one frequency into an array of ``chunks`` elements.
  func read(output: Int, bin: Int, into buffer: inout [ComplexLanes]) {
    if lanes.isEmpty {
      for chunk in 0..<chunks {
        buffer[chunk] = ComplexLanes(factors[factors.count / outputs * output + chunk], .zero)
      }
    } else {
      let start = (output * bins + bin) * chunks
      let gain = gains.isEmpty ? 1 : gains[bin]
      for chunk in 0..<chunks {
        let factor: SIMD4<Double> = factors[chunk] * SIMD4(repeating: gain)
        buffer[chunk] = lanes[start + chunk] * factor
      }
    }
  }
}
