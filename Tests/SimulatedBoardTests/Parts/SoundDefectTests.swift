import Boards
import Glibc
import SimulatedBoard
import TOML
import Testing

/// Defects of microphones and the capture device in a scenario are heard.
@Suite("Defects of microphones and of the capture device") struct SoundDefectTests {
  /// One spot for all microphones, so that only they differ.
  private static let spot = [Vector3](repeating: .zero, count: 4)
  private static let range = 4800..<9600

  private static func hardware(_ text: String) throws -> Scenario.Hardware {
    let scenario = try Scenario.parse(
      text: "board = \"fixture\"\nduration = 10\n" + text, name: "scene.toml")
    return try #require(scenario.hardware)
  }

  /// A tone of 1000 Hz at 0 dBFS at a board with this hardware, or none.
  private static func render(
    _ text: String, sounds: Bool = true, noise: Double = -.infinity, format: CaptureFormat = .float
  ) throws -> SceneRenderer {
    let tone = SoundSource(
      sound: .tone(frequency: 1000), position: .device(Vector3(0, 0, 1), .far), level: -6)
    let scenario = Scenario(
      board: "fixture", duration: 10, hardware: try hardware(text), sources: sounds ? [tone] : [])
    var board = SceneFixture.board(positions: spot, simulation: SimulatedSpread(noise: noise))
    board.capture.format = format
    try scenario.validate(for: board)
    return try SceneRenderer(
      scenario: scenario, board: board, layouts: SceneFixture.upright, format: format)
  }

  private static func microphone(_ text: String) -> String {
    "[[hardware.microphone]]\nname = \"MIC2\"\n" + text
  }

  private static func floats(_ renderer: SceneRenderer) -> [[Float]] {
    SceneFixture.floats(renderer, frames: 9600)
  }

  private static func tone(_ signal: [Float]) -> (amplitude: Double, phase: Double) {
    SceneFixture.tone(signal, range, frequency: 1000)
  }

  @Test("A dead microphone gives zeros, a held line one word, and the others their sound")
  func silent() throws {
    let dead = Self.floats(try Self.render(Self.microphone("dead = true"), noise: -60))
    #expect(dead[1].allSatisfy { $0 == 0 })
    #expect(!dead[0].allSatisfy { $0 == 0 })
    let held = Self.floats(try Self.render(Self.microphone("constant = -0.25"), noise: -60))
    #expect(held[1].allSatisfy { $0 == -0.25 })
    #expect(held[0] == dead[0])
  }

  @Test("Gain, polarity and delay are those of the sound, and not of the self-noise")
  func match() throws {
    let text = "gain = -12.0\ninverted = true\ndelay = 20.0"
    let renderer = try Self.render(Self.microphone(text))
    let signals = Self.floats(renderer)
    let (right, wrong) = (Self.tone(signals[0]), Self.tone(signals[1]))
    #expect(abs(SceneFixture.decibels(wrong.amplitude / right.amplitude) + 12) < 0.001)
    let late = SceneFixture.wrapped(wrong.phase - right.phase - .pi)
    #expect(abs(late + 2 * .pi * 1000 * 20e-6) < 1e-5)
    let silence = Self.floats(
      try Self.render(Self.microphone("gain = -12.0"), sounds: false, noise: -60))
    let levels = silence.map(SceneFixture.rootMeanSquare)
    #expect(abs(SceneFixture.decibels(levels[1] / levels[0])) < 0.3)
  }

  @Test("Offset, hum and another self-noise are added")
  func added() throws {
    let text = "offset = 0.05\nhum = -40.0\nmains = 60\nnoise = -70.0"
    let renderer = try Self.render(Self.microphone(text), sounds: false, noise: -100)
    let signal = Self.floats(renderer)[1]
    let mean = signal.reduce(0.0) { $0 + Double($1) } / Double(signal.count)
    #expect(abs(mean - 0.05) < 1e-4)
    // The level of the lines together: mean square 1/2 at 0 dBFS.
    let lines = (1...4).map {
      SceneFixture.tone(signal, 0..<9600, frequency: Double($0) * 60).amplitude
    }
    let power = lines.reduce(0) { $0 + $1 * $1 }
    #expect(abs(10 * log10(power) + 40) < 0.05)
    #expect(lines[0] > lines[1] && lines[1] > lines[2] && lines[2] > lines[3])
    #expect(SceneFixture.tone(signal, 0..<9600, frequency: 50).amplitude < 1e-4)
    let specimens = renderer.specimens
    #expect(abs(SceneFixture.decibels(specimens[1].noise / specimens[0].noise) - 30) < 1e-9)
  }

