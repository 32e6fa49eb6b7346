import Essentials
import Glibc

/// All files of one take: its parts, and the other files recorded at the same time.
public struct TakeSet: Sendable, Equatable {
  /// The name of the take: the stem of its files' names, without content and part.
  public var name: String
  /// The number of the take; `nil` if its files do not have the name of a take.
  public var number: Int?
  /// The files that can be read: first rendered, then safety, then raw, each in the order of their parts.
  public var files: [TakeFile]
  /// The files of the take that cannot be read.
  public var damaged: [Damaged]

  /// A file that cannot be read, and the reason.
  public struct Damaged: Sendable, Equatable {
    /// The path of the file.
    public var path: String
    /// The error that occurred when the file was read.
    public var error: TakeFileError
    /// The size of the file.
    public var bytes: Int
  }

  /// The recorded files with one content, in the order of their parts; exported copies beside them are left out.
  public func files(_ content: TakeName.Content) -> [TakeFile] { places(content).map { files[$0] } }

  /// The indices in ``files`` of these files; indices are used because each file is a large value, and lists need many
  /// properties of it.
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

  /// The files beside the take that are copies of it in another form.
  public var copies: [TakeFile] {
    let recorded = TakeName.Content.allCases.flatMap(places)
    return files.indices.filter { !recorded.contains($0) }.map { files[$0] }
  }

  /// The files to listen to: the rendered ones or, if there are none, those with the next best content.
  public var main: [TakeFile] { mainPlaces.map { files[$0] } }

