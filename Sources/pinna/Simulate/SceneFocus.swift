import Assembly
import Beamforming
import Drawings
import Essentials
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles

/// Adds to a page what the raw file of a simulated take offers: a focus on each sound, and the picture of directions.
struct SceneFocus {
  let filters: FilterStore
  /// The path of the folder that contains the page.
  let directory: String

  /// The maximum length of a take in seconds, the maximum number of foci, and the least degrees between two of them.
  private static let (longest, most, apart) = (60.0, 3, 30.0)

  /// The take with a focus on each of its sounds; empty if it has only one sound, or no raw file.
  func versions(_ take: TakeResult, _ rows: [TakeReport.Row]) throws -> [TakeSound.Version] {
    guard let raw = raw(take), take.seconds <= Self.longest else { return [] }
    var places: [(name: String, azimuth: Double)] = []
    for row in rows {
      let azimuth = row.placed.azimuth.remainder(dividingBy: 360).rounded()
      let isNear = places.contains {
        abs(($0.azimuth - azimuth).remainder(dividingBy: 360)) < Self.apart
      }
      if !isNear { places.append((row.name, azimuth)) }
    }
    guard places.count > 1 else { return [] }
    return try places.prefix(Self.most).compactMap { name, azimuth in
      try version(take, raw, name: name, Focus(azimuth: azimuth))
    }
  }

  private func version(
    _ take: TakeResult, _ raw: String, name: String, _ focus: Focus
  ) throws -> TakeSound.Version? {
    let made = try translate(
      try filters.focused(FocusWish(focus), take.plan.design, unusable: unusable(take)),
      to: CommandError.filters)
    guard let made, made.refusal(filters.board) == nil else { return nil }
    try OutputFolder.make("\(directory)/\(TakeSound.folder)")
    let stem = (take.files[0].split(separator: "/").last ?? "").prefix { $0 != "." }
    let path = "\(TakeSound.folder)/\(stem)_focus\(Int(focus.azimuth)).wav"
    // A take is never made twice, so a file of this name is from an earlier page about the same take.
    unlink("\(directory)/\(path)")
    var renderer = OfflineRenderer(
      board: filters.board, design: take.plan.design, form: take.plan.form)
    renderer.focus = made
    _ = try translate(try renderer.render(raw, to: "\(directory)/\(path)"), to: CommandError.render)
    return TakeSound.Version(
      title: "Focus on \(name), \(SceneReportPage.place(focus.azimuth))", choice: "On \(name)",
      path: path, outline: .init(try TakeSound.read("\(directory)/\(path)", channels: [0, 1])))
  }

  /// The picture of a take's directions; `nil` if the take has no raw file, or no left and right.
  func picture(_ take: TakeResult) throws -> String? {
    guard let raw = raw(take), take.seconds <= Self.longest else { return nil }
    var found: Design? = take.plan.design
    if take.plan.design.directional == nil {
      // Rendering by direction needs tables for all microphones of the board.
      guard unusable(take).isEmpty else { return nil }
      found = try translate(try filters.byDirection(take.plan.design), to: CommandError.filters)
    }
    guard let design = found, design.directional != nil else { return nil }
    let directions = try translate(
      try TakeDirections([raw], board: filters.board, design: design), to: CommandError.render)
    let board = filters.board
    return DirectionPicture(
      directions: directions, title: "Where the sound came from",
      subtitle: "\(board.name), \(board.name(of: take.plan.design.which))"
    ).fragment
  }

  /// The microphones that the filters of a take left out.
  private func unusable(_ take: TakeResult) -> Set<Int> {
    let names = take.plan.design.notes.flatMap { note in
      if case .unusable(names: let names) = note { names } else { [String]() }
    }
    return Set(
      filters.board.microphones.indices.filter {
        names.contains(filters.board.microphones[$0].name)
      })
  }

  /// The raw file of a stereo take that was made in one piece; `nil` for any other take.
  private func raw(_ take: TakeResult) -> String? {
    guard take.files.count == 1, take.rawFiles.count == 1, take.rawFiles[0].hasSuffix(".wav"),
      take.plan.design.pattern == .stereo
    else { return nil }
    return take.rawFiles[0]
  }
}
