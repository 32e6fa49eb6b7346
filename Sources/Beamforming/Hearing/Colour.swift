import Glibc

/// The colour that filters give to sounds around the listener: the level of both ears together, per third octave.
///
/// Sounds at ear height are evaluated relative to the mean level from 0.2 to 2 kHz. The mean over directions uses only
/// directions that the design does not use; the softest direction is sought among all directions. The colour is not
/// relative to a head: a head itself takes a few decibels away from single directions at 8 kHz.
public struct Colour: Sendable, Equatable, Codable {
  /// The centres of the third octaves in hertz, from 100 Hz to 12.5 kHz, as far as the sample rate reaches.
  public var thirds: [Double] = []
  /// The mean level over all directions in each third octave, in decibels.
  public var horizon: [Double] = []
  /// The level of the softest direction of the front half in each third octave, in decibels.
  public var softestFront: [Double] = []
  /// The azimuth of the softest direction of the front half in each third octave, in degrees from forward, positive to
  /// the RIGHT.
  public var softestAzimuths: [Double] = []

  /// The colour of a voice from behind, however soft it is, in decibels; empty for mono.
  ///
  /// It is the mean level of sounds from within 45 degrees of straight behind, per third octave, relative to their own
  /// mean level from 0.2 to 2 kHz.
  public var behind: [Double] = []
  /// The target's colour of a voice from behind, in the form of ``behind``.
  public var targetBehind: [Double] = []

  /// The range of frequencies in hertz over which the mean level is 0 dB.
  static let reference = 200.0...2000.0
  /// The largest deviation of the mean over all directions, in decibels, at which a third octave is called neither
  /// hollow nor too loud.
  public static let evenWithin = 1.5
  /// The level in decibels below which a direction in front is called hollow.
  public static let softestAllowed = -6.0

  /// The third octaves that a sample rate can represent.
  static func thirds(rate: Int) -> [Double] {
    let highest = 0.45 * Double(rate) / pow(2, 1.0 / 6)
    let centres: [Double] = (-10...11).map { 1000 * pow(10, Double($0) / 10) }
    return centres.filter { $0 <= highest }
  }

  /// The third octave in which the mean over all directions deviates most: the deviation in decibels with its sign, and
  /// the centre of the third octave in hertz.
  public var worst: (decibels: Double, third: Double)? {
    zip(horizon, thirds).map { ($0, $1) }.max { abs($0.0) < abs($1.0) }
  }

  /// The largest deviation of the mean over all directions within an octave, in decibels with its sign.
  public func worst(octave: Double) -> Double? {
    let root = 2.0.squareRoot()
    return zip(horizon, thirds).filter { (octave / root..<octave * root).contains($0.1) }
      .map(\.0).max { abs($0) < abs($1) }
  }

  /// The third octave in which sounds from behind deviate most: the deviation in decibels with its sign, the centre of
  /// the third octave in hertz, and the target's deviation there in decibels.
  public var worstBehind: (decibels: Double, third: Double, target: Double)? {
    behind.indices.max { abs(behind[$0]) < abs(behind[$1]) }.map {
      (behind[$0], thirds[$0], targetBehind[$0])
    }
  }

  /// The softest direction in front in any third octave: its level in decibels, the centre of the third octave in
  /// hertz, and its azimuth.
  public var softest: (decibels: Double, third: Double, azimuth: Double)? {
    softestFront.indices.min { softestFront[$0] < softestFront[$1] }.map {
      (softestFront[$0], thirds[$0], softestAzimuths[$0])
    }
  }
}

extension Colour {
  /// Computes the colour of signals from directions around the horizon, for all outputs together.
  ///
  /// - Parameters:
  ///   - signals: the signals from directions between the directions of the design.
  ///   - own: the signals from the directions of the design, among which the softest direction is also sought.
  ///   - target: the desired signals from the directions of the design.
  init(between signals: HorizonSignals, own: HorizonSignals, target: HorizonSignals, rate: Int) {
    thirds = Self.thirds(rate: rate)
    let bands = NarrowBands.thirds(thirds, step: signals.step).bands
    let between = Self.levels(signals, bands)
    let means = between.map { $0.reduce(0, +) / Double($0.count) }
    let reference = Self.middle(of: means, thirds)
    horizon = means.map { 10 * log10($0 / reference) }
    let azimuths = Self.azimuths(signals.count, offset: 0.5) + Self.azimuths(own.count, offset: 0)
    let levels = zip(between, Self.levels(own, bands)).map { $0 + $1 }
    let front = azimuths.indices.filter { abs(azimuths[$0]) <= 90 }
    let softest = levels.map { level in front.min { level[$0] < level[$1] } ?? 0 }
    softestFront = zip(levels, softest).map { 10 * log10($0[$1] / reference) }
    softestAzimuths = softest.map { azimuths[$0] }
    guard own.outputs == 2 else { return }
    behind = Self.behind(Self.levels(own, bands), thirds)
    targetBehind = Self.behind(Self.levels(target, bands), thirds)
  }

  /// The levels of sounds from within 45 degrees of straight behind, relative to their own mean, in decibels.
  private static func behind(_ levels: [[Double]], _ thirds: [Double]) -> [Double] {
    let means = levels.map { level in
      let (half, eighth) = (level.count / 2, level.count / 8)
      return level[(half - eighth)...(half + eighth)].reduce(0, +) / Double(2 * eighth + 1)
    }
    let reference = middle(of: means, thirds)
    return means.map { 10 * log10($0 / reference) }
  }

  /// The mean of powers over the third octaves in ``reference``, which defines 0 dB.
  private static func middle(of powers: [Double], _ thirds: [Double]) -> Double {
    let middle = zip(thirds, powers).filter { reference.contains($0.0) }.map(\.1)
    return middle.reduce(0, +) / Double(max(1, middle.count))
  }

  /// The power of all outputs together, `[band][direction]`.
  private static func levels(_ signals: HorizonSignals, _ bands: [NarrowBands.Band]) -> [[Double]] {
    bands.map { band in
      (0..<signals.count).map { direction in
        (0..<signals.outputs).reduce(1e-30) { sum, output in
          sum
            + band.sum(bins: signals.bins) {
              signals.power(output: output, bin: $0, direction: direction)
            } / band.width
        }
      }
    }
  }

  /// The azimuths of directions that are counted counter-clockwise from forward, in degrees positive to the RIGHT.
  private static func azimuths(_ count: Int, offset: Double) -> [Double] {
    (0..<count).map { q in
      let left = (Double(q) + offset) * 360 / Double(count)
      // Straight ahead is 0 degrees, not -0.
      return left > 180 ? 360 - left : 0 - left
    }
  }
}