  private var mainPlaces: [Int] {
    for content in Self.contentsInOrder {
      let found = places(content)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// True if a person rated the take as false.
  public var isFalse: Bool { mainPlaces.first.map { files[$0].metadata.rating } == .falseTake }

  /// The first part that is missing, from 0, although other parts exist; `nil` if no part is known to be missing.
  public var missingPart: Int? {
    let parts = mainPlaces.filter { files[$0].origin == .pinna }.map { files[$0].metadata.part }
    let stated = mainPlaces.compactMap { files[$0].metadata.parts }.max() ?? 0
    return (0..<max(stated, (parts.max() ?? -1) + 1)).first {
      !parts.isEmpty && !parts.contains($0)
    }
  }

  /// The number of frames in all parts of the take together.
  public var frames: Int { mainPlaces.reduce(0) { $0 + files[$1].frames } }

  /// The length of all parts of the take together, in seconds.
  public var seconds: Double { mainPlaces.reduce(0) { $0 + files[$1].seconds } }

  /// The number of bytes in all files together.
  public var bytes: Int {
    files.reduce(0) { $0 + $1.fileBytes } + damaged.reduce(0) { $0 + $1.bytes }
  }

  /// True if at least one file is in progress.
  public var isInProgress: Bool { files.contains(where: \.isInProgress) }

  /// True if a program is writing at least one file now; files that are in progress although no program is writing them
  /// were cut off.
  public var isBeingWritten: Bool { files.contains(where: \.isBeingWritten) }

  /// The markers in all parts, including those that stand for gaps, at frames of the take; each is listed only once.
  public var markers: [TakeMarker] { Self.merged(main.map(\.metadata.places)) { $0.frame } }

  /// The gaps in all parts, at frames of the take; each is listed only once, and if there are very many, only the first
  /// ones.
  public var gaps: [TakeGap] { Self.merged(main.map(\.metadata.gaps)) { $0.frame } }

  /// The pairs of frame and time in a range of the take; `nil` if the time of its first frame is not known.
  ///
  /// Only the metadata of the last part have the times of all parts.
  public func clockPairs(in range: Range<Int>) -> ClockPairs? {
    guard let last = main.last, last.rate > 0 else { return nil }
    return last.metadata.clockPairs?.cut(to: range, rate: last.rate, resumes: markers.resumes)
  }

  /// The time line of all parts together.
  ///
  /// - Throws: ``TakeTimeLine/Problem`` if the take has no time line.
  public func timeLine() throws(TakeTimeLine.Problem) -> TakeTimeLine {
    guard let last = main.last else { throw .noPairs }
    if missingPart != nil { throw .partMissing }
    var metadata = last.metadata
    metadata.markers = markers
    return try TakeTimeLine(metadata, frames: frames, rate: last.rate)
  }

  /// The totals of the gaps in all parts.
  public var gapTotals: GapTotals {
    main.enumerated().reduce(into: GapTotals()) { totals, part in
      let metadata = part.element.metadata
      totals = totals + metadata.gapTotals
      // A gap that began in the previous part was already counted there.
      let isBegun = metadata.gaps.first.map { $0.frame < metadata.firstFrame } ?? false
      if part.offset > 0, isBegun { totals.count -= 1 }
    }
  }

  /// The number of gaps and markers for which the files had no space.
  public var omittedEvents: Int {
    mainPlaces.reduce(0) { $0 + files[$1].metadata.omittedEvents }
  }

  /// The name of the take from which this one was rendered later, under a name of its own; `nil` if this take was
  /// recorded.
  public var source: String? {
    let notes = mainPlaces.first.map { files[$0].metadata.notes } ?? []
    let note = notes.first { $0.hasPrefix(TakeMetadata.renderedFrom) }
    guard let file = note?.dropFirst(TakeMetadata.renderedFrom.count) else { return nil }
    let (key, _) = TakeDirectory.key(of: String(file))
    return key == name ? nil : key
  }

  /// The end of the take, as its last part states it; `nil` for files of other recorders, and for a take in progress.
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

  /// True if one content comes before another: the order is rendered, safety, raw.
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
  /// Deletes all files of a take, and also its day folder if that is then empty.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` at the first file that cannot be deleted.
  public func delete(_ take: TakeSet) throws(TakeFileError) {
    for path in take.files.map(\.path) + take.damaged.map(\.path) {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .system(operation: .delete, path: path, code: errno)
      }
      let folder = TakeName.directory(of: path)
      // This fails unless the folder is empty.
      if Self.isDay(TakeName.fileName(of: folder)) { rmdir(folder) }
    }
  }

  /// All takes in the directory, each with all its files, ordered by number; files with other names come last.
  ///
  /// All processors share in reading every take; only one processor reads a few takes, because a recorder may be
  /// running.
  ///
  /// - Parameter numbers: if given, only takes with these numbers are read, and no other files; `nil` to read
  ///   everything.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the directory cannot be read. A file that cannot be
  ///   read does not throw, but appears in the result.
  public func takes(numbers: Set<Int>? = nil) throws(TakeFileError) -> [TakeSet] {
    guard let numbers else { return try takes(threads: Processors.count) { _, _ in true } }
    return try takes(named: numbers).filter { $0.number.map(numbers.contains) == true }
  }

  /// The takes whose files have one of these numbers in their names, even if another word follows the number.
  private func takes(named numbers: Set<Int>) throws(TakeFileError) -> [TakeSet] {
    try takes { TakeName(fileName: $1).map { numbers.contains($0.number) } == true }
  }

  /// The takes that a name may refer to: those with the same number or, for a custom name, those whose names begin as
  /// it does.
  ///
  /// Only the files of these takes are read, however many others there are.
  ///
  /// - Parameter name: the name of a file or of a take.
  /// - Throws: like ``takes(numbers:)``.
  public func takes(near name: String) throws(TakeFileError) -> [TakeSet] {
    if let number = TakeName(fileName: name)?.number { return try takes(named: [number]) }
    // If a take has a custom name, all its files begin with it: dawn.wav, dawn_raw.wav, dawn_raw_b.wav.
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
  /// - Throws: like ``takes(numbers:)``.
  public func lastTake() throws(TakeFileError) -> TakeSet? {
    let numbered = try numbers().takes.max()
    let last = try numbered.map { (number) throws(TakeFileError) in
      try takes(numbers: [number]).last
    }
    let newest = last??.main.first.map { modified($0.path) } ?? 0
    // Takes with a custom name have no number, so they are compared by date.
    let named = try takes {
      TakeName(fileName: $1) == nil && modified($0.path(of: $1)) >= newest
    }
    let recorded = named.filter { $0.main.first?.origin == .pinna && $0.source == nil }
    let dated = ([last ?? nil].compactMap { $0 } + recorded).compactMap { take in
      take.main.first.map { (take: take, date: $0.metadata.date) }
    }
    return dated.max { $0.date < $1.date }?.take ?? last ?? nil
  }

  /// The time at which a file was last modified, in seconds since 1970; 0 if the file is gone.
  private func modified(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  /// The takes to which those files belong whose folders and names are wanted.
  private func takes(
    threads: Int = 1, _ isWanted: (TakeDirectory, String) -> Bool
  ) throws(TakeFileError) -> [TakeSet] {
    let own = try entries()
    let all = try inAllFolders(own) { (folder) throws(TakeFileError) in
      try folder.takes(of: folder == self ? own : folder.entries(), threads, isWanted)
    }
    return all.sorted { ($0.number ?? .max, $0.name) < ($1.number ?? .max, $1.name) }
  }

  /// The takes to which the wanted files of one folder belong, in no particular order.
  private func takes(
    of entries: [OpenFolder.Entry], _ threads: Int,
    _ isWanted: (TakeDirectory, String) -> Bool
  ) throws(TakeFileError) -> [TakeSet] {
    var sets: [ExactName: TakeSet] = [:]
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
      case .failure(let error):
        let path = paths[index]
        damaged = [TakeSet.Damaged(path: path, error: error, bytes: Self.bytes(path))]
      }
      if file == nil, damaged.isEmpty { continue }
      let stated = file.flatMap { $0.origin == .pinna ? $0.metadata.take : nil }
      let named = entries[index].name
      let (key, number) =
        file.map { $0.name == nil } == true
        ? (TakeName.stem(of: named), nil) : keys.key(of: named, stated: stated)
      let new = TakeSet(name: key, number: number, files: [], damaged: [])
      let exact = ExactName(key)
      if let file { sets[exact, default: new].files.append(file) }
      sets[exact, default: new].damaged += damaged
    }
    return Self.joined(sets).flatMap { Self.separated(Self.ordered($0)) }
  }

  /// The size of a file that cannot be read.
  private static func bytes(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func isNoText(_ path: String) -> TakeFileError {
    .encoder(path: path, problem: "its name is not valid UTF-8", remedy: "rename it")
  }

  /// Reads a file that was listed; `nil` if it is gone.
  ///
  /// If a recorder has given the file its final name meanwhile, the file is read under that name.
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

  /// The name and the number of the take to which a file belongs, judging by its name alone.
  static func key(of fileName: String) -> (String, Int?) {
    guard var name = TakeName(fileName: fileName) else {
      return (TakeName.stem(of: fileName), nil)
    }
    name.content = .rendered
    name.part = nil
    return (name.stem, name.number)
  }

  /// The takes, in which files that share a custom name are joined into one take.
  ///
  /// The files `dawn.wav` and `dawn_raw.wav` are one take if their metadata say so; judging by their names alone, they
  /// could be two.
  private static func joined(_ sets: [ExactName: TakeSet]) -> [TakeSet] {
    var byBase: [ExactName: [ExactName]] = [:]
    for (key, set) in sets where set.number == nil {
      guard let file = set.files.first, let base = base(of: key.text, file) else { continue }
      byBase[ExactName("\(base)/\(file.metadata.familyID)"), default: []].append(key)
    }
    var result = sets
    for (name, keys) in byBase where keys.count > 1 {
      let base = ExactName(String(name.text.prefix { $0 != "/" }))
      // If another take's file has exactly this name, it stays separate.
      let isTaken = !keys.contains(base) && !(result[base]?.files.isEmpty ?? true)
      let joinedName = isTaken ? keys.sorted()[0] : base
      var joined = TakeSet(name: joinedName.text, number: nil, files: [], damaged: [])
      for key in Set(keys + [joinedName]).sorted() {
        guard let set = result.removeValue(forKey: key) else { continue }
        joined.files += set.files
        joined.damaged += set.damaged
      }
      result[joinedName] = joined
    }
    return Array(result.values)
  }

  /// The takes in a set of files that share a name: several if two of the files are the same part of different takes.
  ///
  /// Takes of two recorders can have names that differ only in the title or in the format. A single file of another
  /// take stays in the set, where `takes verify` finds it.
  private static func separated(_ set: TakeSet) -> [TakeSet] {
    guard set.number != nil, set.files.count > 1 else { return [set] }
    struct Place: Hashable {
      var content: TakeName.Content
      var part: Int
    }
    var families: [Place: String] = [:]
    let isMixed = set.files.contains { file in
      guard file.metadata.copy == nil, let family = family(of: file) else { return false }
      let place = Place(content: file.content, part: max(0, part(file)))
      defer { families[place] = family }
      return families[place, default: family] != family
    }
    guard isMixed else { return [set] }
    let untitled = set.files.filter { TakeName.title(in: $0.fileName).isEmpty }
    let first = (untitled + set.files).lazy.compactMap(family).first
    return Dictionary(grouping: set.files) { family(of: $0) ?? first }.map { family, files in
      var take = set
      take.files = files
      guard family != first else { return take }
      take.damaged = []
      let name = set.name + TakeName.title(in: files[0].fileName)
      take.name = name == set.name ? files[0].fileName : name
      return take
    }
  }

  /// The identity of the take to which a file belongs; `nil` if the file states none.
  private static func family(of file: TakeFile) -> String? {
    file.origin == .pinna && !file.metadata.familyID.isEmpty ? file.metadata.familyID : nil
  }

  /// A custom name, without the suffixes for content and part; `nil` if another recorder made the file.
  private static func base(of key: String, _ file: TakeFile) -> String? {
    guard family(of: file) != nil else { return nil }
    var base = Substring(key)
    let part = "_" + TakeName.letters(file.metadata.part)
    if base.hasSuffix(part) { base = base.dropLast(part.count) }
    let content = "_" + file.content.rawValue
    if file.content != .rendered, base.hasSuffix(content) { base = base.dropLast(content.count) }
    return base.isEmpty ? nil : String(base)
  }

  /// The part that a file contains, from 0; -1 if the take is in one piece.
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
