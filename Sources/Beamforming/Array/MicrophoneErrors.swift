import Acoustics
import Boards
import Glibc

/// The amounts by which the microphones of one specimen of a board deviate from the board file.
struct MicrophoneErrors {
  /// The complex factors of the gain and phase errors, one per microphone.
  var factors: [Complex]
  /// The displacements of the microphones from their stated positions, in metres along the scene axes.
  var offsets: [Vector3]

  /// Draws random errors for a subset of a board's microphones.
  ///
  /// Errors are always drawn for all microphones of the board, and in the device frame, so that the same state of the
  /// random numbers gives the same specimen in any orientation.
  init(
    _ board: Board, microphones: [Int], layout: Layout, mismatch: Mismatch,
    random: inout NormalNumbers
  ) {
    var factors: [Complex] = []
    var offsets: [Vector3] = []
    for microphone in board.microphones {
      let gain = pow(10, random.next() * mismatch.gainError / 20)
      factors.append(CausalFilter.turn(random.next() * mismatch.phaseError * .pi / 180) * gain)
      let (x, y, z) = (random.next(), random.next(), random.next())
      offsets.append(layout.scene(Vector3(x, y, z) * microphone.tolerance))
    }
    self.factors = microphones.map { factors[$0] }
    self.offsets = microphones.map { offsets[$0] }
  }
}

/// The waves from around the horizon as the microphones of an array receive them.
///
/// The waves are kept for all frequencies, so that the errors of many specimens can be applied to the same waves.
struct ReceivedHorizon {
  /// The responses, `[bin][microphone][chunk]`.
  private let lanes: [ComplexLanes]
  private let microphones: Int
  private let chunks: Int
  private let step: Double

  init(_ array: ArrayModel, bins: Int, step: Double) {
    var steering = array.horizonSteering(step: step)
    var lanes = steering.lanes
    lanes.reserveCapacity(bins * steering.lanes.count)
    for _ in 1..<bins {
      steering.advance()
      lanes += steering.lanes
    }
    self.lanes = lanes
    self.step = step
    microphones = steering.microphones
    chunks = steering.chunks
  }

  /// Calls `body` for every frequency with the responses of one specimen's microphones.
  ///
  /// A displaced microphone receives the wave earlier or later; this is exact in a free field, and a first-order
  /// approximation on a body.
  func disturbed(by errors: MicrophoneErrors, each body: (_ bin: Int, [ComplexLanes]) -> Void) {
    let turns = turns(errors.offsets)
    var phases = errors.factors.flatMap { factor in
      [ComplexLanes](
        repeating: ComplexLanes(SIMD4(repeating: factor.re), SIMD4(repeating: factor.im)),
        count: chunks)
    }
    let row = microphones * chunks
    var received = [ComplexLanes](repeating: .zero, count: row)
    for bin in 0..<(lanes.count / row) {
      for index in 0..<row {
        received[index] = lanes[bin * row + index] * phases[index]
        phases[index] = phases[index] * turns[index]
      }
      body(bin, received)
    }
  }

  /// The phasors by which displacements turn the responses from one frequency to the next, `[microphone][chunk]`.
  private func turns(_ offsets: [Vector3]) -> [ComplexLanes] {
    var turns = [ComplexLanes](repeating: .zero, count: offsets.count * chunks)
    for (n, offset) in offsets.enumerated() {
      for (q, direction) in DirectionGrid.standard.horizon.enumerated() {
        turns[n * chunks + q / 4][q % 4] = PlaneWave.pressure(
          at: offset, from: direction, frequency: step)
      }
    }
    return turns
  }
}
