import Boards
import TakeFiles

/// The takes in a folder, for clients of the control socket: by their numbers, never by a path; and drawings of the
/// board.
package struct TakeFolder: TakeCatalogue {
  /// The folder.
  private let directory: String
  /// The board of the recorder.
  private let board: Board
  /// Draws how the board is held, as SVG.
  private let draw: @Sendable (Board.Case) -> String

  /// The takes of a folder.
  ///
  /// - Parameter draw: draws how the board is held in a case, as SVG.
  package init(
    directory: String, board: Board, draw: @escaping @Sendable (Board.Case) -> String
  ) {
    (self.directory, self.board, self.draw) = (directory, board, draw)
  }

  package func takes(before: Int?, limit: Int) -> (takes: [TakeRecord], hasMore: Bool) {
    let folder = TakeDirectory(path: directory)
    do throws(TakeFileError) {
      let all = Set(try folder.fileNames().compactMap { TakeName(fileName: $0)?.number })
      let numbers = all.filter { $0 < before ?? .max }.sorted(by: >)
      // Only the files of these are opened: a card with a thousand takes is not read for twenty.
      let found = try folder.takes(numbers: Set(numbers.prefix(limit)))
      let records = found.reversed().filter { $0.number != nil }.map { TakeRecord($0).listed }
      return (records, numbers.count > limit)
    } catch {
      // No folder, no takes: the recorder itself says what is wrong with it.
      return ([], false)
    }
  }

  package func take(_ number: Int) -> TakeRecord? {
    do throws(TakeFileError) {
      let found = try TakeDirectory(path: directory).takes(numbers: [number])
      return found.first.map { TakeRecord($0).bounded(Self.most) }
    } catch {
      return nil
    }
  }

  package func delete(_ number: Int, name: String) -> String? {
    let folder = TakeDirectory(path: directory)
    do throws(TakeFileError) {
      let sets = try folder.takes(numbers: [number]).filter { $0.name == name }
      guard let take = sets.first, take.number == number else {
        return "there is no take \(number) of this name; look at the list again"
      }
      // The writer of a file has a lock on it, whatever program it is.
      guard !take.isBeingWritten else { return "take \(number) is being written; wait for it" }
      try folder.delete(take)
      return nil
    } catch {
      return error.description
    }
  }

  package func drawing(dataSource: String, orientation: String?) -> String? {
    guard let source = board.dataSources.firstIndex(where: { $0.name == dataSource }) else {
      return nil
    }
    let held = orientation.flatMap(InputOrientation.init(rawValue:))
    let which = Board.Case(dataSource: source, orientation: held)
    guard board.cases.contains(which) else { return nil }
    return draw(which)
  }

  /// The most markers, gaps and files of a take that are told.
  private static let most = 1000
}
