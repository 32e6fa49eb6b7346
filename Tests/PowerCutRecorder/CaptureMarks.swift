import Glibc

/// Tells the log of a virtual disk how far the recording is: a line of text in one block of the disk itself.
///
/// The block lies behind the file system on the same disk, so that in the log a mark has its place among the writes of
/// the file system: everything that the log has before it was on its way when the mark was made. Direct, so that it is
/// there when the call returns; no flush belongs to it.
final class CaptureMarks {
  /// Bytes of a mark; a multiple of every sector size.
  static let blockBytes = 4096
  /// Simulated seconds between two marks.
  static let intervalSeconds = 0.02

  private let descriptor: Int32
  private let offset: Int
  private let block: UnsafeMutableRawPointer
  private var next = 0.0

  /// Marks on a device at a byte offset; `nil` with `errno` when it cannot be opened.
  init?(device: String, offset: Int) {
    // O_DIRECT of x86-64, which Glibc's module hides.
    let direct: Int32 = 0o40000
    descriptor = open(device, O_WRONLY | O_CLOEXEC | direct)
    guard descriptor >= 0 else { return nil }
    self.offset = offset
    block = .allocate(byteCount: Self.blockBytes, alignment: Self.blockBytes)
  }

  deinit {
    _ = close(descriptor)
    block.deallocate()
  }

  /// True when it is time for the next mark.
  func isDue(at now: Double) -> Bool { now >= next - 1e-9 }

  /// Makes a mark; false, with `errno`, when the disk refuses it.
  func put(_ text: String, at now: Double) -> Bool {
    next = now + Self.intervalSeconds
    block.initializeMemory(as: UInt8.self, repeating: 0, count: Self.blockBytes)
    for (index, byte) in text.utf8.prefix(Self.blockBytes).enumerated() {
      block.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    return pwrite(descriptor, block, Self.blockBytes, off_t(offset)) == Self.blockBytes
  }
}