  @Test("An amplifier that ends early cuts the peaks off")
  func clipped() throws {
    let signal = Self.floats(try Self.render(Self.microphone("clip = -20.0")))[1]
    #expect(signal.reduce(0) { max($0, abs($1)) } == 0.1)
    #expect(signal.filter { abs($0) == 0.1 }.count > 8000)
  }

  @Test("Missing and stuck bits are those of the words", arguments: [0, 1])
  func bits(level: Int) throws {
    let stuck = SceneFixture.words(
      try Self.render(Self.microphone("stuck-bit = 12\nstuck-at = \(level)"), format: .s32),
      frames: 9600)
    #expect(Set(stuck[1].map { $0 >> 20 & 1 }) == [Int32(level)])
    #expect(Set(stuck[0].map { $0 >> 20 & 1 }) == [0, 1])
    #expect(zip(stuck[0], stuck[1]).allSatisfy { ($0 ^ $1) & ~(1 << 20) == 0 })
    let short = try Self.render("[hardware.capture]\nbits = 16", format: .s32)
    let words = SceneFixture.words(short, frames: 9600)
    #expect(words.allSatisfy { $0.allSatisfy { $0 & 0xFFFF == 0 } })
    #expect(words.allSatisfy { $0.contains { $0 & 0x10000 != 0 } })
    let floats = Self.floats(try Self.render("[hardware.capture]\nbits = 16"))
    #expect(floats[0].allSatisfy { ($0 * 32768).rounded() == $0 * 32768 })
  }

  @Test("A copy and another order of channels are those of whole channels")
  func arranged() throws {
    let right = Self.floats(try Self.render("[hardware]\ngain-error = 1", noise: -60))
    let copied = Self.floats(
      try Self.render(
        "[hardware]\ngain-error = 1\n" + Self.microphone("copy-of = \"MIC4\""), noise: -60))
    #expect(copied == [right[0], right[3], right[2], right[3]])
    let text = "[hardware]\ngain-error = 1\n[hardware.capture]\nchannels = [1, 2, 3, 0]"
    let rotated = Self.floats(try Self.render(text, noise: -60))
    #expect(rotated == [right[1], right[2], right[3], right[0]])
  }

