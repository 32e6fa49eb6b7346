import Beamforming
import Boards
import Essentials
import Recorder
import TakeFiles

/// An edit that makes a new take from the raw file of another, with a sector of directions brought in front of the
/// rest.
///
/// The new take has only a rendered file; the raw file of the other take stays where it is.
package struct FocusEdit: Sendable {
  /// The filters for the recorder's board.
  private let filters: FilterStore
  /// The form of new takes: sample format, low cut and limiter.
  private let form: TakeForm

  /// Creates an edit that uses these filters and the form of new takes.
  package init(filters: FilterStore, form: TakeForm) { (self.filters, self.form) = (filters, form) }

  /// The length in seconds of the longest take that can be focused; a small computer needs about as long as the take
  /// lasts.
  private static let mostSeconds = 1800.0

  /// Makes the new take, and returns its number.
  ///
  /// - Parameter isOver: returns true to abandon the work.
  /// - Throws: ``TakeEditError``; in that case, nothing is left of the new take.
  package func run(
    _ take: TakeSet, _ focus: Focus, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeEditError) -> Int {
    guard let raw = take.files(.raw).first else {
      throw .unsuitable(
        "take \(take.name) has no raw file, which a focus needs; to keep raw files, set [take] raw = true"
      )
    }
    guard take.files(.raw).count == 1, raw.metadata.part == 0 else {
      throw .unsuitable(
        "take \(take.name) has several parts: first trim it to the part that you want")
    }
    guard Double(raw.frames) <= Self.mostSeconds * Double(raw.rate) else {
      throw .unsuitable(
        "take \(take.name) is longer than half an hour: first trim it, or use 'pinna render --focus'"
      )
    }
    let board = filters.board
    guard raw.metadata.boardID == board.id else {
      throw .unsuitable(
        "take \(take.name) was recorded with the board \(raw.metadata.boardID), but this recorder "
          + "has \(board.id): use 'pinna render --focus'")
    }
    let design = try design(of: raw)
    let sector = FocusWish(focus)
    let made = try translate(
      try filters.focused(sector, design.filters, unusable: design.unusable), to: Self.unsuitable)
    guard let made else {
      throw .unsuitable(
        "\(board.id) cannot tell left from right with this data source and orientation")
    }
    if let refusal = made.refusal(board) { throw .unsuitable(refusal) }
    let directory = TakeName.directory(of: raw.path)
    let draft = try translate(
      try TakeDraft(
        in: directory, date: raw.metadata.date, prefix: TakeName(fileName: take.name)?.prefix ?? ""),
      to: TakeEditError.file)
    var renderer = OfflineRenderer(board: board, design: design.filters, form: form)
    (renderer.focus, renderer.take, renderer.isOver) = (made, draft.name, isOver)
    do throws(OfflineRenderError) {
      _ = try renderer.render(raw.path, to: draft.path(.rendered, ending: "wav"))
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .mismatch(let file, let problem): throw .unsuitable("\(file): \(problem)")
      }
    }
    _ = try translate(try draft.conclude(), to: TakeEditError.file)
    return draft.name.number
  }

  /// Designs the filters for the case in which the take was recorded, without the microphones that the take left out.
  private func design(
    of raw: TakeFile
  ) throws(TakeEditError) -> (filters: Design, unusable: Set<Int>) {
    let board = filters.board
    let held = raw.metadata.orientation.flatMap(InputOrientation.init(rawValue:))
    guard let source = board.dataSource(named: raw.metadata.dataSource),
      board.cases.contains(Board.Case(dataSource: source, orientation: held))
    else {
      throw .unsuitable(
        "\(board.id) no longer has the case \(raw.metadata.dataSource) \(held?.rawValue ?? "")")
    }
    let which = Board.Case(dataSource: source, orientation: held)
    let unusable = Set(
      board.microphones.indices.filter {
        raw.metadata.absentMicrophones.contains(board.microphones[$0].name)
      })
    let design = try translate(
      try filters.design(which, pattern: .stereo, unusable: unusable), to: Self.unsuitable)
    return (design, unusable)
  }

  private static func unsuitable(_ error: FilterStoreError) -> TakeEditError {
    .unsuitable("\(error)")
  }
}
