import Acoustics
import Glibc

/// The differences of level and phase between the ears of a head, for every degree of azimuth in the frontal half
/// plane.
///
/// The level differences in decibels and the phase differences are interpolated linearly between the directions of the
/// grid, because the true differences vary smoothly within 5 degrees.
struct HeadCues: Sendable {
  /// The number of frequencies, starting with 0 Hz.
  let bins: Int
  /// The left ear's share of the power that both ears have together, `[direction][bin]`.
  private(set) var leftShares: [Double] = []
  /// Unit phasors with the phase of left relative to right, `[direction][bin]`.
  private(set) var phasors: [Complex] = []

  /// The azimuths in degrees from forward, positive to the RIGHT.
  static let azimuths = Array(-90...90)

  /// Computes the cues of a head up to a frequency in hertz.
  init(_ head: HeadResponses, highest: Double) {
    let bins = min(head.bins, Int(highest / head.frequencyStep) + 1)
    self.bins = bins
    let count = DirectionGrid.standard.horizonCount
    let spacing = 360 / Double(count)
    for azimuth in Self.azimuths {
      // The grid counts azimuths counter-clockwise.
      let place = Double(-azimuth) / spacing
      let lower = place.rounded(.down)
      let part = place - lower
      let (a, b) = ((Int(lower) + count) % count, (Int(lower) + 1 + count) % count)
      for bin in 0..<bins {
        let (from, to) = (Self.ratio(head, bin: bin, a), Self.ratio(head, bin: bin, b))
        let level = log(from.power) * (1 - part) + log(to.power) * part
        leftShares.append(1 / (1 + exp(-level)))
        let turn = to * from.conjugate
        let phase = atan2(from.im, from.re) + part * atan2(turn.im, turn.re)
        phasors.append(Complex(cos(phase), sin(phase)))
      }
    }
  }

  /// The ratio of the left response to the right one for a direction on the horizon.
  private static func ratio(_ head: HeadResponses, bin: Int, _ direction: Int) -> Complex {
    let (chunk, lane) = (direction / 4, direction % 4)
    let left = head.lanes[head.index(ear: 0, bin: bin) + chunk][lane]
    let right = head.lanes[head.index(ear: 1, bin: bin) + chunk][lane]
    guard left.power > 0, right.power > 0 else { return Complex(1) }
    return left * right.conjugate * (1 / right.power)
  }
}
