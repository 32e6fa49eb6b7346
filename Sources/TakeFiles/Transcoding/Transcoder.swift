import Glibc

/// Converts a take file into one of another kind, with all its metadata.
///
/// Samples stay the same bit for bit if the new file can hold them, that is, without a gain, between WAV and FLAC, and
/// if the sample format stays the same or becomes wider. Otherwise they are rounded once, without dither. No file is
/// replaced, and if the conversion fails, nothing is left behind.
public struct Transcoder: Sendable {
  /// The path of the file to read.
  public let input: String
  /// The path of the new file.
  public let output: String
  /// The kind of the new file.
  public let kind: TakeFileKind
  /// The sample format of the new file; `nil` to keep the format of the old file, or to use 24 bits for Opus and AAC,
  /// which have none.
  public let samples: SampleFormat?
  /// How much louder the new file is than the old one, in decibels.
  public var gain = 0.0
  /// The loudness of the old file, if it was measured; from it follows the loudness that the new file states.
  public var loudness: Loudness?
  /// The metadata of the new file; `nil` to use those that a copy of the old file should have.
  var metadata: TakeMetadata?

  /// The facts about a new file.
  public struct Outcome: Sendable, Equatable {
    /// The number of frames in the file.
    public var frames = 0
    /// The number of samples that exceeded full scale and were clipped.
    public var clippedSamples = 0
    /// The number of samples that were not numbers (NaN or infinite) and were silenced.
    public var invalidSamples = 0
  }

  private static let blockFrames = 8192

  /// Prepares a conversion; nothing is read or written yet.
  public init(input: String, output: String, kind: TakeFileKind, samples: SampleFormat? = nil) {
    (self.input, self.output) = (input, output)
    (self.kind, self.samples) = (kind, samples)
  }

