import Boards
import Glibc

/// The effect of hardware defects on the signals of the microphones and on their samples.
struct SoundDefects: Sendable {
  /// The signal chains of the microphones, in the order of the board.
  private let microphones: [MicrophoneChain]
  /// The channels that deliver another channel's samples: each copy with its original.
  private let copies: [(copy: Int, original: Int)]
  private let order: [Int]?
  private var frameWords: [Int32]

  /// The defects of the hardware in a scenario; `nil` if they do not affect the samples.
  init?(_ hardware: Scenario.Hardware?, board: Board, rate: Double) {
    guard let hardware, hardware.capture != nil || !hardware.microphones.isEmpty else {
      return nil
    }
    let capture = hardware.capture ?? CaptureDefect()
    func defect(_ name: String) -> MicrophoneDefect? {
      hardware.microphones.first { $0.name == name }
    }
    microphones = board.microphones.map { microphone in
      MicrophoneChain(
        defect(microphone.name) ?? MicrophoneDefect(name: microphone.name), capture: capture,
        rate: rate)
    }
    copies = board.microphones.compactMap { microphone in
      guard let original = defect(microphone.name)?.original,
        let source = board.microphones.first(where: { $0.name == original })
      else { return nil }
      return (microphone.channel, source.channel)
    }
    order = capture.channels
    frameWords = [Int32](repeating: 0, count: board.capture.channels)
  }

  /// The output of a microphone's amplifier for a value at the membrane.
  func heard(_ value: Double, microphone: Int, frame: Int) -> Double {
    microphones[microphone].heard(value, frame: frame)
  }

  /// The word on the data line for a word from the converter.
  func word(_ word: Int32, microphone: Int, format: CaptureFormat) -> Int32 {
    microphones[microphone].word(word, format)
  }

  /// Copies and reorders the channels according to the defects.
  mutating func arrange(_ words: inout [Int32], frames: Int, channels: Int) {
    guard order != nil || !copies.isEmpty else { return }
    for frame in 0..<frames {
      let start = frame * channels
      for (copy, original) in copies { words[start + copy] = words[start + original] }
      guard let order else { continue }
      for channel in 0..<channels { frameWords[channel] = words[start + order[channel]] }
      for channel in 0..<channels { words[start + channel] = frameWords[channel] }
    }
  }
}

/// The signal chain from the membrane of one microphone to its samples.
private struct MicrophoneChain: Sendable {
  private let gain: Double
  private let offset: Double
  private let hums: [HumLines]
  private let limit: Double
  private let isDead: Bool
  private let constant: Double?
  private let bits: Int
  private let stuckBit: MicrophoneDefect.StuckBit?

  init(_ defect: MicrophoneDefect, capture: CaptureDefect, rate: Double) {
    gain = pow(10, capture.gain / 20)
    offset = defect.offset
    hums = [capture.hum, defect.hum].compactMap { $0.map { HumLines($0, rate: rate) } }
    limit = defect.clip.map { pow(10, $0 / 20) } ?? .infinity
    isDead = defect.isDead
    constant = defect.constant
    bits = capture.bits ?? 32
    stuckBit = defect.stuckBit
  }

  func heard(_ value: Double, frame: Int) -> Double {
    if isDead { return 0 }
    if let constant { return constant }
    let sum = hums.reduce(value * gain + offset) { $0 + $1.value(at: frame) }
    return min(max(sum, -limit), limit)
  }

  func word(_ word: Int32, _ format: CaptureFormat) -> Int32 {
    guard format != .float else {
      guard bits < 32 else { return word }
      let scale = Float(1 << (bits - 1))
      let value = Float(bitPattern: UInt32(bitPattern: word))
      return Int32(bitPattern: ((value * scale).rounded(.down) / scale).bitPattern)
    }
    var result = word & (-1 << (32 - Int32(bits)))
    guard let stuckBit, !isDead, constant == nil else { return result }
    let mask = Int32(bitPattern: UInt32(1) << UInt32(32 - stuckBit.bit))
    if stuckBit.isOne { result |= mask } else { result &= ~mask }
    return result
  }
}

/// The spectral lines of mains hum: the mains frequency and three multiples, each softer than the previous line.
private struct HumLines: Sendable {
  private let radiansPerFrame: Double
  private let amplitude: Double

  private static let multiples = 1...4

  init(_ hum: Hum, rate: Double) {
    radiansPerFrame = 2 * .pi * hum.mains / rate
    let energy = Self.multiples.reduce(0.0) { $0 + 1 / Double($1 * $1) }
    amplitude = pow(10, hum.level / 20) / energy.squareRoot()
  }

  func value(at frame: Int) -> Double {
    Self.multiples.reduce(0.0) { sum, multiple in
      let phase = radiansPerFrame * Double(frame) * Double(multiple) + Double(multiple)
      return sum + amplitude / Double(multiple) * sin(phase)
    }
  }
}
