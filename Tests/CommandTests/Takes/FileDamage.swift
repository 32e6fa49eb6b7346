import TestSupport

@testable import CommandSupport

/// Damage to files: on dying cards, in copies that break off, in programs for music.
enum FileDamage: CaseIterable {
  /// It ends anywhere.
  case cut
  /// It ends where its head is.
  case cutInHead
  /// It ends, and bytes of another file follow.
  case cutAndContinued
  case oneBit
  case manyBits
  /// Sectors that were never written.
  case zeros
  /// Sectors of another file.
  case noise
  case inserted
  case removed
  /// Two sectors changed places.
  case exchanged
  /// Another take's file of the kind has its name.
  case otherTake
  /// A file of another kind has its name.
  case otherKind
  case junkBehind
  case tagBehind
  case tagBefore
  /// Nothing is in it.
  case empty

  /// The damaged bytes.
  ///
  /// - Parameters:
  ///   - other: the file of another take.
  ///   - stranger: a file of another kind.
  func apply(
    to bytes: [UInt8], other: [UInt8], stranger: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    func place(_ length: Int = 1) -> Int {
      Int.random(in: 0...(bytes.count - length), using: &random)
    }
    switch self {
    case .cut: bytes.removeLast(place())
    case .cutInHead: bytes = Array(bytes.prefix(Int.random(in: 0...20000, using: &random)))
    case .cutAndContinued:
      bytes.removeLast(place(2) + 1)
      bytes += other.suffix(Int.random(in: 1...5000, using: &random))
    case .oneBit: bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case .manyBits:
      for _ in 0..<8 { bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    case .zeros, .noise:
      let count = min(bytes.count, 512 * Int.random(in: 1...16, using: &random))
      let start = place(count) / 512 * 512
      for index in start..<(start + count) {
        bytes[index] = self == .zeros ? 0 : UInt8.random(in: 0...255, using: &random)
      }
    case .inserted:
      let more = (0..<Int.random(in: 1...64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.insert(contentsOf: more, at: place())
    case .removed:
      let count = Int.random(in: 1...2000, using: &random)
      let start = place(count)
      bytes.removeSubrange(start..<(start + count))
    case .exchanged:
      let (first, second) = (place(512) / 512 * 512, place(512) / 512 * 512)
      for index in 0..<512 { bytes.swapAt(first + index, second + index) }
    case .otherTake: bytes = other
    case .otherKind: bytes = stranger
    case .junkBehind:
      bytes += (0..<Int.random(in: 1...3000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    case .tagBehind: bytes += Array("TAGTitle".utf8) + [UInt8](repeating: 0x20, count: 120)
    case .tagBefore:
      let size = UInt8.random(in: 0...127, using: &random)
      bytes =
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, size] + [UInt8](repeating: 0, count: Int(size))
        + bytes
    case .empty: bytes = []
    }
    return bytes
  }
}
