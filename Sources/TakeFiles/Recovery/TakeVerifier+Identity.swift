/// Checks that the files of a take belong together.
extension TakeVerifier {
  /// Those files of the take that Pinna made and that have the name of a take file.
  private var own: [TakeFile] { take.files.filter { $0.origin == .pinna && $0.name != nil } }

  private static let strangerRemedy =
    "move it back to its own take, and put the right file in its place"

  /// Checks that every file belongs to this take, and has the content that its name states.
  mutating func checkIdentities() {
    for file in own {
      guard let name = file.name else { continue }
      if name.content != file.metadata.content {
        result.add(
          file.path,
          "its name says \(name.content), but it is a \(file.metadata.content) file",
          Self.strangerRemedy)
      } else if name.part ?? 0 != file.metadata.part {
        result.add(
          file.path,
          "its name says part \((name.part ?? 0) + 1), but it is part \(file.metadata.part + 1)",
          Self.strangerRemedy)
      }
    }
    let identified = own.filter { !$0.metadata.familyID.isEmpty }
    guard let family = Self.commonest(identified.map(\.metadata.familyID)),
      let member = identified.first(where: { $0.metadata.familyID == family })
    else { return }
    for file in identified where file.metadata.familyID != family {
      let (other, here) = (file.metadata.take, member.metadata.take)
      let words =
        other == here
        ? "it is a file of another take that is also called \(here)"
        : "it is a file of take \(other), but the others are of \(here)"
      result.add(file.path, words, Self.strangerRemedy)
    }
  }

  /// The identity that most files have; if several are equally common, the one that comes first.
  private static func commonest(_ names: [String]) -> String? {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    let most = counts.values.max()
    return names.first { counts[$0] == most }
  }

  /// Checks that none of the take's files (rendered, safety and raw) is missing.
  mutating func checkContents() {
    let recorded = own.filter { $0.metadata.copy == nil }
    guard let first = recorded.first, !take.isInProgress else { return }
    guard let contents = recorded.map(\.metadata.contents).first(where: { !$0.isEmpty }) else {
      result.notes.append(
        "\(first.path): like takes of earlier versions, it does not state which files belong to the take, so a "
          + "missing raw or safety file would go unnoticed")
      return
    }
    let there =
      take.files.map(\.content)
      + take.damaged.compactMap { TakeName(fileName: TakeName.fileName(of: $0.path))?.content }
    for content in contents where !there.contains(content) {
      let words = "the take's \(content) file is missing"
      if recorded.contains(where: \.metadata.isCutOff) {
        result.notes.append("\(first.path): \(words); the take was cut off")
      } else {
        result.add(first.path, words, "put all files of the take into one directory")
      }
    }
  }
}
