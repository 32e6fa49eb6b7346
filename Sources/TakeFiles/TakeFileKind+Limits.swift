/// The limits of the kinds of take files.
extension TakeFileKind {
  /// The reason why a kind cannot hold some audio, and the remedy.
  public struct Refusal: Sendable, Equatable, CustomStringConvertible {
    /// The reason why it cannot.
    public var problem: String
    /// The choice that can.
    public var remedy: String

    /// Both in a line.
    public var description: String { "\(problem); \(remedy)" }
  }

  /// The reason why this kind cannot hold such audio; `nil` when it can.
  ///
  /// To be asked before a take, not when it starts.
  ///
  /// - Parameter searchPath: the folders in which programs are searched; `nil` for the environment's PATH.
  public func refusal(for format: AudioFormat, searchPath: String? = nil) -> Refusal? {
    switch self {
    case .wav: nil
    case .flac: refusalOfFLAC(format)
    case .opus: refusal(format, rates: Self.opusRates, name: "Opus")
    case .m4a:
      refusal(format, rates: Self.aacRates, name: "AAC")
        ?? (FFmpeg.path(searchPath: searchPath) == nil ? FFmpeg.missing : nil)
    }
  }

  private func refusalOfFLAC(_ format: AudioFormat) -> Refusal? {
    if format.channels > 8 {
      return Refusal(
        problem: "FLAC holds up to 8 channels, not \(format.channels)", remedy: "choose WAV")
    }
    if format.samples != .s16 && format.samples != .s24 {
      return Refusal(
        problem: "FLAC holds samples of 16 or 24 bits, not \(format.samples.rawValue)",
        remedy: "choose s24, or WAV")
    }
    if !(1...655_350).contains(format.rate) {
      return Refusal(problem: "FLAC does not hold \(format.rate) Hz", remedy: "choose WAV")
    }
    return nil
  }

  /// The rates at which Opus works.
  ///
  /// - Source: RFC 6716, section 2.1.3.
  private static let opusRates = [8000, 12000, 16000, 24000, 48000]
  /// - Source: ISO/IEC 14496-3, table 1.18, without 7350 Hz, which FFmpeg's encoder lacks.
  private static let aacRates = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
  ]

  private func refusal(_ format: AudioFormat, rates: [Int], name: String) -> Refusal? {
    if !(1...2).contains(format.channels) {
      return Refusal(
        problem: "\(name) is for one or two channels, not \(format.channels)",
        remedy: "choose FLAC up to 8 channels, or WAV")
    }
    if !rates.contains(format.rate) {
      let list = rates.map { "\($0)" }.joined(separator: ", ")
      return Refusal(
        problem: "\(name) does not work at \(format.rate) Hz",
        remedy: "choose one of \(list) Hz, or FLAC or WAV")
    }
    return nil
  }

  /// An upper bound for the bytes of a second of audio, for the time that is left on a card.
  ///
  /// FLAC: as WAV, plus the overhead of frames of incompressible samples; music and ambience take half. Opus: its
  /// encoder may spend half as much again as its target. AAC: its target is 128 kb/s for a channel, and it keeps to it.
  public func bytesPerSecond(for format: AudioFormat) -> Int {
    let pcm = format.rate * format.bytesPerFrame
    return switch self {
    case .wav: pcm
    case .flac: pcm + pcm / 64 + 1024
    case .opus: SoundFileEncoder.opusBitsPerChannel * format.channels * 3 / 2 / 8 + 1024
    case .m4a: FFmpegEncoder.bitRate(for: format) * 9 / 8 / 8 + 1024
    }
  }
}
