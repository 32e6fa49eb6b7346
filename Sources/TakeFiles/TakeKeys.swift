/// The takes of a folder, by the names of their files.
///
/// A later part of a split take is named by its own start, so its name alone does not identify the take.
struct TakeKeys {
  /// The takes with an existing first part, by their numbers.
  private var takes: [Int: [TakeName]] = [:]

  /// The takes of these files.
  init(_ fileNames: [String]) {
    for case var name? in fileNames.map({ TakeName(fileName: $0) }) where name.part ?? 0 == 0 {
      (name.content, name.part) = (.rendered, nil)
      if takes[name.number]?.contains(name) != true { takes[name.number, default: []].append(name) }
    }
  }

  /// The name and the number of the take that a file belongs to.
  ///
  /// A later part belongs to the take with its date; otherwise to the take named in its metadata; otherwise to the last
  /// earlier take with its number.
  ///
  /// - Parameter stated: the name of the take in the metadata of the file.
  func key(of fileName: String, stated: String? = nil) -> (String, Int?) {
    let (key, number) = TakeDirectory.key(of: fileName)
    guard let name = TakeName(fileName: fileName), name.part ?? 0 > 0 else { return (key, number) }
    let there = takes[name.number, default: []].sorted { $0.date < $1.date }
    if there.contains(where: { $0.stem == key }) { return (key, number) }
    if let stated, TakeName(fileName: stated)?.number == number { return (stated, number) }
    return ((there.last { $0.date < name.date } ?? there.first)?.stem ?? key, number)
  }
}
