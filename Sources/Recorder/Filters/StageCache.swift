import Beamforming

/// Stage tables on disk: one file per kind and design, keyed by the text of everything they depend on.
struct StageCache: Sendable {
  let files: KeptFiles

  init(directory: String) {
    files = KeptFiles(
      directory: directory, magic: "PINNASTAGE1\n", ending: ".stage", largest: 1 << 26)
  }

  /// The numbers kept for this text.
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

  /// Keeps numbers for this text.
  ///
  /// - Returns: the problem if they could not be kept.
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
