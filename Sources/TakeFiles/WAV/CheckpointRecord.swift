/// Records which audio of a WAV take in progress is safe, so that after a power cut garbage is not taken for audio.
///
/// On a file system without a journal, a file on the medium can grow before its new blocks are written; after a power
/// cut it then ends with the old contents of these blocks. So the head of the file states how many bytes are known to
/// be on the medium, and the CRC of the bytes written since, segment by segment. The record lies in the same sector of
/// the medium as the header of the audio, and a sector is written either completely or not at all.
struct CheckpointRecord: Sendable, Equatable {
  /// The number of bytes of audio that are known to be on the medium.
  var syncedBytes = 0
  /// The segments that were written after these bytes, in order.
  var segments: [CRC32] = []
  /// The checksums of a finished file; `nil` while it grows, and in files of earlier versions.
  var seal: Seal?

  /// Checksums of everything in a finished file except its audio; a single wrong bit there can mean another time, place
  /// or speed.
  struct Seal: Sendable, Equatable {
    /// The CRC of those chunks that describe the take: `bext`, `fmt ` and `iXML`.
    var description: UInt32
    /// The CRC of everything after the audio.
    var tail: CRC32
  }

  /// The name of the chunk.
  static let id = "pnna"
  /// The size of the chunk's contents in bytes.
  static let payloadBytes = 496
  /// The number of segments for which the record has space.
  static let capacity = 58
  /// The version of the record's layout.
  private static let version: UInt32 = 1

  /// Adds a segment; if the record is full, the new segment is joined to the last one.
  mutating func add(_ segment: CRC32) {
    if segments.count < Self.capacity {
      segments.append(segment)
    } else if segments[Self.capacity - 1].bytes + segment.bytes <= Int(UInt32.max) {
      segments[Self.capacity - 1].add(segment)
    }
  }

  /// Removes the segments within this many bytes, which are known to be on the medium.
  mutating func confirm(_ bytes: Int) {
    while let first = segments.first, syncedBytes + first.bytes <= bytes {
      syncedBytes += first.bytes
      segments.removeFirst()
    }
  }

  /// The contents of the chunk.
  var payload: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.payloadBytes)
    bytes.append(littleEndian: Self.version)
    bytes.append(littleEndian: UInt64(syncedBytes))
    bytes.append(littleEndian: UInt32(segments.count))
    for segment in segments {
      bytes.append(littleEndian: UInt32(segment.bytes))
      bytes.append(littleEndian: segment.value)
    }
    let unused = Self.capacity - segments.count
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 8 * unused))
    bytes.append(littleEndian: bytes.withUnsafeBytes { CRC32($0) }.value)
    if let seal {
      bytes.append(littleEndian: seal.description)
      bytes.append(littleEndian: seal.tail.value)
      bytes.append(littleEndian: UInt32(clamping: seal.tail.bytes))
    }
    bytes.append(contentsOf: [UInt8](repeating: 0, count: Self.payloadBytes - bytes.count))
    return bytes
  }

  /// An empty record.
  init() {}

  /// Parses the contents of a chunk in the form of ``payload``; `nil` for anything else.
  init?(payload: [UInt8]) {
    let crcAt = 16 + 8 * Self.capacity
    guard payload.count >= crcAt + 4, payload.littleEndian(UInt32.self, at: 0) == Self.version,
      payload[..<crcAt].withUnsafeBytes({ CRC32($0) }).value
        == payload.littleEndian(UInt32.self, at: crcAt)
    else { return nil }
    let count = Int(payload.littleEndian(UInt32.self, at: 12))
    let synced = payload.littleEndian(UInt64.self, at: 4)
    guard count <= Self.capacity, synced < UInt64(1) << 60 else { return nil }
    syncedBytes = Int(synced)
    segments = (0..<count).map { index in
      CRC32(
        value: payload.littleEndian(UInt32.self, at: 16 + 8 * index + 4),
        bytes: Int(payload.littleEndian(UInt32.self, at: 16 + 8 * index)))
    }
    let sealAt = crcAt + 4
    guard payload.count >= sealAt + 12, payload[sealAt..<(sealAt + 12)].contains(where: { $0 != 0 })
    else { return }
    seal = Seal(
      description: payload.littleEndian(UInt32.self, at: sealAt),
      tail: CRC32(
        value: payload.littleEndian(UInt32.self, at: sealAt + 4),
        bytes: Int(payload.littleEndian(UInt32.self, at: sealAt + 8))))
  }
}
