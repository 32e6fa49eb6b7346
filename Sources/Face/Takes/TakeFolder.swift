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

  package func delete(_ number: Int, name: String) -> String? {
    change(number, name) { folder, take throws(TakeFileError) in
      try folder.delete(take)
      return nil
    }
  }

  package func edit(_ edits: RecorderInterface.TakeEdits) -> String? {
    change(edits.key.value, edits.key.name) { _, take throws(TakeFileError) in
      guard !take.isInProgress, take.damaged.isEmpty else {
        return "take \(edits.key.value) was cut off or is damaged; recover it first"
      }
      let rate = Double(take.main.first?.rate ?? 1)
      switch edits.amendments(rate: rate, frames: take.frames, near: take.ownMarker) {
      case .success(let amendments): try take.edit(amendments)
      case .failure(let problem): return problem.words
      }
      return nil
    }
  }

  package func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem> {
    var made = 0
    let problem = change(cut.key.value, cut.key.name) { _, take throws(TakeFileError) in
      let rate = Double(take.main.first?.rate ?? 1)
      let ends = [cut.from.value, cut.to.value].map { ($0 * rate).rounded() }
      guard ends.allSatisfy({ $0.isFinite && $0 >= 0 }), ends[0] < ends[1],
        ends[1] <= Double(take.frames)
      else { return "a part must be inside the take, and begin before it ends" }
      do throws(TakeEditError) {
        let piece = TakeEdit.Piece(take, Int(ends[0])..<Int(ends[1]))
        made = try TakeEdit([piece], deed: "trimmed", isOver: isOver).run().number
        return nil
      } catch {
        return error.words
      }
    }
    return problem.map { .failure(TakeProblem($0)) } ?? .success(made)
  }

  package func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem> {
    var made = 0
    let problem = change(wish.key.value, wish.key.name) { _, take throws(TakeFileError) in
      guard let focuser else { return "this recorder cannot make takes with a focus" }
      guard let focus = wish.focus else {
        return
          "a focus needs an azimuth from -180 to 180 degrees, a width from 20 to 180 degrees and a strength from "
          + "0 to 12 dB"
      }
      guard !take.isInProgress, take.damaged.isEmpty else {
        return "take \(wish.key.value) was cut off or is damaged; recover it first"
      }
      do throws(TakeEditError) {
        made = try focuser.run(take, focus, isOver: isOver)
        return nil
      } catch {
        return error.words
      }
    }
    return problem.map { .failure(TakeProblem($0)) } ?? .success(made)
  }

  /// The take with this number and this name, or the first with this number if `name` is `nil`; `nil` if there is none.
  private func found(_ number: Int, _ name: String?) throws(TakeFileError) -> TakeSet? {
    try TakeDirectory(path: directory).takes(numbers: [number]).first { take in
      name.map { ExactName($0) == ExactName(take.name) } ?? true
    }
  }

  /// Finds a take that no program is writing, and changes it; returns `nil`, or the reason if that failed.
  private func change(
    _ number: Int, _ name: String,
    _ body: (TakeDirectory, TakeSet) throws(TakeFileError) -> String?
  ) -> String? {
    let folder = TakeDirectory(path: directory)
    do throws(TakeFileError) {
      guard let take = try found(number, name), take.number == number else {
        return "there is no take \(number) with this name; fetch the list again"
      }
      // A program that is writing a file holds a lock on it.
      guard !take.isBeingWritten else {
        return "take \(number) is being written; wait until it is finished"
      }
      return try body(folder, take)
    } catch {
      return error.description
    }
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
