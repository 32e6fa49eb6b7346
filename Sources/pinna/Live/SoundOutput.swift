import Face
import Glibc
import LinuxBoard
import TakeFiles

/// Writes live sound to standard output for other programs, as an endless WAV file or as raw samples.
///
/// - Thread: one.
struct SoundOutput {
  /// The form of the bytes.
  enum Form: String, CaseIterable, Sendable {
    /// A WAV file of unknown length.
    case wav
    /// Raw samples.
    case raw
  }

  /// The format of the samples.
  let samples: SampleFormat
  /// The form of the bytes.
  let form: Form
  private let descriptor: Int32
  /// True if the output should give up a reader that has read nothing for this many seconds.
  private let isOver: (_ seconds: Double) -> Bool
  /// True after a block of which the reader did not take all.
  private(set) var isCut = false
  /// Frames per second of the sound; `nil` before the first block.
  private(set) var rate: Int?
  /// The number of frames that are missing so far.
  private(set) var missed = 0

  /// Milliseconds after which a wait for the reader is interrupted to check for the end.
  private static let patience: Int32 = 100

  /// Makes an output; nothing is written yet.
  ///
  /// - Parameter isOver: returns true if the output should give up a reader that has read nothing for this many
  ///   seconds.
  init(_ wish: SoundWish, to descriptor: Int32, until isOver: @escaping (Double) -> Bool) {
    (form, samples) = (wish.form, wish.samples)
    (self.descriptor, self.isOver) = (descriptor, isOver)
  }

  /// Writes a block, and before the first block the header.
  ///
  /// - Returns: the number of frames that are missing before the block.
  /// - Throws: ``OutputClosed`` if the reader is gone; ``CommandError`` if writing fails, or if the rate has changed,
  ///   which a stream cannot express.
  mutating func write(_ block: SoundBlock) throws -> Int {
    if let rate, rate != block.rate {
      throw CommandError(
        "the recorder now captures \(block.rate) frames per second instead of \(rate); start this command again",
        .temporary)
    }
    if rate == nil, form == .wav { try write(head(rate: block.rate)) }
    rate = block.rate
    let lost = block.missed - missed
    missed = block.missed
    var bytes = [UInt8](repeating: 0, count: block.samples.count * samples.bytes)
    _ = block.samples.withUnsafeBufferPointer { source in
      bytes.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
        return SampleEncoder.encode(from, count: source.count, as: samples, into: to)
      }
    }
    try write(bytes)
    return lost
  }

  /// Goes on with the sound of a new connection, which counts missing frames from zero.
  mutating func goOn() { missed = 0 }

  /// The header of a WAV file of unknown length.
  ///
  /// - Source: Microsoft, "Multiple channel audio data and WAVE files"; ffmpeg and SoX also write sizes of 0xFFFFFFFF
  ///   to a pipe, and read them as "to the end".
  private func head(rate: Int) -> [UInt8] {
    var head = Array("RIFF".utf8)
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { head.append(contentsOf: $0) }
    }
    put(UInt32.max)
    head += Array("WAVEfmt ".utf8)
    put(UInt32(16))
    put(UInt16(samples == .f32 ? 3 : 1))
    put(UInt16(2))
    put(UInt32(rate))
    put(UInt32(rate * 2 * samples.bytes))
    put(UInt16(2 * samples.bytes))
    put(UInt16(samples.bits))
    head += Array("data".utf8)
    put(UInt32.max)
    return head
  }

  /// Writes all bytes, in pieces that a pipe accepts either whole or not at all.
  ///
  /// - Source: pipe(7): POLLOUT promises room for PIPE_BUF (4096) bytes.
  private mutating func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    var since = MonotonicClock.now()
    while !rest.isEmpty {
      isCut = isOver(MonotonicClock.now() - since)
      guard !isCut else { return }
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, Self.patience) > 0 else { continue }
      let written = rest.prefix(4096).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
        since = MonotonicClock.now()
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EAGAIN && errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw CommandError("cannot write the sound: \(reason)", .inputOutput)
      }
    }
  }
}
