import Acoustics
import Boards
import Glibc
import SimulatedBoard
import Testing

@Suite struct MicrophoneTests {
  private func tone(_ frequency: Double, level: Double = 0) -> SoundSource {
    SoundSource(
      sound: .tone(frequency: frequency), position: .device(Vector3(0, 0, 1), .far), level: level)
  }

  /// One spot for all, so that only the microphones differ.
  private let spot = [Vector3](repeating: .zero, count: 4)

  private func render(
    _ board: Board, _ sources: [SoundSource], seed: UInt64 = 1, frames: Int = 9600,
    faults: [Scenario.Fault] = [], format: CaptureFormat = .float
  ) throws -> SceneRenderer {
    try SceneRenderer(
      scenario: SceneFixture.scenario(sources, seed: seed, faults: faults), board: board,
      layouts: SceneFixture.upright, format: format)
  }

  @Test func whatTheBoardFileCorrectsIsThereToBeCorrected() throws {
    let board = SceneFixture.board(positions: spot) { microphones in
      microphones[1].gain = 2
      microphones[2].isInverted = true
      microphones[3].delay = 31.7e-6
    }
    let signals = SceneFixture.floats(try render(board, [tone(1000)]), frames: 9600)
    let measured = signals.map { SceneFixture.tone($0, 4800..<9600, frequency: 1000) }
    #expect(abs(measured[0].amplitude - 1) < 1e-4)
    #expect(abs(SceneFixture.decibels(measured[1].amplitude) + 2) < 0.001)
    #expect(zip(signals[2], signals[0]).allSatisfy { $0 == -$1 })
    #expect(abs(measured[3].phase + 2 * .pi * 1000 * 31.7e-6) < 1e-5)
  }

  @Test func phaseErrorsAreTheSameAtAllFrequencies() throws {
    let board = SceneFixture.board(
      positions: spot, simulation: SimulatedSpread(noise: -.infinity, phaseError: 5))
    for frequency in [200.0, 1000, 5000, 20000] {
      let renderer = try render(board, [tone(frequency)])
      let signals = SceneFixture.floats(renderer, frames: 9600)
      for (specimen, signal) in zip(renderer.specimens, signals) {
        let measured = SceneFixture.tone(signal, 4800..<9600, frequency: frequency)
        #expect(abs(specimen.phase) > 0.001)
        #expect(abs(measured.phase - specimen.phase) < 0.001)
        #expect(abs(SceneFixture.decibels(measured.amplitude)) < 0.02)
      }
    }
  }

