import Boards
import Essentials
import TakeFiles

/// The takes in a folder, which clients of the control socket request by number and never by path, and drawings of the
/// board.
package struct TakeFolder: TakeCatalogue {
  /// The folder of takes.
  private let directory: String
  /// The board of the recorder.
  private let board: Board
  /// The edit that makes focused takes; `nil` if there are no filters.
  private let focuser: FocusEdit?
  /// Draws how the board is held, as SVG.
  private let draw: @Sendable (Board.Case) -> String

  /// The takes in the given folder.
  ///
  /// - Parameters:
  ///   - focuser: makes focused takes; `nil` if there are no filters.
  ///   - draw: draws how the board is held in a case, as SVG.
  package init(
    directory: String, board: Board, focuser: FocusEdit? = nil,
    draw: @escaping @Sendable (Board.Case) -> String
  ) {
    (self.directory, self.board, self.draw) = (directory, board, draw)
    self.focuser = focuser
  }

  /// - Throws: ``TakeProblem`` if the folder or a take cannot be read.
  package func takes(
    before: Int?, limit: Int
  ) throws(TakeProblem) -> RecorderInterface.TakesReply {
    let folder = TakeDirectory(path: directory)
    return try translating(to: Self.problem) { () throws(TakeFileError) in
      let all = try folder.numbers()
      let numbers = all.takes.filter { $0 < before ?? .max }.sorted(by: >)
      // Opens only the files of these takes: to list twenty takes, it does not read all thousand on a card.
      let found = try folder.takes(numbers: Set(numbers.prefix(limit)))
      let records = found.reversed().filter { $0.number != nil }.map { TakeRecord($0).listed }
      return .init(
        takes: records, hasMore: numbers.count > limit, otherFileCount: all.otherFileCount)
    }
  }

  /// - Throws: ``TakeProblem`` if the folder or a take cannot be read.
  package func take(_ number: Int, name: String?) throws(TakeProblem) -> TakeRecord? {
    try translate(try found(number, name), to: Self.problem)
      .map { TakeRecord($0).bounded(Self.most) }
  }

  private static func problem(_ error: TakeFileError) -> TakeProblem {
    TakeProblem(error.description)
  }

  /// - Throws: ``TakeProblem`` if there is no such take, or if it cannot be deleted.
  package func delete(_ number: Int, name: String) throws(TakeProblem) {
    let take = try changeable(.init(number, name: name))
    try translate(try TakeDirectory(path: directory).delete(take), to: Self.problem)
  }

  /// - Throws: ``TakeProblem`` if there is no such take, or if it cannot have the edits.
  package func edit(_ edits: RecorderInterface.TakeEdits) throws(TakeProblem) {
    let take = try changeable(edits.key)
    try checkWhole(take, edits.key)
    let rate = Double(take.main.first?.rate ?? 1)
    let amendments = try edits.amendments(rate: rate, frames: take.frames, near: take.ownMarker)
    try translate(try take.edit(amendments), to: Self.problem)
  }

  /// - Throws: ``TakeProblem`` if there is no such take, or if no new take can be made from the part.
  package func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int {
    let take = try changeable(cut.key)
    let rate = Double(take.main.first?.rate ?? 1)
    let ends = [cut.from.value, cut.to.value].map { ($0 * rate).rounded() }
    guard ends.allSatisfy({ $0.isFinite && $0 >= 0 }), ends[0] < ends[1],
      ends[1] <= Double(take.frames)
    else { throw TakeProblem("a part must be inside the take, and begin before it ends") }
    let piece = TakeEdit.Piece(take, Int(ends[0])..<Int(ends[1]))
    return try translate(
      try TakeEdit([piece], deed: "trimmed", isOver: isOver).run().number,
      to: { (error: TakeEditError) in TakeProblem(error.words) })
  }

  /// - Throws: ``TakeProblem`` if there is no such take, or if no focused take can be made from it.
  package func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int {
    let take = try changeable(wish.key)
    guard let focuser else { throw TakeProblem("this recorder cannot make takes with a focus") }
    guard let focus = wish.focus else {
      throw TakeProblem(
        "a focus needs an azimuth from -180 to 180 degrees, a width from 20 to 180 degrees and a strength from "
          + "0 to 12 dB")
    }
    try checkWhole(take, wish.key)
    return try translate(
      try focuser.run(take, focus, isOver: isOver),
      to: { (error: TakeEditError) in TakeProblem(error.words) })
  }

  private func checkWhole(
    _ take: TakeSet, _ key: RecorderInterface.TakeKey
  ) throws(TakeProblem) {
    guard !take.isInProgress, take.damaged.isEmpty else {
      throw TakeProblem("take \(key.value) was cut off or is damaged; recover it first")
    }
  }

  /// The take with this number and this name, or the first with this number if `name` is `nil`; `nil` if there is none.
  private func found(_ number: Int, _ name: String?) throws(TakeFileError) -> TakeSet? {
    try TakeDirectory(path: directory).takes(numbers: [number]).first { take in
      name.map { ExactName($0) == ExactName(take.name) } ?? true
    }
  }

  /// Finds a take that no program is writing.
  private func changeable(_ key: RecorderInterface.TakeKey) throws(TakeProblem) -> TakeSet {
    let number = key.value
    guard let take = try translate(try found(number, key.name), to: Self.problem),
      take.number == number
    else { throw TakeProblem("there is no take \(number) with this name; fetch the list again") }
    // A program that is writing a file holds a lock on it.
    guard !take.isBeingWritten else {
      throw TakeProblem("take \(number) is being written; wait until it is finished")
    }
    return take
  }

  package func drawing(dataSource: String, orientation: String?) -> String? {
    guard let source = board.dataSource(named: dataSource) else { return nil }
    let held = orientation.flatMap(InputOrientation.init(rawValue:))
    let which = Board.Case(dataSource: source, orientation: held)
    guard board.cases.contains(which) else { return nil }
    return draw(which)
  }

  /// The most markers, gaps and files that a reply contains for a take.
  private static let most = 1000
}
