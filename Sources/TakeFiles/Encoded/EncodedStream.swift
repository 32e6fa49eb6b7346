/// The output of an encoder that has not reached the file yet.
///
/// An encoder writes into this memory, and never fails. The writer passes the bytes on to the file, sees every error
/// with its errno, and can retry without involving the encoder. An encoder appends bytes, and at the end goes back to
/// the first ones (FLAC states its length there).
struct EncodedStream {
  /// The number of bytes already passed on to the file.
  private(set) var writtenBytes = 0
  /// The bytes that wait to be passed on; they follow the first ``writtenBytes`` of the file.
  private(set) var pending: [UInt8] = []
  /// Changes to bytes that are already in the file.
  private(set) var patches: [Patch] = []
  /// The offset in the file at which the encoder writes next.
  var position = 0
  /// A range in which the encoder can no longer change anything, because the writer has put its own bytes there.
  var protected: Range<Int>?

  /// Bytes that replace those at an offset.
  struct Patch: Sendable, Equatable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// The length of the whole file in bytes, including those that still wait.
  var length: Int { writtenBytes + pending.count }

  /// Writes bytes at ``position``.
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

  /// Changes bytes: in memory if they still wait, otherwise later in the file.
  mutating func change(_ patch: Patch) {
    for (index, byte) in patch.bytes.enumerated() where patch.offset + index >= length {
      // If there were a gap before the new bytes, which no encoder leaves, fill it, so that offsets stay correct.
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

  /// Removes waiting bytes that have been written to the file.
  mutating func didWrite(_ count: Int) {
    pending.removeFirst(count)
    writtenBytes += count
  }

  /// Removes the oldest change, which has been made in the file.
  mutating func didPatch() { patches.removeFirst() }

  /// Writes everything that waits into an open file.
  mutating func drain(into descriptor: Int32, path: String) throws(TakeFileError) {
    try OpenFile.write(pending, to: descriptor, at: writtenBytes, path: path)
    didWrite(pending.count)
    while let patch = patches.first {
      try OpenFile.write(patch.bytes, to: descriptor, at: patch.offset, path: path)
      didPatch()
    }
  }
}
