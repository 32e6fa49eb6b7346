import Glibc

/// The files to copy from one directory of takes to another, and the names of the copies.
public struct CopyPlan: Sendable, Equatable {
  /// One file.
  public struct Item: Sendable, Equatable {
    /// The file.
    public var source: String
    /// The day folder that holds it; empty for none.
    let day: String
    /// The file in its folder.
    let entry: OpenFolder.Entry
    /// Its copy.
    public var destination: String
    /// Its size.
    public var bytes: Int
    /// True if the copy already exists.
    public var isThere: Bool
  }

  /// The files of finished takes, those of the oldest take first.
  public var items: [Item] = []
  /// Files of takes in progress or cut off, which are left out.
  public var unfinished: [String] = []
  /// Files kept from takes whose header never reached the card; they are left out.
  public var damaged: [String] = []
  /// The errors of takes that could not be compared with the contents of the medium; these takes are not copied.
  public var failures: [TakeFileError] = []

  /// Files still to be copied.
  public var missing: [Item] { items.filter { !$0.isThere } }
}

extension CopyPlan {
  /// The number added to the number of a take whose name belongs to another take.
  ///
  /// Recorders without a clock give the same names twice. A file called `NAME-2.wav` would no longer belong to a take;
  /// a new number keeps all files of a take together, and a number above 1000 is rarely in use.
  static let numberStep = 1000
  /// The number of other names to try.
  private static let tries = 1000

  /// Makes the plan from the contents of both directories.
  ///
  /// - Throws: ``TakeFileError`` if a directory cannot be read.
  init(from source: OpenFolder, to destination: TakeDirectory) throws(TakeFileError) {
    let days = try source.entries().map(\.name).filter(TakeDirectory.isDay).sorted()
    for day in [""] + days {
      guard let folder = try source.folder(day) else { continue }
      try add(
        day, folder, day.isEmpty ? destination : TakeDirectory(path: destination.path(of: day)))
    }
  }

  /// Plans the takes of one day folder, or the takes beside the day folders.
  private mutating func add(
    _ day: String, _ source: OpenFolder, _ destination: TakeDirectory
  ) throws(TakeFileError) {
    var takes: [String: (number: Int?, files: [OpenFolder.Entry])] = [:]
    // Hidden files belong to other systems, such as ._NAME.wav.
    let entries = try source.entries().filter { !$0.isHidden }
    let keys = TakeKeys(entries.map(\.name))
    for entry in entries {
      if entry.name.hasSuffix(".damaged") { damaged.append(source.path(of: entry)) }
      guard TakeFileKind(path: entry.name) != nil else { continue }
      var (key, number) = keys.key(of: entry.name)
      // A name that is not valid text may look like another name when written as text: such a file stands alone.
      if !entry.isText { (key, number) = ("\(entry.name)/\(takes.count)", nil) }
      takes[key, default: (number, [])].files.append(entry)
    }
    var planned: Set<String> = []
    let ordered = takes.sorted {
      ($0.value.number ?? .max, $0.key) < ($1.value.number ?? .max, $1.key)
    }
    for files in ordered.map({ $0.value.files.sorted { $0.name < $1.name } }) {
      if files.contains(where: { TakeName.isInProgress($0.name) }) {
        unfinished += files.map(source.path(of:))
      } else {
        // A dying card still yields some of its files, and they are wanted.
        do throws(TakeFileError) {
          items += try Self.items(files, day, source, destination, &planned)
        } catch {
          failures.append(error)
        }
      }
    }
  }

  /// All files of a take under the first name that no other take has.
  private static func items(
    _ files: [OpenFolder.Entry], _ day: String, _ source: OpenFolder,
    _ destination: TakeDirectory, _ planned: inout Set<String>
  ) throws(TakeFileError) -> [Item] {
    for attempt in 0..<tries {
      let copies = files.compactMap { copyName($0.name, attempt) }
      guard copies.count == files.count else { break }
      guard planned.isDisjoint(with: copies) else { continue }
      var items: [Item] = []
      for (file, copy) in zip(files, copies) {
        guard let item = try item(file, day, source, destination.path(of: copy)) else { break }
        items.append(item)
      }
      if items.count == files.count {
        planned.formUnion(copies)
        return items
      }
    }
    throw .namesExhausted(directory: destination.path)
  }

  /// A file and its copy; `nil` if a different file is in the place of the copy.
  private static func item(
    _ entry: OpenFolder.Entry, _ day: String, _ folder: OpenFolder, _ destination: String
  ) throws(TakeFileError) -> Item? {
    let file = try folder.open(entry)
    let source = folder.path(of: entry)
    let bytes = file.regularSize ?? 0
    var status = stat()
    guard lstat(destination, &status) == 0 else {
      guard errno == ENOENT else {
        throw .system(operation: .open, path: destination, code: errno)
      }
      return Item(
        source: source, day: day, entry: entry, destination: destination, bytes: bytes,
        isThere: false)
    }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes,
      try FileComparison.areAlike(file, source, destination)
    else { return nil }
    return Item(
      source: source, day: day, entry: entry, destination: destination, bytes: bytes,
      isThere: true)
  }

  /// The name of a copy: first the name of the file, then one with a higher number.
  private static func copyName(_ name: String, _ attempt: Int) -> String? {
    guard attempt > 0 else { return name }
    let dot = name.firstIndex(of: ".") ?? name.endIndex
    guard var take = TakeName(fileName: name) else {
      return "\(name[..<dot])-\(attempt + 1)\(name[dot...])"
    }
    take.number += attempt * numberStep
    return take.number <= TakeDirectory.largestNumber ? take.stem + name[dot...] : nil
  }
}
