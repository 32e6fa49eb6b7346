import Boards
import Glibc

/// One simulated microphone, with the errors stated in the board file and allowed by the data
/// sheet.
package struct Specimen: Sendable, Equatable {
  /// The index of the microphone on the board.
  package let index: Int
  /// Its name on the board.
  package let name: String
  /// Its channel of the capture device.
  package let channel: Int
  /// The real position in metres, in the device frame.
  package let position: Vector3
  /// The real position relative to the position in the board file, in metres, in the device frame.
  package let offset: Vector3
  /// The factor applied to the microphone's signal; it is negative if the polarity is inverted.
  package let gain: Double
  /// The phase lead of the microphone's signal in radians, the same at all frequencies.
  package let phase: Double
  /// The delay of the microphone's signal in seconds.
  package let delay: Double
  /// The root mean square of the microphone's self-noise, as a fraction of full scale.
  package let noise: Double

  /// Creates a microphone of a board, with random errors drawn from a seed.
  ///
  /// The board file states the corrections for a microphone (gain, polarity, delay), so the simulated microphone has
  /// the opposite errors.
  private init(
    _ microphone: Microphone, index: Int, board: Board, seed: UInt64, defect: MicrophoneDefect?,
    noise: Double
  ) {
    let errors = board.simulation
    var random = SeededRandom(seed: seed, purpose: .errors, index: index)
    let gainError = random.gaussian() * errors.gainError
    let phaseError = random.gaussian() * errors.phaseError
    let direction = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
    self.index = index
    name = microphone.name
    channel = microphone.channel
    offset = direction * errors.positionError
    position = microphone.position + offset
    let isInverted = microphone.isInverted != (defect?.isInverted ?? false)
    gain =
      pow(10, (gainError - microphone.gain + (defect?.gain ?? 0)) / 20) * (isInverted ? -1 : 1)
    phase = phaseError * .pi / 180
    delay = microphone.delay + (defect?.delay ?? 0)
    self.noise = noise
  }

  /// The simulated microphones of a scenario.
  static func all(of board: Board, scenario: Scenario, rate: Int) -> [Specimen] {
    let usual = SelfNoise.rootMeanSquare(level: board.simulation.noise, rate: rate)
    return board.microphones.enumerated().map { index, microphone in
      let defect = scenario.hardware?.microphones.first { $0.name == microphone.name }
      let noise = defect?.noise.map { SelfNoise.rootMeanSquare(level: $0, rate: rate) }
      return Specimen(
        microphone, index: index, board: board, seed: scenario.seed, defect: defect,
        noise: noise ?? usual)
    }
  }
}
