import Glibc

/// The files to copy from one directory of takes to another, and the names of the copies.
public struct CopyPlan: Sendable, Equatable {
  /// A file to copy.
  public struct Item: Sendable, Equatable {
    /// The path of the file.
    public var source: String
    /// The name of the day folder that holds the file; empty if none does.
    let day: String
    /// The file's entry in its folder.
    let entry: OpenFolder.Entry
    /// The path of the copy.
    public var destination: String
    /// The size of the file.
    public var bytes: Int
    /// True if the copy already exists.
    public var isThere: Bool
  }

  /// The files of finished takes, in the order of the takes' numbers.
  public var items: [Item] = []
  /// The files of takes that are in progress or were cut off; these files are not copied.
  public var unfinished: [String] = []
  /// The damaged files that recovery kept beside takes; these files are not copied.
  public var damaged: [String] = []
  /// The errors of takes that could not be compared with the contents of the medium; these takes are not copied.
  public var failures: [TakeFileError] = []

  /// The files that are still to be copied.
  public var missing: [Item] { items.filter { !$0.isThere } }
}

extension CopyPlan {
  /// If a take's name already belongs to another take, the number in the name is raised by this much.
  ///
  /// Recorders without a clock use the same names again. A file called `NAME-2.wav` would no longer belong to a take,
  /// whereas a new number keeps all files of a take together, and numbers above 1000 are rarely in use.
  static let numberStep = 1000
  /// The number of names to try for a take.
  private static let tries = 1000

  /// Makes the plan by comparing the contents of both directories.
  ///
  /// - Throws: ``TakeFileError`` if a directory cannot be read.
  init(from source: OpenFolder, to destination: TakeDirectory) throws(TakeFileError) {
    let days = try source.entries().map(\.name).filter(TakeDirectory.isDay).sorted()
    for day in [""] + days {
      guard let folder = try source.folder(day) else { continue }
      try add(
        day, folder,
        DestinationFiles(
          day.isEmpty ? destination : TakeDirectory(path: destination.path(of: day))))
    }
  }

  /// Plans the copies of the takes in one day folder, or of those outside all day folders.
  private mutating func add(
    _ day: String, _ source: OpenFolder, _ destination: DestinationFiles
  ) throws(TakeFileError) {
    var takes: [ExactName: (number: Int?, files: [OpenFolder.Entry])] = [:]
    // Hidden files, such as ._NAME.wav, belong to other systems.
    let entries = try source.entries().filter { !$0.isHidden }
    let keys = TakeKeys(entries.map(\.name))
    for entry in entries {
      if entry.name.hasSuffix(".damaged") { damaged.append(source.path(of: entry)) }
      guard TakeFileKind(path: entry.name) != nil else { continue }
      var (key, number) = keys.key(of: entry.name)
      if Self.endsInWord(entry, source) { (key, number) = (TakeName.stem(of: entry.name), nil) }
      // If a name is not valid text, writing it as text may make it look like another name, so its file stands alone.
      if !entry.isText { (key, number) = ("\(entry.name)/\(takes.count)", nil) }
      takes[ExactName(key), default: (number, [])].files.append(entry)
    }
    var planned: Set<ExactName> = []
    let ordered = takes.sorted {
      ($0.value.number ?? .max, $0.key) < ($1.value.number ?? .max, $1.key)
    }
    for files in ordered.map({ $0.value.files.sorted { $0.name < $1.name } }) {
      if files.contains(where: { TakeName.isInProgress($0.name) }) {
        unfinished += files.map(source.path(of:))
      } else {
        // Some files on a failing card can still be read, so an error with one take must not stop the others.
        do throws(TakeFileError) {
          items += try Self.items(files, day, source, destination, &planned)
        } catch {
          failures.append(error)
        }
      }
    }
  }

  /// True if the letters at the end of a name are not a part but a word, as in the name of a mix beside a take.
  private static func endsInWord(_ entry: OpenFolder.Entry, _ source: OpenFolder) -> Bool {
    guard entry.isText, let part = TakeName(fileName: entry.name)?.part,
      part >= TakeName.partsOfOneLetter
    else { return false }
    do throws(TakeFileError) {
      let file = try source.open(entry)
      // Read the open file, because its path may lead to another file meanwhile.
      let name = TakeName(reading: "/proc/self/fd/\(file.descriptor)", as: entry.name)
      _ = consume file
      return name == nil
    } catch {
      return false
    }
  }

  /// All files of a take, with the first name for their copies that no other take has.
  private static func items(
    _ files: [OpenFolder.Entry], _ day: String, _ source: OpenFolder,
    _ destination: DestinationFiles, _ planned: inout Set<ExactName>
  ) throws(TakeFileError) -> [Item] {
    for attempt in 0..<tries {
      let copies = files.compactMap { copyName($0.name, attempt) }
      guard copies.count == files.count else { break }
      let (names, plain) = (Set(copies.map(ExactName.init)), copies.map(withoutTitle))
      guard planned.isDisjoint(with: plain) else { continue }
      var items: [Item] = []
      for (file, copy) in zip(files, copies) {
        guard let item = try item(file, day, source, copy, of: names, destination) else { break }
        items.append(item)
      }
      if items.count == files.count {
        planned.formUnion(plain)
        return items
      }
    }
    throw .namesExhausted(directory: destination.directory.path)
  }

  /// A file with its copy; `nil` if a different file already has the name of the copy, or the name
  /// with another title.
  private static func item(
    _ entry: OpenFolder.Entry, _ day: String, _ folder: OpenFolder, _ copy: String,
    of copies: Set<ExactName>, _ destination: DestinationFiles
  ) throws(TakeFileError) -> Item? {
    let file = try folder.open(entry)
    let path = destination.directory.path(of: copy)
    var item = Item(
      source: folder.path(of: entry), day: day, entry: entry, destination: path,
      bytes: file.regularSize ?? 0, isThere: true)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system(operation: .open, path: path, code: errno) }
      if destination.isTaken(copy, for: file, besides: copies) { return nil }
      item.isThere = false
      return item
    }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == item.bytes,
      try FileComparison.areAlike(file, item.source, path)
    else { return nil }
    return item
  }

  /// The name without its title; two such names stand for the same file of a take if they are equal.
  private static func withoutTitle(_ name: String) -> ExactName {
    guard TakeName(fileName: name) != nil else { return ExactName(name) }
    let title = TakeName.title(in: name)
    return ExactName(String(name[..<title.startIndex] + name[title.endIndex...]))
  }

  /// The name of a copy: at the first attempt the file's own name, later a name with a higher number; `nil` if there is
  /// none.
  private static func copyName(_ name: String, _ attempt: Int) -> String? {
    guard attempt > 0 else { return name }
    let dot = name.firstIndex(of: ".") ?? name.endIndex
    guard var take = TakeName(fileName: name) else {
      return "\(name[..<dot])-\(attempt + 1)\(name[dot...])"
    }
    take.number += attempt * numberStep
    return take.number <= TakeDirectory.largestNumber
      ? take.stem + TakeName.title(in: name) + name[dot...] : nil
  }
}
