/// The audio of an MPEG-4 file, which FFmpeg decodes in a separate process.
final class FFmpegSource: AudioSource {
  private let path: String
  private let channels: Int
  private let child: CodecProcess
  private var bytes: [UInt8] = []
  private var hasEnded = false

  /// The number of bytes to read from the program at once.
  private static let pieceBytes = 1 << 17

  /// Starts FFmpeg.
  init(path: String, rate: Int, channels: Int) throws(TakeFileError) {
    self.path = path
    self.channels = channels
    child = try FFmpeg.start(
      [
        // Without "file:", FFmpeg could take a name for an option or a protocol.
        "-i", "file:" + path, "-map", "0:a:0", "-ar", "\(rate)", "-ac", "\(channels)", "-f",
        "f32le", "pipe:1",
      ], path: path)
  }

  func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    let bytesPerFrame = channels * MemoryLayout<Float>.size
    while bytes.count < frames * bytesPerFrame && !hasEnded { try readMore() }
    let count = min(frames, bytes.count / bytesPerFrame)
    bytes.withUnsafeBytes { raw in
      for i in 0..<(count * channels) {
        let word = raw.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
        samples[i] = Float(bitPattern: UInt32(littleEndian: word))
      }
    }
    bytes.removeFirst(count * bytesPerFrame)
    return count
  }

  private func readMore() throws(TakeFileError) {
    do throws(CodecProcess.Failure) {
      var taken: [UInt8] = []
      hasEnded = try child.read(atMost: Self.pieceBytes) { taken.append(contentsOf: $0) }
      bytes += taken
      if hasEnded, let code = try child.finish({ _ in }), code != 0 { throw .ended }
    } catch {
      throw FFmpeg.error(error, child.complaint, path: path)
    }
  }

  func read(samples: UnsafeMutablePointer<Int32>, frames: Int) throws(TakeFileError) -> Int {
    throw .unsupported(
      path: path, offset: 0,
      problem: "AAC files do not contain the samples that the device captured")
  }
}
