import Boards
import Face
import TakeFiles

/// The takes in a folder, for clients of the control socket: by their numbers, never by a path; and drawings of the
/// board.
struct DirectoryCatalogue: TakeCatalogue {
  /// The folder.
  let directory: String
  /// The board of the recorder.
  let board: Board

  func takes(before: Int?, limit: Int) -> (takes: [ListedTake], hasMore: Bool) {
    let folder = TakeDirectory(path: directory)
    do throws(TakeFileError) {
      let all = Set(try folder.fileNames().compactMap { TakeName(fileName: $0)?.number })
      let numbers = all.filter { $0 < before ?? .max }.sorted(by: >)
      // Only the files of these are opened: a card with a thousand takes is not read for twenty.
      let found = try folder.takes(numbers: Set(numbers.prefix(limit)))
      return (found.reversed().compactMap(Self.listed), numbers.count > limit)
    } catch {
      // No folder, no takes: the recorder itself says what is wrong with it.
      return ([], false)
    }
  }

  func take(_ number: Int) -> DetailedTake? {
    do throws(TakeFileError) {
      let found = try TakeDirectory(path: directory).takes(numbers: [number])
      return found.first.flatMap(Self.detailed)
    } catch {
      return nil
    }
  }

  func delete(_ number: Int, name: String) -> String? {
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

  func drawing(dataSource: String, orientation: String?) -> String? {
    guard let source = board.dataSources.firstIndex(where: { $0.name == dataSource }) else {
      return nil
    }
    let held = orientation.flatMap(InputOrientation.init(rawValue:))
    let which = Board.Case(dataSource: source, orientation: held)
    guard board.cases.contains(which) else { return nil }
    return LayoutPicture(board: board).figure(of: which)
  }

  private static func listed(_ take: TakeSet) -> ListedTake? {
    guard let number = take.number else { return nil }
    let facts = TakeFacts(take)
    var listed = ListedTake(number: number, name: take.name)
    listed.state = facts.state
    listed.date = facts.date
    listed.isClockSet = facts.clockSet ?? false
    listed.seconds = facts.seconds
    listed.bytes = facts.bytes
    listed.dataSource = facts.dataSource ?? ""
    listed.orientation = facts.orientation
    listed.pattern = facts.pattern ?? ""
    listed.end = facts.end
    listed.markers = take.markers.count { ![.clip, .gap].contains($0.kind) }
    listed.gaps = facts.gapCount
    return listed
  }

  private static func detailed(_ take: TakeSet) -> DetailedTake? {
    guard let listed = listed(take) else { return nil }
    var detailed = DetailedTake(listed)
    let main = take.main.first
    let rate = Double(max(1, main?.rate ?? 1))
    detailed.boardName = main?.metadata.boardName ?? ""
    detailed.preRollSeconds = Double(main?.metadata.preRollFrames ?? 0) / rate
    // A take of days may have thousands: the message stays bounded.
    detailed.markers = take.markers.prefix(Self.mostMarkers).map {
      .init(seconds: Double($0.frame) / rate, kind: $0.kind.rawValue, label: $0.label)
    }
    detailed.notes = main?.metadata.notes ?? []
    detailed.files = take.files.prefix(Self.mostFiles).map(file)
    return detailed
  }

  private static func file(_ file: TakeFile) -> DetailedTake.File {
    let content = file.content
    var facts = DetailedTake.File(
      name: file.fileName, content: content.rawValue, kind: file.kind.rawValue)
    (facts.channels, facts.rate) = (file.channels, file.rate)
    (facts.seconds, facts.bytes) = (file.seconds, file.fileBytes)
    return facts
  }

  /// The most markers of a take that are told.
  private static let mostMarkers = 1000
  /// The most files of a take that are told.
  private static let mostFiles = 1000
}
