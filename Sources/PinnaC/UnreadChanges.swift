/// The changes that a C program has not read yet, as lines of text.
///
/// At most ``most`` lines wait; if more come, the oldest ones are dropped, and a line `missed N` takes their place.
struct UnreadChanges: Sendable {
  /// The most changes that wait; pinna.h names this number.
  static let most = 64

  /// The lines, each with the number of changes that it stands for.
  private var lines: [(text: String, count: Int)] = []
  /// The number of changes that were dropped before the first line.
  private var missed = 0

  /// Adds a change, before which `count` changes were missed.
  mutating func keep(_ line: String, missed count: Int) {
    if count > 0 { lines.append((Self.words(missed: count), count)) }
    lines.append((line, 1))
    while lines.count > Self.most { missed += lines.removeFirst().count }
  }

  /// The line to read next; `nil` if there is none.
  var first: String? { missed > 0 ? Self.words(missed: missed) : lines.first?.text }

  /// Removes the line that was read.
  mutating func removeFirst() {
    if missed > 0 {
      missed = 0
    } else if !lines.isEmpty {
      lines.removeFirst()
    }
  }

  private static func words(missed count: Int) -> String { "missed \(count)" }
}
