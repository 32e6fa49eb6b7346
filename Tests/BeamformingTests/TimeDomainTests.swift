import Acoustics
import Beamforming
import Boards
import Glibc
import ReferenceArrays
import Testing

/// The filters as a machine runs them: convolution in time, with signals that were computed in time.
@Suite("Time domain")
struct TimeDomainTests {
  private static let rate = 48000.0

  /// A band-limited pulse: a windowed sinc around a time in frames.
  private func pulse(at centre: Double, frames: Int) -> [Double] {
    (0..<frames).map { frame in
      let x = Double(frame) - centre
      guard abs(x) < 48 else { return 0 }
      let sinc = x == 0 ? 1 : sin(.pi * 0.9 * x) / (.pi * x)
      let window = 0.42 + 0.5 * cos(.pi * x / 48) + 0.08 * cos(2 * .pi * x / 48)
      return sinc * window
    }
  }

  /// The outputs of a filter bank for a plane wave in free field.
  private func outputs(_ board: Board, _ design: Design, azimuth: Double) throws -> [[Double]] {
    let layout = try #require(board.layout(design.which))
    let source = layout.device(Direction(azimuth: azimuth).sceneVector)
    let bank = design.filters
    let frames = 1024
    var outputs = [[Double]](repeating: Array(repeating: 0, count: frames), count: bank.outputs)
    for (n, microphone) in board.microphones.enumerated() {
      let lead = dot(microphone.position, source) / Air.speedOfSound
      let arrival = 200 - (lead - microphone.delay) * Self.rate
      let sign = microphone.isInverted ? -1.0 : 1
      let level = sign * pow(10, -microphone.gain / 20)
      let signal = pulse(at: arrival, frames: frames).map { $0 * level }
      for output in 0..<bank.outputs {
        let taps = Array(bank.filter(output: output, microphone: n))
        for frame in 0..<frames {
          var sum = 0.0
          for tap in 0..<min(taps.count, frame + 1) {
            sum += Double(taps[tap]) * signal[frame - tap]
          }
          outputs[output][frame] += sum
        }
      }
    }
    return outputs
  }

  private func spectrum(_ signal: [Double], _ frequency: Double) -> Complex {
    var sum = Complex.zero
    for (frame, value) in signal.enumerated() {
      let phase = -2 * Double.pi * frequency / Self.rate * Double(frame)
      sum += Complex(cos(phase), sin(phase)) * value
    }
    return sum
  }

  @Test(
    "Convolution gives the levels (1 dB) and delays (5 us) of the frequency domain",
    arguments: [-120.0, -35, 0, 70])
  func agreement(azimuth: Double) throws {
    let board = DesignTests.spread
    let designer = try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
    let design = try designer.design(board.cases[3], pattern: .stereo)
    let signals = try outputs(board, design, azimuth: azimuth)
    let frequencies = [250.0, 500, 800, 1200, 2000, 4000, 8000]
    let predicted = designer.response(
      design, direction: Direction(azimuth: azimuth), frequencies: frequencies)
    for (index, frequency) in frequencies.enumerated() {
      let measured = signals.map { spectrum($0, frequency) }
      let levels = (
        10 * log10(measured[1].power / measured[0].power),
        10 * log10(predicted[1][index].power / predicted[0][index].power)
      )
      #expect(abs(levels.0 - levels.1) < 1)
      guard frequency <= 1200 else { continue }
      let a = measured[1] * measured[0].conjugate
      let b = predicted[1][index] * predicted[0][index].conjugate
      let difference = a * b.conjugate
      let delay = atan2(difference.im, difference.re) / (2 * .pi * frequency)
      #expect(abs(delay) < 5e-6)
    }
  }

  @Test("The delay of the filters is the delay of the sound")
  func delay() throws {
    let board = Arrays.handHeld("respeaker", Arrays.respeaker)
    let designer = try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
    let design = try designer.design(board.cases[0], pattern: .omni)
    let signal = try outputs(board, design, azimuth: 0)[0]
    let loudest = signal.indices.max { abs(signal[$0]) < abs(signal[$1]) } ?? 0
    #expect(abs(loudest - 200 - design.filters.delay) <= 1)
  }

  @Test("Faults that a board file states are corrected: the outputs stay as they are")
  func corrections() throws {
    let board = DesignTests.spread
    var faulty = board
    faulty.microphones[0].gain = 2.5
    faulty.microphones[1].isInverted = true
    faulty.microphones[2].delay = 13.4e-6
    faulty.microphones[3].gain = -4
    faulty.microphones[3].isInverted = true
    faulty.microphones[3].delay = 37e-6
    for pattern in [PolarPattern.stereo, .cardioid] {
      for azimuth in [-50.0, 160] {
        var results: [[[Double]]] = []
        for each in [board, faulty] {
          let designer = try FilterDesigner(
            board: each, head: .spherical, settings: DesignSettings())
          let design = try designer.design(board.cases[1], pattern: pattern)
          results.append(try outputs(each, design, azimuth: azimuth))
        }
        for (perfect, corrected) in zip(results[0], results[1]) {
          let energy = perfect.reduce(0) { $0 + $1 * $1 }
          let error = zip(perfect, corrected).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
          #expect(error < 1e-4 * energy)
        }
      }
    }
  }

  @Test("Figures do not depend on faults that are corrected")
  func figures() throws {
    let board = DesignTests.spread
    var faulty = board
    faulty.microphones[0].gain = 6
    faulty.microphones[1].isInverted = true
    faulty.microphones[2].delay = 20e-6
    let all = try [board, faulty].map { each in
      let designer = try FilterDesigner(board: each, head: .spherical, settings: DesignSettings())
      return designer.figures(try designer.design(board.cases[0], pattern: .stereo))
    }
    #expect(abs((all[0].ildError ?? 0) - (all[1].ildError ?? 9)) < 0.05)
    #expect(abs((all[0].itdErrorMean ?? 0) - (all[1].itdErrorMean ?? 9)) < 0.5)
    #expect(abs(all[0].selfNoise - all[1].selfNoise) < 0.02)
  }
}
