import Acoustics
import Boards
import Glibc

/// The deviations of the microphones of one specimen of a board from its file.
struct MicrophoneErrors {
  /// The factors on the microphones' signals.
  var factors: [Complex]
  /// The displacements of the microphones from their positions, scene axes, metres.
  var offsets: [Vector3]

  /// Random errors for some microphones of a board.
  ///
  /// They are drawn for all microphones and in the device frame, so that one state of the random numbers gives one
  /// specimen, in any orientation.
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

/// The horizon as received by the microphones of an array, kept for all frequencies so that it can be disturbed many
/// times.
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

  /// Passes the responses of one specimen's microphones, frequency by frequency.
  ///
  /// A displaced microphone receives the wave earlier or later: exact in free field, to first order on a body.
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

  /// The phasors of displaced microphones for one frequency step, `[microphone][chunk]`.
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