  /// Converts the file.
  ///
  /// - Parameter progress: called from time to time with the share that is done, from 0 to 1.
  /// - Returns: the length of the new file, and the samples that it could not hold; notes in the file count these, and
  ///   then it states no loudness.
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` before anything is written, if files of this kind cannot
  ///   hold the audio or the program that encodes it is missing; ``TakeFileError/system(operation:path:code:)`` with
  ///   `EEXIST` if the name is taken; ``TakeFileError/malformed(path:offset:problem:)`` if the audio is damaged.
  @discardableResult
  public func run(progress: (Double) -> Void = { _ in }) throws(TakeFileError) -> Outcome {
    let take = try TakeFile.read(path: input)
    let format = try format(for: take)
    var metadata = metadata ?? copied(take, as: format)
    if self.metadata == nil { metadata.keep(others: try take.otherContents().fields) }
    metadata.notes += try TakeVerifier.faults(of: take).map { TakeMetadata.flawedSource + $0 }
    let source = try take.makeSource()
    TakeRemains.remove(of: output, madeWith: metadata)
    var writer = try TakeFileWriter.create(
      path: output, kind: kind, format: format, metadata: metadata.unfinished)
    var outcome = Outcome()
    do throws(TakeFileError) {
      outcome = try copy(take, from: source, to: &writer, progress: progress)
    } catch {
      writer.discard()
      throw error
    }
    metadata.state(outcome)
    outcome.frames = try finish(writer, metadata)
    return outcome
  }

  /// The metadata that a copy of the whole file should have.
  private func copied(_ take: TakeFile, as format: AudioFormat) -> TakeMetadata {
    var metadata = take.metadata
    if metadata.rate == 0 { metadata.rate = take.rate }
    metadata.audioChecksum = nil
    metadata.copy = copyWords(of: take, as: format)
    metadata.state(gain: gain, of: loudness)
    // Facts that are not known must not be made up.
    if case .other(let maker) = take.origin { metadata.recorder = maker ?? "" }
    return metadata
  }

  /// The words that distinguish the new file from its source, and from other copies of the source.
  private func copyWords(of take: TakeFile, as format: AudioFormat) -> String {
    let form = kind.isLossless ? "\(kind.rawValue) \(format.samples.rawValue)" : kind.rawValue
    let words = gain == 0 ? form : "\(form) \(gain) dB"
    guard take.metadata.familyID.isEmpty else { return words }
    // A file of another recorder may have no identity, so derive one from these facts.
    let facts = [take.fileName, "\(take.fileBytes)", "\(take.frames)", take.metadata.date.text]
    return words + " " + TakeMetadata.identity(of: facts)
  }

  private func finish(
    _ writer: consuming TakeFileWriter, _ metadata: TakeMetadata
  ) throws(TakeFileError) -> Int {
    do throws(TakeFileError) {
      return try writer.finish(metadata).frames
    } catch {
      // Remove the new file, complete or not: it does not have its final name yet, and the source still exists.
      _ = unlink(TakeName.inProgressPath(for: output))
      throw error
    }
  }

  /// The sample format of the source, or the narrowest format that can hold its samples.
  private static func samples(of take: TakeFile) -> SampleFormat? {
    guard let bits = take.bits else { return nil }
    if take.isFloat { return .f32 }
    return bits <= 16 ? .s16 : bits <= 24 ? .s24 : .s32
  }

  /// The audio format of the new file.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` if files of this kind cannot hold that format.
  public func format(for take: TakeFile) throws(TakeFileError) -> AudioFormat {
    if take.isFloat, take.bits == 64, samples == nil, kind.isLossless {
      throw .encoder(
        path: take.path, problem: "no new file keeps its samples, which are 64-bit floats",
        remedy: "have them rounded with --samples \(kind == .wav ? "f32" : "s24")")
    }
    if take.frames == 0, kind != .wav {
      throw .encoder(
        path: take.path, problem: "it has no sound, and \(kind.rawValue) files need some",
        remedy: "choose WAV, or leave it out")
    }
    let format = AudioFormat(
      rate: take.rate, channels: take.channels,
      samples: samples ?? Self.samples(of: take) ?? .s24)
    if let refusal = kind.refusal(for: format) {
      throw .encoder(path: output, problem: refusal.problem, remedy: refusal.remedy)
    }
    return format
  }

  /// True if the new file holds every sample of the source exactly.
  private func isExact(_ take: TakeFile, _ format: AudioFormat) -> Bool {
    guard gain == 0, kind.isLossless, let own = Self.samples(of: take) else { return false }
    if own == .f32 || format.samples == .f32 { return own == format.samples }
    return own.bits <= format.samples.bits
  }

  private func copy(
    _ take: TakeFile, from source: any AudioSource, to writer: inout TakeFileWriter,
    progress: (Double) -> Void
  ) throws(TakeFileError) -> Outcome {
    var outcome = Outcome()
    let isExact = isExact(take, writer.format)
    var samples = [Int32](repeating: 0, count: isExact ? Self.blockFrames * take.channels : 0)
    var floats = [Float](repeating: 0, count: isExact ? 0 : Self.blockFrames * take.channels)
    let factor = Float(pow(10, gain / 20))
    var done = 0
    while done < take.frames {
      let wanted = min(Self.blockFrames, take.frames - done)
      let count: Int
      if isExact {
        count = try source.read(samples: &samples, frames: wanted)
        try writer.append(samples: samples, frames: count)
      } else {
        count = try source.read(into: &floats, frames: wanted)
        outcome.invalidSamples += SampleLimits.scale(
          &floats, count: count * take.channels, by: factor)
        outcome.clippedSamples += try writer.append(interleaved: floats, frames: count)
      }
      if count == 0 {
        throw .malformed(
          path: input, offset: 0,
          problem: "its audio ends after \(done) of \(take.frames) frames; recover it first")
      }
      done += count
      progress(Double(done) / Double(take.frames))
    }
    return outcome
  }
}
