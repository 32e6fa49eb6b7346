import Face
import Glibc
import LinuxBoard
import TakeFiles

/// The live sound on standard output, for other programs: a WAV file without an end, or samples alone.
///
/// - Thread: one.
struct SoundOutput {
  /// The form of the bytes.
  enum Form: String, CaseIterable, Sendable {
    /// A WAV file that says of itself that it goes to the end.
    case wav
    /// Samples alone.
    case raw
  }

  /// The way of storing samples.
  let samples: SampleFormat
  /// The form of what is written.
  let form: Form
  private let descriptor: Int32
  /// True when a reader that has not read for so many seconds is not waited for any longer.
  private let isOver: (_ seconds: Double) -> Bool
  /// True after a block that the reader did not take whole.
  private(set) var isCut = false
  /// Frames per second of what was written; `nil` before the first.
  private(set) var rate: Int?
  /// Frames that were missing so far.
  private(set) var missed = 0

  /// Milliseconds after which a wait for the reader looks whether the work is to end.
  private static let patience: Int32 = 100

  /// An output; nothing is written yet.
  ///
  /// - Parameter isOver: true when a reader that has not read for so many seconds is not waited for any longer.
  init(_ wish: SoundWish, to descriptor: Int32, until isOver: @escaping (Double) -> Bool) {
    (form, samples) = (wish.form, wish.samples)
    (self.descriptor, self.isOver) = (descriptor, isOver)
  }

  /// Writes a block, and the head before the first one.
  ///
  /// - Returns: the frames that are missing before it.
  /// - Throws: ``OutputClosed`` when the reader is gone; ``CommandError`` when writing failed, and when the rate is
  ///   another one than before, which a stream cannot tell.
  mutating func write(_ block: SoundBlock) throws -> Int {
    if let rate, rate != block.rate {
      throw CommandError(
        "the recorder captures \(block.rate) frames per second now, and \(rate) before; start it again",
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

  /// Goes on with the sound of another connection, whose missing frames are counted anew.
  mutating func goOn() { missed = 0 }

  /// The head of a WAV file whose length is not known.
  ///
  /// - Source: Microsoft, "Multiple channel audio data and WAVE files"; sizes of 0xFFFFFFFF as ffmpeg and SoX write
  ///   them into a pipe, and read them as "to the end".
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

  /// Writes all bytes, in pieces that a pipe takes whole when it takes any.
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
