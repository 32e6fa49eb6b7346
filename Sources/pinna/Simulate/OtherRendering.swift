import Assembly
import Beamforming
import Boards
import Drawings
import Essentials
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles

/// Renders a simulation's takes the other way: by direction if the filters alone made them, or else by the filters.
struct OtherRendering {
  let filters: FilterStore
  /// The path of the folder that contains the takes.
  let directory: String

  /// The takes, with files that are rendered the other way.
  ///
  /// A take has no files if it has no raw file, consists of several files, or cannot be rendered the other way.
  func takes(_ takes: [TakeResult]) throws -> [TakeResult] {
    try takes.map { take in
      var other = take
      other.files = try file(take).map { [$0] } ?? []
      return other
    }
  }

  private func file(_ take: TakeResult) throws -> String? {
    guard take.files.count == 1, take.rawFiles.count == 1, take.rawFiles[0].hasSuffix(".wav"),
      let design = try translate(try design(take.plan.design), to: CommandError.filters)
    else { return nil }
    try OutputFolder.make("\(directory)/\(TakeSound.folder)")
    let name = take.files[0].split(separator: "/").last ?? ""
    let path =
      "\(directory)/\(TakeSound.folder)/\(name.prefix { $0 != "." })_"
      + (design.rendering == .directional ? "by-direction.wav" : "filters-alone.wav")
    // A take is never made twice, so a file of this name is from an earlier comparison of the same take.
    unlink(path)
    let renderer = OfflineRenderer(board: filters.board, design: design, form: take.plan.form)
    _ = try translate(try renderer.render(take.rawFiles[0], to: path), to: CommandError.render)
    return path
  }

  /// The same filters, prepared for rendering the other way; wind is handled as in the take.
  private func design(_ design: Design) throws(FilterStoreError) -> Design? {
    guard design.rendering == .directional else { return try filters.byDirection(design) }
    var other = design
    other.directional = nil
    return other
  }
}

extension SceneReport {
  /// A way of rendering takes.
  struct Way {
    /// The title of a column for this way.
    var title: String
    /// The words for this way in a sentence.
    var words: String
  }

  /// The way in which the takes were rendered once more; `nil` if they were not.
  var otherWay: Way? {
    guard takes.contains(where: { $0.rows.contains { $0.other != nil } }) else { return nil }
    let isDirectional = takes.contains { $0.take.plan.design.rendering == .directional }
    return isDirectional
      ? Way(title: "Filters alone", words: "with the filters alone")
      : Way(title: "By direction", words: "by direction")
  }

  /// A sentence with the mean angles between sounds and their places; `nil` if takes were rendered only one way.
  var comparison: String? {
    let distances = takes.flatMap(\.rows).compactMap(\.distances)
    guard let otherWay, !distances.isEmpty else { return nil }
    func mean(_ values: [Double]) -> String {
      (values.reduce(0, +) / Double(values.count)).text(digits: 1)
    }
    let sounds =
      distances.count == heardRows.count ? "sounds" : "sounds that were rendered both ways"
    return
      "In the takes, \(sounds) are \(mean(distances.map(\.take))) degrees from their places on average, and "
      + "\(mean(distances.map(\.other))) when the takes are rendered \(otherWay.words)."
  }
}

extension SceneReport {
  private static let ambisonicManner =
    "In ambisonics, left and right are two cardioids in one place, (W + Y) / 2 and (W - Y) / 2; the heard direction "
    + "is calculated from W, Y and X, and tells front from back."

  private static let midSideManner =
    "With mid-side, left and right are two coincident cardioids; the heard direction is the direction in front "
    + "that gives the same level difference."

  /// Sentences that say how the sounds of ambisonics and mid-side are heard.
  var cardioidManners: [String] {
    let patterns = heardPatterns
    return [
      patterns.contains(.ambix) ? Self.ambisonicManner : nil,
      patterns.contains(.midSide) ? Self.midSideManner : nil,
    ].compactMap { $0 }
  }

  /// Sentences that say how the sounds of the takes are heard.
  var manners: [String] {
    let hasEars = heardPatterns.contains { $0 != .ambix && $0 != .midSide }
    let ears =
      "Two ears cannot tell front from back: the heard direction is assigned to the half in which the sound was placed."
    return (hasEars ? [ears] : []) + cardioidManners
  }

  /// The patterns of the takes that have heard sounds.
  private var heardPatterns: [PolarPattern] {
    takes.filter { $0.rows.contains { $0.heard != nil } }.map(\.take.plan.design.pattern)
  }
}