  @Test("A gain of the device is that of sound and noise")
  func deviceGain() throws {
    let signals = Self.floats(try Self.render("[hardware.capture]\ngain = 20.0", noise: -60))
    let right = Self.floats(try Self.render("[hardware.capture]\nclock = 0.0", noise: -60))
    #expect(
      zip(signals[2], right[2]).allSatisfy { abs($0 - 10 * $1) <= 1e-5 * max(abs($0), 1e-3) })
  }

  @Test("Sound and hum of a device with a fast clock are lower in its frames")
  func clock() throws {
    // 1 % fast: 1000 Hz has 48.48 frames and hum of 50 Hz 969.6.
    let renderer = try Self.render("[hardware.capture]\nclock = 10000.0\nhum = -30.0")
    let signal = SceneFixture.floats(renderer, frames: 2 * 48480)[0]
    func level(_ hertz: Double) -> Double {
      SceneFixture.tone(signal, 48480..<96960, frequency: hertz, rate: 48480).amplitude
    }
    #expect(abs(SceneFixture.decibels(level(1000)) + 6) < 0.01)
    #expect(level(50) > 0.02)
    #expect(level(1010) < 0.001 && level(50.5) < level(50))
    #expect(renderer.rate == 48000)
  }

  private static let mistakes: [(String, String)] = [
    ("", "3:1: hardware.microphone.name: is missing; write, for example, name = \"MIC2\""),
    (
      "name = \"MIC2\"",
      "3:1: hardware.microphone: is empty; write one or more of dead, constant, gain, inverted, "
        + "delay, offset, hum, noise, clip, stuck-bit, copy-of, or remove it"
    ),
    (
      "name = \"MIC2\"\ndaed = true",
      "5:1: hardware.microphone.daed: is not a known key; did you mean \"dead\"?"
    ),
    (
      "name = \"MIC2\"\ndead = false",
      "5:8: hardware.microphone.dead: is false; write dead = true, or leave it out"
    ),
    (
      "name = \"MIC2\"\ngain = 61",
      "5:8: hardware.microphone.gain: is 61 dB; allowed: -120 to 60 dB"
    ),
    (
      "name = \"MIC2\"\nstuck-at = 1",
      "5:12: hardware.microphone.stuck-at: needs stuck-bit; write stuck-bit = 12 as well"
    ),
    (
      "name = \"MIC2\"\nmains = 50",
      "5:9: hardware.microphone.mains: needs hum; write hum = -50.0 as well"
    ),
    (
      "name = \"MIC2\"\nhum = -50\nmains = 55",
      "6:9: hardware.microphone.mains: is 55.0 Hz; write 50 or 60"
    ),
    (
      "name = \"MIC9\"\ndead = true",
      "4:8: hardware.microphone.name: fixture has no microphone \"MIC9\"; did you mean \"MIC1\"? "
        + "it has MIC1, MIC2, MIC3, MIC4"
    ),
    (
      "name = \"MIC2\"\ncopy-of = \"MIC2\"",
      "5:11: hardware.microphone.copy-of: fixture has no other microphone \"MIC2\"; "
        + "did you mean \"MIC1\"? it has MIC1, MIC3, MIC4"
    ),
    (
      "name = \"MIC2\"\ndead = true\n[[hardware.microphone]]\nname = \"MIC2\"\noffset = 0.1",
      "7:8: hardware.microphone.name: MIC2 appears twice; "
        + "write all of its defects into one table"
    ),
    (
      "name = \"MIC2\"\nstuck-bit = 12",
      "5:13: hardware.microphone.stuck-bit: fixture captures floating-point samples, in which no bit can be stuck; "
        + "remove it"
    ),
  ]

  @Test("Mistakes about a microphone are named with their place", arguments: mistakes)
  func microphoneMistake(text: String, message: String) {
    expect(message, of: "[[hardware.microphone]]\n" + text)
  }

  private static let deviceMistakes: [(String, String)] = [
    (
      "",
      "3:1: hardware.capture: is empty; write one or more of opening, channels, bits, gain, hum, "
        + "clock, gap-every, late, late-busy, period, buffer, or remove it"
    ),
    (
      "opening = \"buzy\"",
      "4:11: hardware.capture.opening: \"buzy\" is not allowed; did you mean \"busy\"? "
        + "allowed: \"absent\", \"busy\", \"refuses\""
    ),
    (
      "holder = \"arecord\"",
      "4:10: hardware.capture.holder: needs opening = \"busy\"; write that, or remove it"
    ),
    (
      "channels = [0, 1, 2, 2]",
      "4:12: hardware.capture.channels: does not put all channels into a different order; "
        + "write every channel once, from 0, such as [1, 0, 2, 3]"
    ),
    (
      "channels = [1, 0]",
      "4:12: hardware.capture.channels: has 2 channels, but fixture captures 4; "
        + "write every channel once, from 0 to 3"
    ),
    ("clock = 50001", "4:9: hardware.capture.clock: is 50001 ppm; allowed: -50000 to 50000 ppm"),
    (
      "gap-length = 5",
      "4:14: hardware.capture.gap-length: needs gap-every; write gap-every = 1.0 as well"
    ),
  ]

  @Test("Mistakes about the device are named with their place", arguments: deviceMistakes)
  func deviceMistake(text: String, message: String) {
    expect(message, of: "[hardware.capture]\n" + text)
  }

  private func expect(_ message: String, of text: String) {
    do throws(TOMLError) {
      let scenario = try Scenario.parse(
        text: "board = \"fixture\"\nduration = 10\n" + text, name: "scene.toml")
      try scenario.validate(for: SceneFixture.board())
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect(error.description == "scene.toml:" + message)
    }
  }
}
