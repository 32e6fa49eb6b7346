import Essentials
import Glibc

/// All files of one take: its parts, and the files recorded beside them.
public struct TakeSet: Sendable, Equatable {
  /// The name of the take: the stem of its files without content and part.
  public var name: String
  /// The number of the take; `nil` for files without the name of a take.
  public var number: Int?
  /// The readable files: rendered, safety, raw, each in the order of its parts.
  public var files: [TakeFile]
  /// The unreadable files of the take.
  public var damaged: [Damaged]

  /// An unreadable file, and the reason.
  public struct Damaged: Sendable, Equatable {
    /// The file.
    public var path: String
    /// The error in it.
    public var error: TakeFileError
  }

  /// The recorded files of one content, in the order of their parts, without exported copies beside them.
  public func files(_ content: TakeName.Content) -> [TakeFile] { places(content).map { files[$0] } }

  /// The positions of those files in ``files``: a file is large, and lists ask a lot of each.
  private func places(_ content: TakeName.Content) -> [Int] {
    if files.count == 1 { return files[0].content == content ? [0] : [] }
    let all = files.indices.filter { files[$0].content == content }
    if all.count < 2 { return all }
    let recorded = all.filter { files[$0].metadata.copy == nil }
    let kind = TakeFileKind.allCases.first { kind in
      (recorded.isEmpty ? all : recorded).contains { files[$0].kind == kind }
    }
    return all.filter { files[$0].kind == kind }
  }

  /// Copies in another kind beside the take.
  public var copies: [TakeFile] {
    let recorded = TakeName.Content.allCases.flatMap(places)
    return files.indices.filter { !recorded.contains($0) }.map { files[$0] }
  }

  /// The files for listening: the rendered ones, or their substitutes.
  public var main: [TakeFile] { mainPlaces.map { files[$0] } }

