import Face
import Glibc
import LinuxBoard
import TakeFiles

/// The live sound on standard output, for other programs: an endless WAV file, or raw samples.
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

  /// The sample format.
  let samples: SampleFormat
  /// The form of the bytes.
  let form: Form
  private let descriptor: Int32
  /// True if a reader that has not read for this many seconds should be given up.
  private let isOver: (_ seconds: Double) -> Bool
  /// True after a block that the reader did not take completely.
  private(set) var isCut = false
  /// Frames per second of the output; `nil` before the first block.
  private(set) var rate: Int?
  /// Frames missing so far.
  private(set) var missed = 0

  /// Milliseconds after which a wait for the reader checks for the end.
  private static let patience: Int32 = 100

  /// An output; nothing is written yet.
  ///
  /// - Parameter isOver: true if a reader that has not read for this many seconds should be given up.
  init(_ wish: SoundWish, to descriptor: Int32, until isOver: @escaping (Double) -> Bool) {
    (form, samples) = (wish.form, wish.samples)
    (self.descriptor, self.isOver) = (descriptor, isOver)
  }

  /// Writes a block, with the header before the first one.
  ///
  /// - Returns: the number of frames missing before it.
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

  /// Continues with the sound of another connection, which counts missing frames from zero.
  mutating func goOn() { missed = 0 }

  /// The header of a WAV file of unknown length.
  ///
  /// - Source: Microsoft, "Multiple channel audio data and WAVE files"; sizes of 0xFFFFFFFF, as ffmpeg and SoX write to
  ///   a pipe, and read as "to the end".
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

  /// Writes all bytes, in pieces that a pipe accepts completely or not at all.
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
