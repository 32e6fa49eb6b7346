import TakeFiles

@testable import CommandSupport

/// WAV files as other recorders and programs write them.
struct OtherWAV {
  var channels: Int
  var bits: Int
  /// The bytes of a sample; as many as its bits need, unless it says otherwise.
  var container: Int?
  /// True when samples lie in the upper bytes of a larger container.
  var isUpper = true
  var rate = 16000

  /// The bytes of a file with a tone of a quarter of full scale.
  ///
  /// - Parameter significant: the bits of the tone, when the header says others.
  func file(frames: Int, chunks: [WAVChunk] = [], significant: Int? = nil) -> [UInt8] {
    let size = container ?? (bits + 7) / 8
    let own = significant ?? bits
    var sound: [UInt8] = []
    for index in 0..<(frames * channels) {
      // A triangle, without rounding of its own.
      let phase = (index / channels * 37) % 400
      let level = (phase < 200 ? phase - 100 : 300 - phase) * (1 << (own - 3)) / 100 + 1
      let word = isUpper ? level << (8 * size - own) : level
      for byte in 0..<size { sound.append(UInt8(truncatingIfNeeded: word >> (8 * byte))) }
    }
    var format: [UInt8] = []
    for (number, bytes) in [
      (1, 2), (channels, 2), (rate, 4), (rate * channels * size, 4), (channels * size, 2),
      (bits, 2),
    ] {
      for byte in 0..<bytes { format.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    var body = Array("WAVE".utf8)
    for (id, payload) in [("fmt ", format), ("data", sound)] + chunks.map({ ($0.id, $0.payload) }) {
      body += Array(id.utf8) + Self.word(payload.count) + payload
      if payload.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + Self.word(body.count) + body
  }

  private static func word(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
