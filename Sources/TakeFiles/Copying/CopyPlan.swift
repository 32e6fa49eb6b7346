import Glibc

/// What is to be copied from one directory of takes to another, and under which names.
public struct CopyPlan: Sendable, Equatable {
  /// One file.
  public struct Item: Sendable, Equatable {
    /// The file.
    public var source: String
    /// Its copy.
    public var destination: String
    /// Its size.
    public var bytes: Int
    /// Whether the copy is there already.
    public var isThere: Bool

    /// Whether the copy has another name, because a file of another take has that of the file.
    public var isRenamed: Bool {
      TakeName.fileName(of: source) != TakeName.fileName(of: destination)
    }
  }

  /// The files of finished takes, those of the oldest take first.
  public var items: [Item] = []
  /// Files of takes that are being made or were cut off, which are left out.
  public var unfinished: [String] = []
  /// What is kept of files of which not even a header reached the card, which is left out.
  public var damaged: [String] = []
  /// Why takes could not be compared with what is on the medium; they are not copied.
  public var failures: [TakeFileError] = []

  /// Files that are still to be copied.
  public var missing: [Item] { items.filter { !$0.isThere } }
}

extension CopyPlan {
  /// By how much the number of a take becomes higher when another take has its name.
  ///
  /// Recorders without a clock give the same names. A file in the form `NAME-2.wav` would be nobody's take any more; a
  /// number keeps all files of a take together, and 1001 is seldom that of another one.
  static let numberStep = 1000
  /// How many other names are tried.
  private static let tries = 1000

  /// Looks at both directories.
  ///
  /// - Throws: ``TakeFileError`` when a directory cannot be read.
  init(from source: TakeDirectory, to destination: TakeDirectory) throws(TakeFileError) {
    var takes: [String: (number: Int?, names: [String])] = [:]
    // Hidden files are those of other systems, such as ._NAME.wav.
    for name in try source.entryNames() where !name.hasPrefix(".") {
      if name.hasSuffix(".damaged") { damaged.append(source.path(of: name)) }
      guard TakeFileKind(path: name) != nil else { continue }
      let (key, number) = TakeDirectory.key(of: name)
      takes[key, default: (number, [])].names.append(name)
    }
    var planned: Set<String> = []
    let ordered = takes.sorted {
      ($0.value.number ?? .max, $0.key) < ($1.value.number ?? .max, $1.key)
    }
    for names in ordered.map({ $0.value.names.sorted() }) {
      if names.contains(where: TakeName.isInProgress) {
        unfinished += names.map(source.path(of:))
      } else {
        // A card that is dying gives some of its files, and those are wanted.
        do throws(TakeFileError) {
          items += try Self.items(names, source, destination, &planned)
        } catch {
          failures.append(error)
        }
      }
    }
  }

  /// All files of a take under the first name that no other take has.
  private static func items(
    _ names: [String], _ source: TakeDirectory, _ destination: TakeDirectory,
    _ planned: inout Set<String>
  ) throws(TakeFileError) -> [Item] {
    for attempt in 0..<tries {
      let copies = names.compactMap { copyName($0, attempt) }
      guard copies.count == names.count else { break }
      guard planned.isDisjoint(with: copies) else { continue }
      var items: [Item] = []
      for (name, copy) in zip(names, copies) {
        guard let item = try item(source.path(of: name), destination.path(of: copy)) else { break }
        items.append(item)
      }
      if items.count == names.count {
        planned.formUnion(copies)
        return items
      }
    }
    throw .namesExhausted(directory: destination.path)
  }

  /// A file and its copy; `nil` when there is another file in the place of the copy.
  private static func item(
    _ source: String, _ destination: String
  ) throws(TakeFileError) -> Item? {
    var status = stat()
    guard stat(source, &status) == 0 else {
      throw .system(operation: .open, path: source, code: errno)
    }
    let bytes = Int(status.st_size)
    guard lstat(destination, &status) == 0 else {
      guard errno == ENOENT else {
        throw .system(operation: .open, path: destination, code: errno)
      }
      return Item(source: source, destination: destination, bytes: bytes, isThere: false)
    }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes,
      try FileComparison.areAlike(source, destination)
    else { return nil }
    return Item(source: source, destination: destination, bytes: bytes, isThere: true)
  }

  /// What a copy is called: as the file at first, then with a number that is higher.
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