  @Test func errorsHaveTheSpreadThatTheBoardStates() throws {
    let simulation = SimulatedSpread(
      noise: -.infinity, gainError: 0.5, phaseError: 2, positionError: 0.0003)
    let board = SceneFixture.board(
      positions: [Vector3](repeating: .zero, count: 32), simulation: simulation)
    var (gains, phases, places): ([Double], [Double], [Double]) = ([], [], [])
    for seed in 1...30 {
      for specimen in try render(board, [], seed: UInt64(seed)).specimens {
        gains.append(SceneFixture.decibels(specimen.gain))
        phases.append(specimen.phase * 180 / .pi)
        places += [specimen.position.x, specimen.position.y, specimen.position.z]
      }
    }
    func sigma(_ values: [Double]) -> Double {
      (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
    // 960 draws: the spread is known within 2.3 % (one sigma).
    #expect(abs(sigma(gains) / 0.5 - 1) < 0.1)
    #expect(abs(sigma(phases) / 2 - 1) < 0.1)
    #expect(abs(sigma(places) / 0.0003 - 1) < 0.06)
    #expect(abs(gains.reduce(0, +) / 960) < 0.06)
  }

  @Test func theSeedDecidesEverything() throws {
    let board = SceneFixture.board(
      simulation: SimulatedSpread(noise: -60, gainError: 1, phaseError: 3, positionError: 0.001))
    let sources = [
      SoundSource(sound: .noise(.pink), position: .listener(Direction(azimuth: 20), .far)),
      SoundSource(sound: .noise(.white), position: .listener(Direction(azimuth: 50), .metres(1))),
    ]
    let first = SceneFixture.words(try render(board, sources, seed: 9), frames: 3000)
    let again = SceneFixture.words(try render(board, sources, seed: 9), frames: 3000)
    #expect(again == first)
    let other = SceneFixture.words(try render(board, sources, seed: 10), frames: 3000)
    for channel in 0..<4 { #expect(other[channel] != first[channel]) }
    // The same in pieces of any size.
    var renderer = try render(board, sources, seed: 9)
    var pieces = [Int32](repeating: 0, count: 3000 * 4)
    var done = 0
    for size in [1, 31, 32, 33, 256, 1000, 1647] {
      pieces.withUnsafeMutableBufferPointer {
        renderer.render(into: $0.baseAddress! + done * 4, frames: size)
      }
      done += size
      #expect(renderer.frame == done)
    }
    for channel in 0..<4 {
      #expect(stride(from: channel, to: 12000, by: 4).map { pieces[$0] } == first[channel])
    }
  }

  /// The level is measured with the weighting, frequency by frequency.
  @Test(arguments: [16000, 48000, 96000])
  func selfNoiseHasTheLevelOfTheBoardFile(rate: Int) throws {
    let board = SceneFixture.board(
      positions: spot, rate: rate, simulation: SimulatedSpread(noise: -60))
    let length = 2400
    let signals = SceneFixture.floats(try render(board, []), frames: 8 * length)
    var power = 0.0
    for signal in signals {
      for start in stride(from: 0, to: signal.count, by: length) {
        for bin in 1..<(length / 2) {
          power +=
            binPower(signal[start..<(start + length)], bin)
            * AWeighting.power(Double(bin * rate) / Double(length))
        }
      }
    }
    let level = 10 * log10(2 * power / 32)
    // 32 x 1200 bins: known within 0.03 dB.
    #expect(abs(level + 60) < 0.15)
    let across = zip(signals[0], signals[1]).reduce(0.0) { $0 + Double($1.0 * $1.1) }
    #expect(abs(across / Double(8 * length)) < 0.05 * pow(10, -60.0 / 10))
  }

  /// The mean square of one frequency, by Goertzel's recurrence.
  private func binPower(_ signal: ArraySlice<Float>, _ bin: Int) -> Double {
    let factor = 2 * cos(2 * .pi * Double(bin) / Double(signal.count))
    var (a, b) = (0.0, 0.0)
    for sample in signal { (a, b) = (Double(sample) + factor * a - b, a) }
    let n = Double(signal.count)
    return 2 * (a * a + b * b - factor * a * b) / (n * n)
  }

  @Test func aDeadMicrophoneGivesZerosFromItsTimeOn() throws {
    let board = SceneFixture.board(simulation: SimulatedSpread(noise: -60))
    let faults = [Scenario.Fault(at: 0.05, event: .microphoneDead("MIC2"))]
    let dead = SceneFixture.words(try render(board, [tone(100)], faults: faults), frames: 4000)
    let alive = SceneFixture.words(try render(board, [tone(100)]), frames: 4000)
    #expect(dead[1][..<2400] == alive[1][..<2400])
    #expect(dead[1][2400...].allSatisfy { $0 == 0 })
    #expect(dead[0] == alive[0])
  }

  @Test(arguments: [(CaptureFormat.s32, 8), (.s24, 8), (.s24Packed, 8), (.s16, 16)])
  func integersAreRoundedAndJustifiedToTheLeft(format: CaptureFormat, empty: Int) throws {
    let board = SceneFixture.board(channels: 6)
    let floats = SceneFixture.floats(try render(board, [tone(997, level: 3)]), frames: 2000)
    let words = SceneFixture.words(
      try render(board, [tone(997, level: 3)], format: format), frames: 2000)
    let scale = Double(Int64(1) << (31 - empty))
    for channel in 0..<4 {
      for (word, value) in zip(words[channel], floats[channel]) {
        #expect(word & ((1 << Int32(empty)) - 1) == 0)
        let exact = min(max(Double(value) * scale, -scale), scale - 1)
        #expect(abs(Double(word >> Int32(empty)) - exact) <= 1)
      }
      // 3 dB above full scale.
      #expect(words[channel].max() == Int32.max & (-1 << Int32(empty)))
      #expect(words[channel].min() == .min)
    }
    #expect(words[4].allSatisfy { $0 == 0 } && words[5].allSatisfy { $0 == 0 })
  }
}
