import Face

/// Something that a browser wants made from a take, for its user to send, to listen to, or to look at.
///
/// `pinna` makes it, in a separate process with the lowest priority.
package enum Making: Sendable, Equatable {
  /// A copy in a format that phones play; a compressed copy is as loud as phones expect.
  case copy(Format)
  /// A few seconds of the take with a sector in front of the rest; `to` is `nil` for the end of the take.
  case focus(Sector, from: Double, to: Double?)
  /// The picture of the directions that the sound came from.
  case picture

  /// The format of a copy.
  package enum Format: String, Sendable, Codable, CaseIterable {
    case m4a, mp3, flac
  }

  /// A sector of directions: azimuth and width in degrees, strength in decibels.
  package struct Sector: Sendable, Equatable, Codable {
    package var azimuth: Double
    package var width: Double
    package var strength: Double
  }

  /// Ten seconds of a focus from a moment of the take on, or as much of the take as is left after it.
  static func heard(_ sector: Sector, from: Double, of seconds: Double) -> Making {
    let start = max(0, min(from, seconds - 1))
    return .focus(sector, from: start, to: start + 10 < seconds - 0.1 ? start + 10 : nil)
  }
  /// The loudness of compressed copies in LUFS, as phones and podcasts expect it.
  private static let loudness = "-16"

  /// True if making this needs the raw file of the take.
  private var needsRaw: Bool {
    switch self {
    case .copy: false
    case .focus, .picture: true
    }
  }

  /// The paths of those files of a take that this is made from; empty if the take does not have them.
  func sources(_ take: TakeRecord) -> [String] {
    let content = needsRaw ? "raw" : "rendered"
    let files = take.files.filter { $0.content == content }.map(\.path)
    // For a picture, `pinna` finds the other parts itself.
    return self == .picture ? Array(files.prefix(1)) : files
  }

  /// The arguments of the command lines, one command line for each file to make.
  ///
  /// - Parameters:
  ///   - sources: the paths of the files of the take.
  ///   - folder: the folder for the new files.
  func commands(_ sources: [String], in folder: String) -> [[String]] {
    switch self {
    case .copy(let format):
      let level = format == .flac ? [] : ["--normalize", Self.loudness]
      return [
        ["takes", "export"] + sources + [
          "--format", format.rawValue, "--out", folder + "/", "--json",
        ]
          + level
      ]
    case .focus(let sector, let from, let to):
      return sources.prefix(1).map {
        ["render", $0, folder + "/focus.wav", "--focus", "\(sector.azimuth)", "--focus-width"]
          + ["\(sector.width)", "--focus-strength", "\(sector.strength)", "--from", "\(from)"]
          + (to.map { ["--to", "\($0)"] } ?? []) + ["--json"]
      }
    case .picture:
      return sources.map { ["takes", "picture", $0, folder + "/picture.svg", "--json"] }
    }
  }
}
