import Beamforming

/// Stage tables on disk: one file for each kind of table and each design, keyed by a text that states everything on
/// which the table depends.
struct StageCache: Sendable {
  let files: KeptFiles

  init(directory: String) {
    files = KeptFiles(
      directory: directory, magic: "PINNASTAGE1\n", ending: ".stage", largest: 1 << 26)
  }

  /// The numbers that are kept on disk for a text; `nil` if there are none.
  func numbers(for text: String) -> StageNumbers? {
    guard var contents = files.contents(for: text), let count = contents.number(),
      (0...4096).contains(count)
    else { return nil }
    var whole: [Int] = []
    for _ in 0..<count {
      guard let value = contents.number() else { return nil }
      whole.append(value)
    }
    guard let floats = contents.floats(contents.bytes.count / 4), contents.bytes.isEmpty else {
      return nil
    }
    return StageNumbers(whole: whole, floats: floats)
  }

  /// Keeps numbers on disk for a text.
  ///
  /// - Returns: the problem if the numbers could not be kept, otherwise `nil`.
  func keep(_ numbers: StageNumbers, for text: String) -> FilterCacheProblem? {
    var contents = KeptContents()
    contents.append(numbers.whole.count)
    for value in numbers.whole { contents.append(value) }
    contents.append(numbers.floats)
    return files.keep(contents, for: text).map {
      FilterCacheProblem(directory: files.directory, errno: $0)
    }
  }
}
