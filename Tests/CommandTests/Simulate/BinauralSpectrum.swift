import Acoustics
import Glibc

@testable import CommandSupport

/// The spectra of two ears, and what the ear makes of them.
struct BinauralSpectrum {
  private static let length = 16384
  private static let step = Double(RoomScene.rate) / Double(length)
  private static let bands = ErbBands(rate: RoomScene.rate, fftLength: length)
  /// The bands from 0.2 to 6 kHz.
  private static let heard = bands.centres.indices.filter {
    (200.0...6000).contains(bands.centres[$0])
  }

  private let left: [Complex]
  private let right: [Complex]

  init(_ response: BinauralResponse) {
    let transform = RealFourierTransform(length: Self.length)
    func spectrum(_ signal: [Double]) -> [Complex] {
      transform.forward(signal + [Double](repeating: 0, count: Self.length - signal.count))
    }
    left = spectrum(response.left)
    right = spectrum(response.right)
  }

  /// Decibels by which the left ear is louder, per band.
  var levelDifferences: [Double] {
    zip(levels(left.map(\.power)), levels(right.map(\.power))).map { $0 - $1 }
  }

  /// Decibels of both ears together, per band.
  var levels: [Double] { levels(zip(left, right).map { $0.power + $1.power }) }

  private func levels(_ powers: [Double]) -> [Double] {
    Self.heard.map { band in
      let weights = Self.bands.weights[(band * Self.bands.bins)..<((band + 1) * Self.bands.bins)]
      return 10 * log10(zip(weights, powers).reduce(1e-30) { $0 + $1.0 * $1.1 })
    }
  }

  /// Seconds by which the left ear is earlier: where the correlation below 1.5 kHz is greatest.
  var timeDifference: Double {
    let values = correlation { 1 / (1 + pow($0 / 1500, 4)) }
    let index = values.indices.max { values[$0] < values[$1] } ?? 0
    return Self.delays[index]
  }

  /// The correlation of the ears between two frequencies for every delay, 1 for the same in both ears.
  func coherence(_ range: Range<Double>) -> [Double] {
    let bins = left.indices.filter { range.contains(Double($0) * Self.step) }
    let powers = bins.reduce((left: 1e-30, right: 1e-30)) {
      ($0.left + left[$1].power, $0.right + right[$1].power)
    }
    let scale = 1 / (powers.left * powers.right).squareRoot()
    return correlation { range.contains($0) ? 1 : 0 }.map { $0 * scale }
  }

  /// Delays of the right ear: a millisecond to either side.
  private static let delays = (-200...200).map { Double($0) * 5e-6 }

  private func correlation(weight: (Double) -> Double) -> [Double] {
    var sums = [Double](repeating: 0, count: Self.delays.count)
    for bin in left.indices {
      let frequency = Double(bin) * Self.step
      let share = weight(frequency)
      guard share > 1e-4 else { continue }
      // The right ear is later by the delay: its spectrum is turned back by it.
      var value = left[bin] * right[bin].conjugate * share
      let first = -2 * Double.pi * frequency * Self.delays[0]
      let turn = -2 * Double.pi * frequency * (Self.delays[1] - Self.delays[0])
      value = value * Complex(cos(first), sin(first))
      let next = Complex(cos(turn), sin(turn))
      for index in sums.indices {
        sums[index] += value.re
        value = value * next
      }
    }
    return sums
  }
}
