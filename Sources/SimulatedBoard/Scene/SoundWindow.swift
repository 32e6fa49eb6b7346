import Boards
import TakeFiles

/// The time span of a source's sound, in seconds of the scenario.
struct SoundWindow: Sendable, Equatable {
  var start: Double
  var end: Double
  /// The level in dBFS at the array's centre.
  var level: Double
  /// A short name for the sound.
  var name: String

  /// The windows of all sources, in order, followed by the windows of all winds.
  ///
  /// - Throws: `TakeFileError` if the file of a source cannot be read.
  static func all(of scenario: Scenario) throws(TakeFileError) -> [SoundWindow] {
    var windows: [SoundWindow] = []
    for source in scenario.sources {
      var end = min(source.until ?? scenario.duration, scenario.duration)
      if case .file(let path) = source.sound, !source.isLooped {
        let reader = try WAVReader.open(path: path)
        end = min(end, source.start + Double(reader.frames) / Double(reader.rate))
      }
      if case .voice = source.sound, !source.isLooped {
        end = min(end, source.start + SyntheticVoice.seconds)
      }
      windows.append(
        SoundWindow(
          start: source.start, end: max(source.start, end), level: source.level,
          name: source.sound.words))
    }
    // The direction of wind is not compared, but wind masks other sounds.
    for wind in scenario.winds {
      let end = min(wind.until ?? scenario.duration, scenario.duration)
      windows.append(
        SoundWindow(start: wind.start, end: end, level: wind.meanLevel, name: "wind"))
    }
    return windows
  }

  /// The level difference, in decibels, by which another sound must be softer to leave this one
  /// undisturbed.
  private static let masking = 30.0

  /// True if another sound disturbs this one.
  func isDisturbed(by other: SoundWindow) -> Bool {
    start < other.end && other.start < end && other.level > level - Self.masking
  }
}

extension SoundSource.Sound {
  /// A short name for the sound: "440 Hz tone", "pink noise", or a file's name without folder and extension.
  package var words: String {
    switch self {
    case .tone(let frequency):
      return frequency == frequency.rounded() && abs(frequency) < 1e6
        ? "\(Int(frequency)) Hz tone" : "\(frequency) Hz tone"
    case .noise(let noise): return "\(noise.rawValue) noise"
    case .voice(let pitch): return "\(Int(pitch.rounded())) Hz voice"
    case .spoken: return "spoken words"
    case .file(let path):
      let file = path.split(separator: "/").last ?? ""
      let stem = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? file[..<$0] : nil }
      return String((stem ?? file).map { $0 == "_" ? " " : $0 })
    }
  }
}
