import Acoustics
import Glibc

/// The level and time differences between two channels for every direction of the horizon.
struct InterauralCues {
  /// Level differences in decibels, positive if left is louder, `[band][direction]`.
  let levelDifferences: [Double]
  /// Time differences in seconds, positive if left is earlier, `[direction]`.
  let timeDifferences: [Double]
  /// The number of directions.
  let count: Int

  /// The frequency in hertz above which the ear does not hear time differences within the waveform.
  ///
  /// - Source: Brughera, Dunai, Hartmann, JASA 133 (2013).
  static let timeLimit = 1500.0
  /// The longest delay between the ears in seconds: no head is wide enough for more.
  private static let longestDelay = 1e-3
  private static let delayStep = 10e-6

  /// Computes the cues of signals with two outputs.
  init(_ signals: HorizonSignals, bands: ErbBands) {
    count = signals.count
    levelDifferences = Self.levels(signals, bands: bands)
    timeDifferences = Self.delays(signals)
  }

  private static func levels(_ signals: HorizonSignals, bands: ErbBands) -> [Double] {
    var result: [Double] = []
    for band in bands.centres.indices {
      var left = [SIMD4<Double>](repeating: .zero, count: signals.chunks)
      var right = left
      for bin in 0..<signals.bins {
        let weight = bands.weights[band * signals.bins + bin]
        if weight < 1e-7 { continue }
        signals.addPower(output: 0, bin: bin, weight: weight, to: &left)
        signals.addPower(output: 1, bin: bin, weight: weight, to: &right)
      }
      for q in 0..<signals.count {
        let ratio = (left[q / 4][q % 4] + 1e-30) / (right[q / 4][q % 4] + 1e-30)
        result.append(10 * log10(ratio))
      }
    }
    return result
  }

  /// The delay at which the cross-correlation is greatest, in seconds, positive if left is earlier, `[direction]`.
  ///
  /// - Parameter weight: the weight of a frequency in hertz; by default, both signals pass through a second-order
  ///   Butterworth low-pass at 1.5 kHz.
  static func delays(_ signals: HorizonSignals, weight: (Double) -> Double = lowPass) -> [Double] {
    let steps = Int((longestDelay / delayStep).rounded())
    let delays = (-steps...steps).map { Double($0) * delayStep }
    var correlations = [SIMD4<Double>](repeating: .zero, count: delays.count * signals.chunks)
    for bin in 1..<signals.bins {
      let weight = weight(Double(bin) * signals.step)
      let cross = (0..<signals.chunks).map { signals.cross(bin: bin, chunk: $0) }
      for (index, delay) in delays.enumerated() {
        let phase = 2 * Double.pi * Double(bin) * signals.step * delay
        let (c, s) = (cos(phase) * weight, sin(phase) * weight)
        for chunk in 0..<signals.chunks {
          correlations[index * signals.chunks + chunk] += cross[chunk].re * c + cross[chunk].im * s
        }
      }
    }
    return (0..<signals.count).map { q in
      peak(delays.indices.map { correlations[$0 * signals.chunks + q / 4][q % 4] })
    }
  }

  /// The power gain, at a frequency in hertz, of a second-order Butterworth low-pass at the ear's limit for time
  /// differences.
  static func lowPass(_ frequency: Double) -> Double {
    1 / (1 + pow(frequency / timeLimit, 4))
  }

  /// The weight of a frequency in hertz for finding the delay between two channels, below the ear's limit for time
  /// differences; it treats channels with a flat spectrum as if they were pink noise.
  ///
  /// Low frequencies have more weight: otherwise, in a few milliseconds of sound, a peak of the cross-correlation that
  /// is one period of 1 kHz away is sometimes as high as the correct peak.
  static func pinkLowPass(_ frequency: Double) -> Double {
    steepLowPass(frequency) / max(50, frequency)
  }

  private static func steepLowPass(_ frequency: Double) -> Double {
    1 / (1 + pow(frequency / timeLimit, 8))
  }

  /// The time in seconds by which right is later than left: the delay at which a cross spectrum has its largest sum.
  ///
  /// - Parameter weight: the weight of a frequency in hertz; by default, both signals pass through a fourth-order
  ///   Butterworth low-pass at 1.5 kHz.
  static func delay(
    step: Double, count: Int, weight: (Double) -> Double = steepLowPass, cross: (Int) -> Complex
  )
    -> Double
  {
    let last = min(count - 1, Int(2.5 * timeLimit / step))
    let steps = Int((longestDelay / delayStep).rounded())
    var correlations = [Double](repeating: 0, count: 2 * steps + 1)
    guard last >= 1 else { return 0 }
    for bin in 1...last {
      let frequency = Double(bin) * step
      let value = cross(bin) * weight(frequency)
      for index in correlations.indices {
        let phase = 2 * Double.pi * frequency * Double(index - steps) * delayStep
        correlations[index] += value.re * cos(phase) + value.im * sin(phase)
      }
    }
    return peak(correlations)
  }

  /// The position in seconds of a correlation's maximum, interpolated with a parabola.
  private static func peak(_ values: [Double]) -> Double {
    guard let index = values.indices.max(by: { values[$0] < values[$1] }) else { return 0 }
    let centre = Double(index - values.count / 2) * delayStep
    guard index > 0, index < values.count - 1 else { return centre }
    let (a, b, c) = (values[index - 1], values[index], values[index + 1])
    let curvature = a - 2 * b + c
    return curvature < 0 ? centre + delayStep * (a - c) / (2 * curvature) : centre
  }

  /// The mean error of these level differences relative to a target's, over the bands within a range in hertz.
  func levelError(against target: InterauralCues, bands: ErbBands, range: ClosedRange<Double>)
    -> Double
  {
    var sum = 0.0
    var terms = 0.0
    for (band, centre) in bands.centres.enumerated() where range.contains(centre) {
      for q in 0..<count {
        sum += abs(levelDifferences[band * count + q] - target.levelDifferences[band * count + q])
        terms += 1
      }
    }
    return terms > 0 ? sum / terms : 0
  }

  /// The errors of these time differences relative to a target's, in seconds, one per direction.
  func timeErrors(against target: InterauralCues) -> [Double] {
    zip(timeDifferences, target.timeDifferences).map { abs($0 - $1) }
  }
}
