/// Measures the loudness of consecutive files, such as the parts of a take.
public struct LoudnessSurvey: Sendable {
  /// The paths of the files, in order; all files must have the same rate and the same number of channels.
  public let paths: [String]

  private static let blockFrames = 8192

  /// Prepares a survey of files; nothing is read yet.
  public init(_ paths: [String]) { self.paths = paths }

  /// The result of a survey.
  public struct Result: Sendable, Equatable {
    /// The integrated loudness, LUFS; `nil` if all of the audio is below the gate, or if it is shorter than 0.4 s.
    public var integrated: Double?
    /// The highest true peak, dBTP; minus infinity for digital silence.
    public var truePeak: Double
    /// The loudness range, LU.
    public var range: Double
    /// The highest sample, dBFS; minus infinity for digital silence.
    public var peak: Double
    /// The number of samples that are not numbers (NaN or infinite); they count as silence.
    public var invalidSamples: Int

    /// A result from its parts.
    public init(
      integrated: Double?, truePeak: Double, range: Double = 0, peak: Double = -.infinity,
      invalidSamples: Int = 0
    ) {
      (self.integrated, self.truePeak) = (integrated, truePeak)
      (self.range, self.peak) = (range, peak)
      self.invalidSamples = invalidSamples
    }

    /// The loudness; `nil` if it could not be measured.
    public var loudness: Loudness? {
      integrated.map { Loudness(integrated: $0, truePeak: truePeak) }
    }
  }

  /// Reads all files from front to back.
  ///
  /// - Parameter progress: called from time to time with the share that is done, from 0 to 1.
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` for a file that has more than two channels, a rate that
  ///   cannot be measured, or a format that differs from the first file's; otherwise like
  ///   ``TakeAudio/read(into:frames:)``.
  public func run(progress: (Double) -> Void = { _ in }) throws(TakeFileError) -> Result {
    var files: [TakeFile] = []
    for path in paths { files.append(try TakeFile.read(path: path)) }
    guard let first = files.first else { return Result(integrated: nil, truePeak: -.infinity) }
    for file in files where file.rate != first.rate || file.channels != first.channels {
      throw .encoder(
        path: file.path, problem: "its rate or channels differ from \(first.path)",
        remedy: "export the files one by one")
    }
    guard var meter = LoudnessMeter(rate: first.rate, channels: first.channels) else {
      throw Self.unmeasurable(first)
    }
    let all = files.reduce(0) { $0 + $1.frames }
    var done = 0
    var samples = [Float](repeating: 0, count: Self.blockFrames * first.channels)
    for path in paths {
      let audio = try TakeAudio(path: path)
      while case let count = try audio.read(into: &samples, frames: Self.blockFrames), count > 0 {
        guard meter.add(samples, frames: count) else { throw Self.unmeasurable(first) }
        done += count
        progress(min(1, Double(done) / Double(max(1, all))))
      }
    }
    let integrated = meter.integrated
    return Result(
      integrated: integrated.isFinite ? integrated : nil, truePeak: meter.truePeak,
      range: meter.range, peak: meter.peak, invalidSamples: meter.invalidSamples)
  }

  private static func unmeasurable(_ file: TakeFile) -> TakeFileError {
    LoudnessMeter.possibleChannels.contains(file.channels)
      ? .encoder(
        path: file.path, problem: "its loudness cannot be measured at \(file.rate) Hz",
        remedy: "convert it to 48000 Hz first, for instance with FFmpeg")
      : .encoder(
        path: file.path,
        problem: "\(file.channels) channels of "
          + "\(file.metadata.ambisonics == nil ? "microphones" : "ambisonics") have no loudness",
        remedy: file.metadata.ambisonics == nil
          ? "render it first, or export the stereo file of the take"
          : "export it without a target loudness")
  }
}
