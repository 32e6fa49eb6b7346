/// Finds the take to which each file in a folder belongs, by the names of the files.
///
/// The name of a later part of a split take contains the start of that part, so the name alone does not identify the
/// take.
struct TakeKeys {
  /// By number, the takes whose first part exists.
  private var takes: [Int: [TakeName]] = [:]

  /// Finds the takes whose first parts are among these files.
  init(_ fileNames: [String]) {
    for case var name? in fileNames.map({ TakeName(fileName: $0) }) where name.part ?? 0 == 0 {
      (name.content, name.part) = (.rendered, nil)
      if takes[name.number]?.contains(name) != true { takes[name.number, default: []].append(name) }
    }
  }

  /// The name and the number of the take to which a file belongs.
  ///
  /// A later part belongs to the take that has the same date; if there is none, to the take that its metadata name; if
  /// they name none, to the last earlier take with the same number.
  ///
  /// - Parameter stated: the name of the take that the metadata of the file state.
  func key(of fileName: String, stated: String? = nil) -> (String, Int?) {
    let (key, number) = TakeDirectory.key(of: fileName)
    guard let name = TakeName(fileName: fileName), name.part ?? 0 > 0 else { return (key, number) }
    let there = takes[name.number, default: []].sorted { $0.date < $1.date }
    if there.contains(where: { $0.stem == key }) { return (key, number) }
    if let stated, TakeName(fileName: stated)?.number == number { return (stated, number) }
    return ((there.last { $0.date < name.date } ?? there.first)?.stem ?? key, number)
  }
}
