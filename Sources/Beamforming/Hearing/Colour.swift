import Glibc

/// The colour given by filters to sounds around the listener: the level of both ears together, per third octave.
///
/// Measured at ear height relative to the mean from 0.2 to 2 kHz: the mean over the directions between those of the
/// design, and the softest direction among all of them. It is absolute: a head itself takes some decibels away from
/// single directions at 8 kHz.
public struct Colour: Sendable, Equatable, Codable {
  /// Centres of the third octaves in hertz, from 100 Hz to 12.5 kHz as far as the sample rate reaches.
  public var thirds: [Double] = []
  /// The mean level over all directions per third octave, decibels.
  public var horizon: [Double] = []
  /// The level of the softest direction of the front half per third octave, decibels.
  public var softestFront: [Double] = []
  /// The azimuth of that direction, degrees from forward, positive to the RIGHT.
  public var softestAzimuths: [Double] = []

  /// The mean level of sounds from within 45 degrees of straight behind per third octave relative to their own mean
  /// level from 0.2 to 2 kHz, decibels: the colour of a voice from there, however soft; empty for mono.
  public var behind: [Double] = []
  /// The same for the target.
  public var targetBehind: [Double] = []

  /// The range of frequencies in hertz whose mean is 0 dB.
  static let reference = 200.0...2000.0
  /// The deviation of the mean over all directions above which a third octave is called hollow, or too loud, decibels.
  public static let evenWithin = 1.5
  /// The level below the mean at which a direction in front is called hollow, decibels.
  public static let softestAllowed = -6.0

  /// The third octaves of the range of a sample rate.
  static func thirds(rate: Int) -> [Double] {
    let highest = 0.45 * Double(rate) / pow(2, 1.0 / 6)
    let centres: [Double] = (-10...11).map { 1000 * pow(10, Double($0) / 10) }
    return centres.filter { $0 <= highest }
  }

  /// The largest deviation of the mean over all directions, with its sign, decibels, and its third octave in hertz.
  public var worst: (decibels: Double, third: Double)? {
    zip(horizon, thirds).map { ($0, $1) }.max { abs($0.0) < abs($1.0) }
  }

  /// The largest deviation of the mean over all directions within an octave, with its sign, decibels.
  public func worst(octave: Double) -> Double? {
    let root = 2.0.squareRoot()
    return zip(horizon, thirds).filter { (octave / root..<octave * root).contains($0.1) }
      .map(\.0).max { abs($0) < abs($1) }
  }

  /// The largest deviation behind, with its sign, its third octave in hertz, and the target's deviation there;
  /// decibels.
  public var worstBehind: (decibels: Double, third: Double, target: Double)? {
    behind.indices.max { abs(behind[$0]) < abs(behind[$1]) }.map {
      (behind[$0], thirds[$0], targetBehind[$0])
    }
  }

  /// The softest direction in front in any third octave: decibels, its third octave in hertz, its azimuth.
  public var softest: (decibels: Double, third: Double, azimuth: Double)? {
    softestFront.indices.min { softestFront[$0] < softestFront[$1] }.map {
      (softestFront[$0], thirds[$0], softestAzimuths[$0])
    }
  }
}

extension Colour {
  /// The colour of signals from directions around the horizon, for all outputs together.
  ///
  /// - Parameters:
  ///   - own: signals from the directions of the design, which also count for the softest.
  ///   - target: the desired signals from those directions.
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

  /// The levels from within 45 degrees of straight behind relative to their own mean, decibels.
  private static func behind(_ levels: [[Double]], _ thirds: [Double]) -> [Double] {
    let means = levels.map { level in
      let (half, eighth) = (level.count / 2, level.count / 8)
      return level[(half - eighth)...(half + eighth)].reduce(0, +) / Double(2 * eighth + 1)
    }
    let reference = middle(of: means, thirds)
    return means.map { 10 * log10($0 / reference) }
  }

  /// The mean of powers over the third octaves that define 0 dB.
  private static func middle(of powers: [Double], _ thirds: [Double]) -> Double {
    let middle = zip(thirds, powers).filter { reference.contains($0.0) }.map(\.1)
    return middle.reduce(0, +) / Double(max(1, middle.count))
  }

  /// The powers of all outputs together, `[band][direction]`.
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

  /// Directions around the horizon, counted counter-clockwise from forward, in degrees positive to the RIGHT.
  private static func azimuths(_ count: Int, offset: Double) -> [Double] {
    (0..<count).map { q in
      let left = (Double(q) + offset) * 360 / Double(count)
      return left > 180 ? 360 - left : -left
    }
  }
}
