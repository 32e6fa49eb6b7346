import Boards
import Diagnostics
import Glibc
import TestSupport

/// Something that is wrong with the sound of a board, made in the samples of a healthy one.
struct PlantedFault: Sendable, CustomStringConvertible {
  let name: String
  /// The checks that must find it, with the subject each names, and no others.
  let found: [Check: String]
  let plant: @Sendable (inout CapturedSound) -> Void

  var description: String { name }

  /// Channels and microphones: MIC1 has channel 0.
  static let all: [PlantedFault] = [
    PlantedFault("dead", [.soundAlive: "MIC2"]) { $0.change(1) { _, _ in 0 } },
    PlantedFault("stuck line", [.soundAlive: "MIC3"]) { $0.change(2) { _, _ in -256 } },
    PlantedFault("blocked port", [.soundLevel: "MIC2"]) {
      $0.scale(1, by: 0.05)
    },
    PlantedFault("too soft by 3 dB", [.soundGain: "MIC4"]) { $0.scale(3, by: 0.7079) },
    PlantedFault("inverted", [.soundPolarity: "MIC1"]) { $0.scale(0, by: -1) },
    PlantedFault("duplicated", [.soundCopy: "MIC1, MIC2"]) { sound in
      let first = sound.channel(0)
      sound.change(1) { frame, _ in first[frame] }
    },
    PlantedFault("offset of 3 %", [.soundOffset: "MIC3"]) {
      $0.change(2) { _, word in word + Int32(0.03 * 0x1p31) }
    },
    PlantedFault("stuck bit", [.soundBits: "MIC2"]) {
      // Bit 12 of 24: within the sound, and well above the noise.
      $0.change(1) { _, word in word & ~(1 << 17) }
    },
    PlantedFault("16 bits in 32", [.soundDepth: "MIC1 MIC2 MIC3 MIC4"]) { sound in
      for channel in 0..<4 { sound.change(channel) { _, word in word & ~0xFFFF } }
    },
    PlantedFault("clipping", [.soundClipping: "MIC1 MIC2 MIC3 MIC4"]) { sound in
      for channel in 0..<4 {
        sound.change(channel) { frame, word in frame % 9000 < 3 ? Int32.max - 255 : word }
      }
    },
    PlantedFault("hum of 50 Hz", [.soundHum: "MIC1"]) { $0.hum(0, 50, level: -40) },
    PlantedFault("hum of 60 Hz", [.soundHum: "MIC2"]) { $0.hum(1, 60, level: -40) },
  ]

  private init(
    _ name: String, _ found: [Check: String],
    _ plant: @escaping @Sendable (inout CapturedSound) -> Void
  ) {
    self.name = name
    self.found = found
    self.plant = plant
  }
}

extension CapturedSound {
  func channel(_ channel: Int) -> [Int32] {
    stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
  }

  mutating func change(_ channel: Int, _ make: (Int, Int32) -> Int32) {
    var changed = samples
    for frame in 0..<frames {
      changed[frame * channels + channel] = make(frame, changed[frame * channels + channel])
    }
    self = CapturedSound(samples: changed, channels: channels, rate: rate, format: format)
  }

  /// A factor, in the 24 bits of the format.
  mutating func scale(_ channel: Int, by factor: Double) {
    change(channel) { _, word in Int32((Double(word >> 8) * factor).rounded()) << 8 }
  }

  /// The mains and three of their multiples, of this level together in dBFS.
  mutating func hum(_ channel: Int, _ mains: Double, level: Double) {
    let amplitude = pow(10, level / 20) / 2 * Double(1 << 23)
    let rate = Double(rate)
    change(channel) { frame, word in
      let turn: Double = 2 * .pi * mains * Double(frame) / rate
      let sum = (1...4).reduce(0.0) { (sum: Double, multiple: Int) -> Double in
        sum + sin(turn * Double(multiple) + Double(multiple))
      }
      let added = Int32((amplitude * sum).rounded()) << 8
      return word + added
    }
  }
}
