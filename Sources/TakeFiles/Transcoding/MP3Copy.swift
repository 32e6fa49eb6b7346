import CSndfile
import Glibc

/// Makes an MP3 from a take file, to send to people: it has title, date and comment, but does not count as one of
/// Pinna's takes.
///
/// The MP3 is written by libsndfile, which can do so from version 1.1 on if it was built with LAME.
public struct MP3Copy: Sendable {
  /// The path of the file to read.
  public let input: String
  /// The path of the new file.
  public let output: String
  /// How much louder the new file is than the old one, in decibels.
  public var gain = 0.0

  /// The file extension, without the dot.
  public static let ending = "mp3"
  /// The sample rates that MPEG-1, 2 and 2.5 allow, in frames per second (ISO 11172-3, 13818-3).
  private static let rates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
  /// The quality, which libsndfile counts from 0 (best) to 1; this value gives about 190 kbit/s for stereo.
  private static let level = 0.2
  private static let blockFrames = 8192

  /// Prepares a copy; nothing is read or written yet.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }

  /// The reason why a take file cannot become an MP3; `nil` if it can.
  public static func refusal(for take: TakeFile) -> TakeFileKind.Refusal? {
    if take.frames == 0 {
      return .init(
        problem: "the take has no sound, and MP3 files need some",
        remedy: "choose WAV, or leave it out")
    }
    if !(1...2).contains(take.channels) {
      return .init(
        problem: "MP3 is for one or two channels, not \(take.channels)",
        remedy: "choose FLAC (up to 8 channels) or WAV")
    }
    if !rates.contains(take.rate) {
      return .init(
        problem: "MP3 does not support \(take.rate) Hz", remedy: "choose FLAC, m4a or WAV")
    }
    var info = shape(take)
    guard sf_format_check(&info) != 0 else {
      return .init(
        problem: "this libsndfile cannot write MP3",
        remedy: "install libsndfile 1.1 or later with LAME (Debian 12 has it), or choose m4a")
    }
    return nil
  }

  private static func shape(_ take: TakeFile) -> SF_INFO {
    var info = SF_INFO()
    (info.samplerate, info.channels) = (Int32(take.rate), Int32(take.channels))
    info.format = Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    return info
  }

  /// Makes the copy; if this fails, nothing is left behind.
  ///
  /// - Parameter progress: called from time to time with the share that is done, from 0 to 1.
  /// - Returns: the length of the new file, and the samples that it could not hold.
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` if libsndfile cannot make the file, and the errors of
  ///   ``Transcoder/run(progress:)``.
  @discardableResult
  public func run(
    progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) -> Transcoder.Outcome {
    let take = try TakeFile.read(path: input)
    if let refusal = Self.refusal(for: take) {
      throw .encoder(path: output, problem: refusal.problem, remedy: refusal.remedy)
    }
    let draft = TakeName.inProgressPath(for: output)
    TakeRemains.remove(of: output, madeWith: take.metadata)
    let file = try ExFATPlace.create(draft)
    var outcome = Transcoder.Outcome()
    do throws(TakeFileError) {
      outcome = try write(take, to: file.descriptor, path: draft, progress: progress)
      try FileSync.file(file.descriptor, path: draft)
      try FileSync.rename(draft, to: output, open: file.descriptor)
      try FileSync.directory(of: output)
    } catch {
      _ = unlink(draft)
      throw error
    }
    return outcome
  }

  /// Writes the MP3 into an open file, through memory: libsndfile does not report every failed write.
  func write(
    _ take: TakeFile, to descriptor: Int32, path: String, progress: (Double) -> Void = { _ in }
  ) throws(TakeFileError) -> Transcoder.Outcome {
    let source = try take.makeSource()
    let stream = UnsafeMutablePointer<EncodedStream>.allocate(capacity: 1)
    stream.initialize(to: EncodedStream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    var (callbacks, info) = (SoundFileEncoder.callbacks, Self.shape(take))
    guard let handle = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, stream) else {
      throw failure(sf_error(nil))
    }
    var isOpen = true
    defer { if isOpen { sf_close(handle) } }
    describe(take.metadata, in: handle)
    var samples = [Float](repeating: 0, count: Self.blockFrames * take.channels)
    var limited = samples
    let factor = Float(pow(10, gain / 20))
    var outcome = Transcoder.Outcome()
    while outcome.frames < take.frames {
      let count = try source.read(
        into: &samples, frames: min(Self.blockFrames, take.frames - outcome.frames))
      guard count > 0 else {
        throw .malformed(
          path: input, offset: 0,
          problem:
            "its audio ends after \(outcome.frames) of \(take.frames) frames; recover it first")
      }
      let all = count * take.channels
      outcome.invalidSamples += SampleLimits.scale(&samples, count: all, by: factor)
      outcome.clippedSamples += SampleLimits.copy(samples, count: all, to: &limited)
      guard sf_writef_float(handle, limited, sf_count_t(count)) == sf_count_t(count) else {
        throw failure(sf_error(handle))
      }
      try stream.pointee.drain(into: descriptor, path: path)
      outcome.frames += count
      progress(Double(outcome.frames) / Double(take.frames))
    }
    isOpen = false
    let code = sf_close(handle)
    if code != 0 { throw failure(code) }
    try stream.pointee.drain(into: descriptor, path: path)
    return outcome
  }

  /// Sets the quality and the tags.
  private func describe(_ metadata: TakeMetadata, in handle: OpaquePointer) {
    var level = Self.level
    sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
    let tags: [(Int, String?)] = [
      (SF_STR_TITLE, metadata.title ?? metadata.take), (SF_STR_COMMENT, metadata.note),
      (SF_STR_DATE, metadata.isClockSet ? String(metadata.date.text.prefix(10)) : nil),
      (SF_STR_SOFTWARE, "Pinna"),
    ]
    for case (let key, let text?) in tags { sf_set_string(handle, Int32(key), text) }
  }

  private func failure(_ code: Int32) -> TakeFileError {
    .encoder(
      path: output, problem: "libsndfile: " + String(cString: sf_error_number(code)),
      remedy: "choose m4a or FLAC")
  }
}