  private var mainPlaces: [Int] {
    for content in Self.contentsInOrder {
      let found = places(content)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// True for a take that a person rated as false.
  public var isFalse: Bool { mainPlaces.first.map { files[$0].metadata.rating } == .falseTake }

  /// The first part that is missing although others exist, from 0; `nil` if none is known to be missing.
  public var missingPart: Int? {
    let parts = mainPlaces.filter { files[$0].origin == .pinna }.map { files[$0].metadata.part }
    let stated = mainPlaces.compactMap { files[$0].metadata.parts }.max() ?? 0
    return (0..<max(stated, (parts.max() ?? -1) + 1)).first {
      !parts.isEmpty && !parts.contains($0)
    }
  }

  /// Frames of the take in all its parts.
  public var frames: Int { mainPlaces.reduce(0) { $0 + files[$1].frames } }

  /// Seconds of the take.
  public var seconds: Double { mainPlaces.reduce(0) { $0 + files[$1].seconds } }

  /// Bytes of all files.
  public var bytes: Int { files.reduce(0) { $0 + $1.fileBytes } }

  /// True if any file is in progress.
  public var isInProgress: Bool { files.contains(where: \.isInProgress) }

  /// True if a program is writing any file now; files in progress without a writer were cut off.
  public var isBeingWritten: Bool { files.contains(where: \.isBeingWritten) }

  /// Markers of all parts, including those of gaps, each once, in frames of the take.
  public var markers: [TakeMarker] { Self.merged(main.map(\.metadata.places)) { $0.frame } }

  /// Gaps of all parts, each once, in frames of the take; if there are very many, the first ones.
  public var gaps: [TakeGap] { Self.merged(main.map(\.metadata.gaps)) { $0.frame } }

  /// All gaps of all parts.
  public var gapTotals: GapTotals {
    main.enumerated().reduce(into: GapTotals()) { totals, part in
      let metadata = part.element.metadata
      totals = totals + metadata.gapTotals
      // A gap that began in the previous part is counted there.
      let isBegun = metadata.gaps.first.map { $0.frame < metadata.firstFrame } ?? false
      if part.offset > 0, isBegun { totals.count -= 1 }
    }
  }

  /// The number of gaps and markers that the files had no space for.
  public var omittedEvents: Int {
    mainPlaces.reduce(0) { $0 + files[$1].metadata.omittedEvents }
  }

  /// The name of the take from which this one was rendered later under its own name; `nil` for a recorded take.
  public var source: String? {
    let notes = mainPlaces.first.map { files[$0].metadata.notes } ?? []
    let note = notes.first { $0.hasPrefix(TakeMetadata.renderedFrom) }
    guard let file = note?.dropFirst(TakeMetadata.renderedFrom.count) else { return nil }
    let (key, _) = TakeDirectory.key(of: String(file))
    return key == name ? nil : key
  }

  /// The end of the take, as stated in its last part; `nil` for files of other recorders and for a take in progress.
  public var end: TakeMetadata.End? {
    guard let last = main.last, last.origin == .pinna else { return nil }
    return last.metadata.end
  }

  private static func merged<Place: Hashable>(
    _ parts: [[Place]], by frame: (Place) -> Int
  ) -> [Place] {
    var seen: Set<Place> = []
    return parts.joined().filter { seen.insert($0).inserted }.sorted { frame($0) < frame($1) }
  }

  /// The order of contents: rendered before safety before raw.
  static func order(_ a: TakeName.Content, _ b: TakeName.Content) -> Bool { rank(a) < rank(b) }

  private static let contentsInOrder = TakeName.Content.allCases.sorted(by: order)

  private static func rank(_ content: TakeName.Content) -> Int {
    switch content {
    case .rendered: 0
    case .safety: 1
    case .raw: 2
    }
  }
}

extension TakeDirectory {
  /// Deletes all files of a take, and its day folder if it becomes empty.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` for the first file that cannot be deleted.
  public func delete(_ take: TakeSet) throws(TakeFileError) {
    for path in take.files.map(\.path) + take.damaged.map(\.path) {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .system(operation: .delete, path: path, code: errno)
      }
      let folder = TakeName.directory(of: path)
      // Fails unless the folder is empty.
      if Self.isDay(TakeName.fileName(of: folder)) { rmdir(folder) }
    }
  }

  /// Every take in the directory with all its files, ordered by number; files with other names come last.
  ///
  /// Everything is read on all processors; a few takes, such as a running recorder may request, on one.
  ///
  /// - Parameter numbers: reads only takes with these numbers, and no other files; `nil` for everything.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read. An unreadable file is
  ///   part of the result.
  public func takes(numbers: Set<Int>? = nil) throws(TakeFileError) -> [TakeSet] {
    guard let numbers else { return try takes(threads: Processors.count) { _, _ in true } }
    return try takes { TakeName(fileName: $1).map { numbers.contains($0.number) } == true }
  }

  /// The takes that a name may mean: takes with its number, or takes with a custom name that begins the same way.
  ///
  /// Reads only their files, however many others there are.
  ///
  /// - Parameter name: the name of a file or of a take.
  /// - Throws: as ``takes(numbers:)``.
  public func takes(near name: String) throws(TakeFileError) -> [TakeSet] {
    if let number = TakeName(fileName: name)?.number { return try takes(numbers: [number]) }
    // Files of one take with a custom name begin the same way: dawn.wav, dawn_raw.wav, dawn_raw_b.wav.
    var words = TakeName.stem(of: name).split(separator: "_", omittingEmptySubsequences: false)
    if words.count > 1, (1...2).contains(words[words.count - 1].utf8.count) { words.removeLast() }
    if words.count > 1, TakeName.Content(rawValue: String(words[words.count - 1])) != nil {
      words.removeLast()
    }
    let base = words.joined(separator: "_")
    return try takes { $1.hasPrefix(base) && TakeName(fileName: $1) == nil }
  }

  /// The latest take; `nil` if there is none.
  ///
  /// - Throws: as ``takes(numbers:)``.
  public func lastTake() throws(TakeFileError) -> TakeSet? {
    let numbered = try fileNames().last.flatMap { TakeName(fileName: $0)?.number }
    let last = try numbered.map { (number) throws(TakeFileError) in
      try takes(numbers: [number]).last
    }
    let newest = last??.main.first.map { modified($0.path) } ?? 0
    // Takes with a custom name have no number to go by.
    let named = try takes {
      TakeName(fileName: $1) == nil && modified($0.path(of: $1)) >= newest
    }
    let recorded = named.filter { $0.main.first?.origin == .pinna && $0.source == nil }
    let dated = ([last ?? nil].compactMap { $0 } + recorded).compactMap { take in
      take.main.first.map { (take: take, date: $0.metadata.date) }
    }
    return dated.max { $0.date < $1.date }?.take ?? last ?? nil
  }

  /// The modification time of a file, in seconds since 1970; 0 if it is gone.
  private func modified(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  /// The takes of the files with wanted folders and names.
  private func takes(
    threads: Int = 1, _ isWanted: (TakeDirectory, String) -> Bool
  ) throws(TakeFileError) -> [TakeSet] {
    let own = try entries()
    let all = try inAllFolders(own) { (folder) throws(TakeFileError) in
      try folder.takes(of: folder == self ? own : folder.entries(), threads, isWanted)
    }
    return all.sorted { ($0.number ?? .max, $0.name) < ($1.number ?? .max, $1.name) }
  }

  /// The takes of the files of one folder, in no particular order.
  private func takes(
    of entries: [OpenFolder.Entry], _ threads: Int,
    _ isWanted: (TakeDirectory, String) -> Bool
  ) throws(TakeFileError) -> [TakeSet] {
    var sets: [String: TakeSet] = [:]
    let entries = entries.filter {
      !$0.isHidden && isWanted(self, $0.name) && TakeFileKind(path: $0.name) != nil
    }
    let keys = TakeKeys(entries.map(\.name))
    let paths = entries.map { path(of: $0.name) }
    let read = Processors.map(entries.count, piece: 64, threads: threads) { index in
      entries[index].isText ? Self.file(paths[index]) : .failure(Self.isNoText(paths[index]))
    }
    for (index, result) in read.enumerated() {
      var (file, damaged): (TakeFile?, [TakeSet.Damaged]) = (nil, [])
      switch result {
      case .success(let found): file = found
      case .failure(let error): damaged = [TakeSet.Damaged(path: paths[index], error: error)]
      }
      if file == nil, damaged.isEmpty { continue }
      let stated = file.flatMap { $0.origin == .pinna ? $0.metadata.take : nil }
      let (key, number) = keys.key(of: entries[index].name, stated: stated)
      let new = TakeSet(name: key, number: number, files: [], damaged: [])
      if let file { sets[key, default: new].files.append(file) }
      sets[key, default: new].damaged += damaged
    }
    return Self.joined(sets).map(Self.ordered)
  }

  private static func isNoText(_ path: String) -> TakeFileError {
    .encoder(path: path, problem: "its name is not valid UTF-8", remedy: "rename it")
  }

  /// A listed file; `nil` if it is gone.
  ///
  /// A recorder may have given it its final name since: then that file is read.
  private static func file(_ path: String) -> Result<TakeFile?, TakeFileError> {
    do throws(TakeFileError) {
      return .success(try TakeFile.read(path: path))
    } catch {
      guard error.isMissing else { return .failure(error) }
      guard let final = TakeName.finalPath(for: path) else { return .success(nil) }
      do throws(TakeFileError) {
        return .success(try TakeFile.read(path: final))
      } catch {
        return error.isMissing ? .success(nil) : .failure(error)
      }
    }
  }

  /// The name of the take that a file belongs to.
  static func key(of fileName: String) -> (String, Int?) {
    guard var name = TakeName(fileName: fileName) else {
      return (TakeName.stem(of: fileName), nil)
    }
    name.content = .rendered
    name.part = nil
    return (name.stem, name.number)
  }

  /// The takes, with the files of each custom name joined.
  ///
  /// `dawn.wav` and `dawn_raw.wav` are one take if their metadata say so: judging by their names, they might be two.
  private static func joined(_ sets: [String: TakeSet]) -> [TakeSet] {
    var byBase: [String: [String]] = [:]
    for (key, set) in sets where set.number == nil {
      guard let file = set.files.first, let base = base(of: key, file) else { continue }
      byBase["\(base)/\(file.metadata.familyID)", default: []].append(key)
    }
    var result = sets
    for (name, keys) in byBase where keys.count > 1 {
      let base = String(name.prefix { $0 != "/" })
      // Another take's file with this very name stays separate.
      let isTaken = !keys.contains(base) && !(result[base]?.files.isEmpty ?? true)
      let joinedName = isTaken ? keys.sorted()[0] : base
      var joined = TakeSet(name: joinedName, number: nil, files: [], damaged: [])
      for key in Set(keys + [joinedName]).sorted() {
        guard let set = result.removeValue(forKey: key) else { continue }
        joined.files += set.files
        joined.damaged += set.damaged
      }
      result[joinedName] = joined
    }
    return Array(result.values)
  }

  /// The custom name without the suffixes for content and part; `nil` for a file of another recorder.
  private static func base(of key: String, _ file: TakeFile) -> String? {
    guard file.origin == .pinna, !file.metadata.familyID.isEmpty else { return nil }
    var base = Substring(key)
    let part = "_" + TakeName.letters(file.metadata.part)
    if base.hasSuffix(part) { base = base.dropLast(part.count) }
    let content = "_" + file.content.rawValue
    if file.content != .rendered, base.hasSuffix(content) { base = base.dropLast(content.count) }
    return base.isEmpty ? nil : String(base)
  }

  /// The part of a file, from 0; -1 for a take in one piece.
  private static func part(_ file: TakeFile) -> Int {
    file.name.map { $0.part ?? -1 } ?? file.metadata.part
  }

  private static func ordered(_ set: TakeSet) -> TakeSet {
    var set = set
    set.files.sort { a, b in
      let (first, second) = (a.content, b.content)
      if first != second { return TakeSet.order(first, second) }
      return (Self.part(a), a.fileName) < (Self.part(b), b.fileName)
    }
    set.damaged.sort { $0.path < $1.path }
    return set
  }
}
