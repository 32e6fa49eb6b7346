import Acoustics
import Boards
import Essentials
import Glibc

/// Pink noise from around the horizon, as a board's microphones receive it and as the ears of a target hear it.
///
/// Each sound is one period of noise drawn from a seed. It repeats seamlessly, so that after a filter the second period
/// contains no onset.
public struct HorizonSounds: Sendable {
  /// The number of frames after which the noise repeats.
  public let period: Int
  private let designer: FilterDesigner
  private let array: ArrayModel
  private let target: HorizonSignals
  /// The spectrum of the noise.
  private let noise: [Complex]

  /// The frequency range of the noise in hertz.
  private static let range = 60.0...16000.0
  /// The smallest length of the period in seconds.
  private static let seconds = 0.17
  /// The root mean square level of one microphone, so low that no filter raises it to full scale.
  private static let level = 0.02

  /// Creates the sounds for a design made by this designer; `nil` if forward and up are parallel.
  ///
  /// - Precondition: the design is for stereo.
  public init?(_ designer: FilterDesigner, _ design: Design) {
    guard let layout = designer.board.layout(design.which) else { return nil }
    self.designer = designer
    array = ArrayModel(
      designer.board, microphones: Array(designer.board.microphones.indices), layout: layout,
      scatterer: designer.scatterer)
    target = HorizonSignals(
      designer.target(.stereo, frontEmphasis: design.frontEmphasis),
      step: designer.ears.frequencyStep)
    let rate = Double(designer.settings.rate)
    var length = 1024
    while Double(length) < Self.seconds * rate { length *= 2 }
    period = length
    var random = SeededGenerator(seed: 19)
    let step = rate / Double(length)
    var noise = (0...(length / 2)).map { bin -> Complex in
      let frequency = Double(bin) * step
      let turn = CausalFilter.turn(2 * .pi * random.uniform())
      return Self.range.contains(frequency) && bin < length / 2
        ? turn * (1 / frequency.squareRoot()) : .zero
    }
    let power = noise.reduce(0) { $0 + 2 * $1.power } / Double(length * length)
    noise = noise.map { $0 * (Self.level / power.squareRoot()) }
    self.noise = noise
  }

  /// The signals of the board's microphones, `[microphone][frame]`, for noise from an azimuth in degrees, positive to
  /// the right.
  public func microphones(azimuth: Double) -> [[Double]] {
    let step = Double(designer.settings.rate) / Double(period)
    let frequencies = noise.indices.map { Double($0) * step }
    let responses = array.responses(
      from: Direction(azimuth: azimuth).sceneVector, frequencies: frequencies)
    let transform = RealFourierTransform(length: period)
    return designer.board.microphones.enumerated().map { n, microphone in
      // The renderer applies the corrections that the board file states, so they are undone here.
      let correction = Correction(microphone)
      return transform.inverse(
        noise.indices.map { bin in
          noise[bin].power > 0
            ? noise[bin] * responses[bin][n] * correction.inverse(frequencies[bin]) : .zero
        })
    }
  }

  /// The signals of the target's two ears, left first.
  ///
  /// - Precondition: the azimuth is a multiple of the steps of the standard grid, 5 degrees.
  public func ears(azimuth: Double) -> [[Double]] {
    let turn = -azimuth * Double(target.count) / 360
    let direction = ((Int(turn.rounded()) % target.count) + target.count) % target.count
    let transform = RealFourierTransform(length: period)
    let ratio = Double(designer.settings.rate) / Double(period) / target.step
    return (0..<2).map { ear in
      transform.inverse(
        noise.indices.map { bin in
          let place = Double(bin) * ratio
          let low = min(Int(place), target.bins - 2)
          let share = place - Double(low)
          let (a, b) = (
            target.response(output: ear, bin: low, direction: direction),
            target.response(output: ear, bin: low + 1, direction: direction)
          )
          return noise[bin] * (a * (1 - share) + b * share)
        })
    }
  }
}
