/// The output of an encoder not yet in the file.
///
/// An encoder writes here, into memory, and never fails; the writer passes the bytes on to the file, sees every error
/// with its errno, and can retry without the encoder knowing. Encoders append, and at the end go back to their first
/// bytes (FLAC states its length there).
struct EncodedStream {
  /// The number of bytes passed on to the file.
  private(set) var writtenBytes = 0
  /// The bytes waiting for the file, from ``writtenBytes`` on.
  private(set) var pending: [UInt8] = []
  /// Changes of bytes already in the file.
  private(set) var patches: [Patch] = []
  /// The position of the encoder's next write.
  var position = 0
  /// The bytes that the encoder wrote once and can no longer change, because the writer has its own there.
  var protected: Range<Int>?

  /// Bytes that replace others.
  struct Patch: Sendable, Equatable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// The length of the whole file in bytes, including the waiting bytes.
  var length: Int { writtenBytes + pending.count }

  /// Writes bytes at the position.
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    let offset = position
    position += bytes.count
    if let protected, offset < protected.upperBound, position > protected.lowerBound { return }
    if offset == length {
      pending.append(contentsOf: bytes)
    } else {
      change(Patch(offset: offset, bytes: Array(bytes)))
    }
  }

  /// Changes bytes, in memory if they still wait.
  mutating func change(_ patch: Patch) {
    for (index, byte) in patch.bytes.enumerated() where patch.offset + index >= length {
      // After a gap, which no encoder leaves: filled, so that offsets stay correct.
      pending.append(contentsOf: repeatElement(0, count: patch.offset + index - length))
      pending.append(byte)
    }
    let inFile = max(0, min(patch.bytes.count, writtenBytes - patch.offset))
    if inFile > 0 {
      patches.append(Patch(offset: patch.offset, bytes: Array(patch.bytes.prefix(inFile))))
    }
    for index in inFile..<max(inFile, patch.bytes.count) {
      pending[patch.offset + index - writtenBytes] = patch.bytes[index]
    }
  }

  /// Forgets bytes that are now in the file.
  mutating func didWrite(_ count: Int) {
    pending.removeFirst(count)
    writtenBytes += count
  }

  /// Forgets the oldest change.
  mutating func didPatch() { patches.removeFirst() }
}
