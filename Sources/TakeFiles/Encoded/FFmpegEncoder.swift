import Glibc

/// Encodes AAC in fragmented MPEG-4 with FFmpeg's own encoder, in a separate process.
///
/// FFmpeg writes the head only together with the first fragment ("delay_moov"). Only then does the head state that the
/// encoder puts a frame before the audio, without which the take would be shifted in time.
final class FFmpegEncoder: AudioEncoder {
  var stream = EncodedStream()

  private let path: String
  private let format: AudioFormat
  private let child: CodecProcess
  private var floats: [Float]

  /// The number of frames to pass to the program at once.
  private static let blockFrames = 2048
  /// The duration of a fragment, and so roughly the most audio that is lost if the file is cut off.
  private static let fragmentMicroseconds = 500_000

  /// The bit rate in bits per second: 128 kb/s per channel or, if that is less, AAC's limit of 6144 bits per frame of
  /// 1024 samples.
  ///
  /// - Source: ISO/IEC 14496-3, 4.5.3.
  static func bitRate(for format: AudioFormat) -> Int {
    min(128_000, 6 * format.rate) * format.channels
  }

  /// Starts FFmpeg.
  init(path: String, format: AudioFormat) throws(TakeFileError) {
    self.path = path
    self.format = format
    floats = [Float](repeating: 0, count: Self.blockFrames * format.channels)
    child = try FFmpeg.start(Self.arguments(format), path: path)
  }

  private static func arguments(_ format: AudioFormat) -> [String] {
    let placeholder = String(repeating: " ", count: TagSpace.reservedBytes)
    return [
      "-f", "f32le", "-ar", "\(format.rate)", "-ac", "\(format.channels)", "-i", "pipe:0",
      "-map_metadata", "-1", "-metadata", "comment=" + placeholder, "-c:a", "aac", "-b:a",
      "\(bitRate(for: format))", "-movflags", "delay_moov+default_base_moof", "-frag_duration",
      "\(fragmentMicroseconds)", "-f", "mp4", "pipe:1",
    ]
  }

  func encode(
    interleaved samples: UnsafePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    var clamped = 0
    for done in stride(from: 0, to: frames, by: Self.blockFrames) {
      let block = min(frames - done, Self.blockFrames)
      clamped += SampleLimits.copy(
        samples + done * format.channels, count: block * format.channels, to: &floats)
      try feed(frames: block)
    }
    return clamped
  }

  func encode(samples: UnsafePointer<Int32>, frames: Int) throws(TakeFileError) {
    for done in stride(from: 0, to: frames, by: Self.blockFrames) {
      let block = min(frames - done, Self.blockFrames)
      SampleLimits.floats(
        samples + done * format.channels, count: block * format.channels, of: format.samples,
        to: &floats)
      try feed(frames: block)
    }
  }

  private func feed(frames: Int) throws(TakeFileError) {
    let bytes = frames * format.channels * MemoryLayout<Float>.size
    let block = floats
    var taken: [UInt8] = []
    var failure: CodecProcess.Failure?
    block.withUnsafeBytes { raw in
      do throws(CodecProcess.Failure) {
        try child.feed(UnsafeRawBufferPointer(rebasing: raw[..<bytes])) {
          taken.append(contentsOf: $0)
        }
      } catch {
        failure = error
      }
    }
    accept(taken)
    if let failure { throw FFmpeg.error(failure, child.complaint, path: path) }
  }

  private func accept(_ taken: [UInt8]) {
    taken.withUnsafeBytes { stream.write($0) }
  }

  func collect() throws(TakeFileError) {
    var taken: [UInt8] = []
    do throws(CodecProcess.Failure) {
      let hasEnded = try child.drain { taken.append(contentsOf: $0) }
      accept(taken)
      if hasEnded { throw .ended }
    } catch {
      throw FFmpeg.error(error, child.complaint, path: path)
    }
  }

  func finish() throws(TakeFileError) {
    var taken: [UInt8] = []
    do throws(CodecProcess.Failure) {
      let code = try child.finish { taken.append(contentsOf: $0) }
      accept(taken)
      // The index of the fragments comes last: if it is missing, FFmpeg died, whatever its exit code.
      let end = stream.pending.suffix(16)
      if code ?? 0 != 0 || !end.dropFirst(4).starts(with: "mfro".utf8) { throw .ended }
    } catch {
      throw FFmpeg.error(error, child.complaint, path: path)
    }
  }

  func abandon() { child.abandon() }
}
