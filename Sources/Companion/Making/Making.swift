import Face

/// Something that a browser wants made from a take, for its user to send, to listen to, or to look at.
///
/// `pinna` makes it, in a separate process with the lowest priority.
package enum Making: Sendable, Equatable {
  /// A copy in a format that phones play; a compressed copy is as loud as phones expect.
  case copy(Format)
  /// A few seconds of a raw file with a sector in front of the rest; `to` is `nil` for the end of the file.
  case focus(Sector, of: TakeRecord.File?, from: Double, to: Double?)
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

  /// Ten seconds of a focus from a moment of the take on, or as much as is left after it in the same raw file.
  static func heard(_ sector: Sector, from: Double, of take: TakeRecord) -> Making {
    func start(_ file: TakeRecord.File) -> Double {
      TakeRecord.seconds(file.firstFrame, file.rate)
    }
    let files = take.files.filter { $0.content == "raw" }
    guard let file = files.last(where: { start($0) <= from }) ?? files.first else {
      return .focus(sector, of: nil, from: from, to: nil)
    }
    let first = max(0, min(from - start(file), file.seconds - 1))
    return .focus(
      sector, of: file, from: first, to: first + 10 < file.seconds - 0.1 ? first + 10 : nil)
  }

  /// The loudness of compressed copies in LUFS, as phones and podcasts expect it.
  private static let loudness = "-16"

  /// The paths of those files of a take that this is made from; empty if the take does not have them.
  func sources(_ take: TakeRecord) -> [String] {
    func paths(_ content: String) -> [String] {
      take.files.filter { $0.content == content }.map(\.path)
    }
    return switch self {
    case .copy: paths("rendered")
    case .focus(_, let file, _, _): file.map { [$0.path] } ?? []
    // `pinna` finds the other parts itself.
    case .picture: Array(paths("raw").prefix(1))
    }
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
    case .focus(let sector, _, let from, let to):
      return sources.map {
        ["render", $0, folder + "/focus.wav", "--focus", "\(sector.azimuth)", "--focus-width"]
          + ["\(sector.width)", "--focus-strength", "\(sector.strength)", "--from", "\(from)"]
          + (to.map { ["--to", "\($0)"] } ?? []) + ["--json"]
      }
    case .picture:
      return sources.map { ["takes", "picture", $0, folder + "/picture.svg", "--json"] }
    }
  }
}
