import Essentials
import Glibc
import Recorder
import TakeFiles

/// The reason why a new take cannot be made from others.
package enum TakeEditError: Error, Sendable {
  /// A take is still being made, or was cut off before it was closed.
  case unfinished(String)
  /// One or more takes cannot be cut or joined, for the reason in the sentence.
  case unsuitable(String)
  /// The medium has no room for the new take: a sentence.
  case noRoom(String)
  /// A file cannot be read or written.
  case file(TakeFileError)

  /// The reason in a sentence.
  package var words: String {
    switch self {
    case .unfinished(let take):
      "\(take): the take is being recorded or was cut off; stop it, or run 'pinna takes recover'"
    case .unsuitable(let words), .noRoom(let words): words
    case .file(.system(_, _, ECANCELED)):
      "the recorder started a take, and that take has priority; try again when it has ended"
    case .file(let error): error.description
    }
  }
}

/// An edit that makes a new take from pieces of others, by trimming or joining.
///
/// The new take has those contents (rendered, safety, raw) that all pieces have. The source takes are never changed.
/// The rendered file is the last to get its name.
package struct TakeEdit {
  /// A piece of a take: a range of its frames.
  package struct Piece {
    var take: TakeSet
    var frames: Range<Int>

    /// Creates a piece of a take; without `frames`, the whole take.
    package init(_ take: TakeSet, _ frames: Range<Int>? = nil) {
      (self.take, self.frames) = (take, frames ?? 0..<take.frames)
    }
  }

  /// A file of a piece, and the frames that are wanted from the file.
  private typealias Segment = (file: TakeFile, frames: Range<Int>)

  private var pieces: [Piece]
  /// The word for the end of the new take: "trimmed" or "joined".
  private let deed: String
  /// Receives messages for a person, and progress reports that name the step; by default, they are dropped.
  private let tell: (String) -> Void
  private let progress: (String, Double) -> Void
  /// Receives the hidden paths of the new take before any of its files is made.
  private let begin: ([String]) -> Void
  /// Returns true to abandon the work.
  private let isOver: () -> Bool
  private let directory: String
  /// The contents of the new take, with the rendered one last.
  private let contents: [TakeName.Content]

  /// The number of frames copied in one go.
  private static let block = 8192
  /// Bytes to leave free on the medium.
  private static let reserve = 8 << 20

  /// Creates an edit of these pieces, and refuses everything that can be recognised as wrong without reading audio.
  ///
  /// - Precondition: there is at least one piece.
  /// - Throws: ``TakeEditError`` for takes that cannot be cut or joined.
  package init(
    _ pieces: [Piece], deed: String, tell: @escaping (String) -> Void = { _ in },
    progress: @escaping (String, Double) -> Void = { _, _ in },
    begin: @escaping ([String]) -> Void = { _ in },
    isOver: @escaping () -> Bool = { false }
  ) throws(TakeEditError) {
    (self.begin, self.isOver) = (begin, isOver)
    (self.pieces, self.deed, self.tell, self.progress) = (pieces, deed, tell, progress)
    directory = TakeName.directory(of: pieces[0].take.main.first?.path ?? ".")
    contents = [.raw, .safety, .rendered].filter { content in
      pieces.allSatisfy { !$0.take.files(content).isEmpty }
    }
    for piece in pieces { try Self.check(piece.take) }
    try checkLikeness()
  }

  private static func check(_ take: TakeSet) throws(TakeEditError) {
    if take.isInProgress { throw .unfinished(take.name) }
    if let damaged = take.damaged.first { throw .file(damaged.error) }
    if let part = take.missingPart {
      throw .unsuitable(
        "\(take.name): part \(part + 1) is missing; put all files of the take into one directory")
    }
    guard case .other(let maker)? = take.main.first?.origin else { return }
    if maker?.hasPrefix("Pinna") == true {
      throw .unsuitable(
        "\(take.name): another program saved it without the metadata of the take, so Pinna cannot make a take from "
          + "it: use another copy, or cut it in an audio editor")
    }
    throw .unsuitable(
      "\(take.name): is a file of \(maker ?? "another program"), and Pinna cannot make a take from it: cut the "
        + "file in an audio editor")
  }

  /// Refuses pieces that cannot be joined to one another.
  private func checkLikeness() throws(TakeEditError) {
    guard let first = pieces[0].take.main.first else { return }
    for piece in pieces.dropFirst() {
      guard let other = piece.take.main.first else { continue }
      let facts = [first, other].map { file in
        [TakeText.format(file), TakeText.caseName(file.metadata), file.metadata.boardID]
          + [file.channels.counted("channel"), file.content.rawValue]
      }
      if let (a, b) = zip(facts[0], facts[1]).first(where: { $0 != $1 }) {
        throw .unsuitable(
          "\(piece.take.name): is \(b), and \(pieces[0].take.name) is \(a); only takes of one kind can be "
            + "joined: 'pinna takes export' converts formats, and 'pinna render' makes another case"
        )
      }
    }
    let ways = Set(
      pieces.compactMap { piece in
        piece.take.main.first.map { file in
          [file.metadata.rendering ?? "", file.metadata.wind ?? "", file.metadata.filterHash]
        }
      })
    if ways.count > 1 {
      tell(
        "these takes were rendered in different ways; the new take states how its first part was rendered"
      )
    }
    let others = pieces.dropFirst().compactMap(\.take.main.first?.metadata)
    for (word, own, all) in [
      ("title", first.metadata.title, others.map(\.title)),
      ("note", first.metadata.note, others.map(\.note)),
    ] where all.contains(where: { $0 != nil && $0 != own }) {
      tell(
        own == nil
          ? "the new take has no \(word), because its first part has none"
          : "the new take has only the \(word) of its first part")
    }
    if Set(pieces.map { $0.take.main.first?.metadata.rating }).count > 1 {
      tell("the takes have different judgements, so the new take has no judgement")
    }
    for content in TakeName.Content.allCases where !contents.contains(content) {
      guard let one = pieces.first(where: { !$0.take.files(content).isEmpty }) else { continue }
      tell("the new take has no \(content.rawValue) file: only \(one.take.name) has one")
    }
  }

  /// Writes the files of the new take.
  ///
  /// If another program renames the source takes meanwhile, the work begins again with their new names.
  ///
  /// - Throws: ``TakeEditError``; in that case, nothing is left of the new take.
  package func run() throws(TakeEditError) -> EditedTake {
    do throws(TakeEditError) {
      return try attempt()
    } catch {
      guard case .file(.system(.open, _, ENOENT)) = error else { throw error }
      var again = self
      for index in pieces.indices {
        again.pieces[index].take = try translate(
          try pieces[index].take.renamed(), to: TakeEditError.file)
      }
      return try again.attempt()
    }
  }

  private func attempt() throws(TakeEditError) -> EditedTake {
    let segments = try contents.map { content throws(TakeEditError) in try parts(of: content) }
    try checkRoom(segments)
    let faults = try verify()
    let others = try others(in: segments)
    let draft = try translate(
      try TakeDraft(
        in: directory, date: start.date,
        prefix: TakeName(fileName: pieces[0].take.name)?.prefix ?? ""), to: TakeEditError.file)
    begin(draft.hiddenPaths)
    let name = draft.name
    let work = deed == "joined" ? "Joining" : "Trimming"
    let total = segments.joined().reduce(0) { $0 + $1.frames.count * $1.file.channels }
    var done = 0
    let made: [String]
    do throws(TakeFileError) {
      for (content, parts) in zip(contents, segments) {
        var metadata = metadata(of: content, name: name)
        metadata.notes += faults
        metadata.keep(others: others[content] ?? [])
        try write(parts, to: draft, metadata) { count throws(TakeFileError) in
          done += count
          guard !isOver() else {
            throw .system(operation: .write, path: directory, code: ECANCELED)
          }
          progress(work, Double(done) / Double(max(1, total)))
        }
      }
      made = try draft.conclude()
    } catch {
      throw .file(error)
    }
    let frames = pieces.reduce(0) { $0 + $1.frames.count }
    return EditedTake(
      name: name.stem, number: name.number, sources: pieces.map(\.take.name),
      files: made.reversed(), frames: frames,
      seconds: Double(frames) / Double(max(1, pieces[0].take.main.first?.rate ?? 0)),
      markerCount: events.markers.count, gapCount: events.gaps.count)
  }

  /// The segments of the pieces in the files of one content; those files must contain all frames of every piece.
  private func parts(of content: TakeName.Content) throws(TakeEditError) -> [Segment] {
    var found: [Segment] = []
    for piece in pieces {
      var due = piece.frames.lowerBound
      for file in piece.take.files(content) {
        let first = file.metadata.firstFrame
        let range = piece.frames.clamped(to: first..<(first + file.frames))
        guard !range.isEmpty, range.lowerBound == due else { continue }
        found.append((file, (range.lowerBound - first)..<(range.upperBound - first)))
        due = range.upperBound
      }
      guard due == piece.frames.upperBound else {
        let file = piece.take.files(content).last
        let place = TakeText.place(frame: due, rate: file?.rate ?? 0)
        throw .unsuitable(
          "\(piece.take.name): its \(content.rawValue) file has no sound from \(place) on; trim it to end "
            + "before that, or see 'pinna takes verify'")
      }
    }
    return found
  }

  private func checkRoom(_ segments: [[Segment]]) throws(TakeEditError) {
    let sizes = segments.map { parts in
      parts.reduce(0.0) { sum, part in
        let share = Double(part.frames.count) / Double(max(1, part.file.frames))
        return sum + Double(part.file.fileBytes) * share
      }
    }
    let largest = Int(sizes.max() ?? 0)
    if let limit = FileSystemLimit.largestFile(in: directory), largest > limit - Self.reserve {
      throw .noRoom(
        "\(directory): its file system limits files to 4 GiB, and the new take would have a file of "
          + "\(TakeText.size(largest)): make it shorter")
    }
    let needed = Int(sizes.reduce(0, +))
    guard let free = PlainStorage().freeBytes(directory: directory), free < needed + Self.reserve
    else { return }
    throw .noRoom(
      "\(directory): has \(TakeText.size(free)) free, and the new take needs \(TakeText.size(needed)) and must leave "
        + "\(TakeText.size(Self.reserve)) free: "
        + "make room with 'pinna takes copy' and 'pinna takes delete'")
  }

  /// Verifies all source takes, reports any faults, and returns the faults as notes for the new take.
  ///
  /// - Throws: ``TakeEditError/file(_:)`` if a file is gone, which is not a fault of the take.
  private func verify() throws(TakeEditError) -> [String] {
    let total = Double(max(1, pieces.reduce(0) { $0 + $1.take.bytes }))
    var done = 0
    let findings = pieces.flatMap { piece in
      TakeVerifier.verify(piece.take) {
        done += $0
        progress("Verifying", Double(done) / total)
      }.findings
    }
    for file in pieces.flatMap(\.take.files) where access(file.path, F_OK) != 0 {
      throw .file(.system(operation: .open, path: file.path, code: ENOENT))
    }
    for finding in findings { tell("\(finding.path): \(finding.problem)") }
    return findings.map { TakeMetadata.flawedSource + $0.problem }
  }

  /// The fields of other programs that the new files keep; names what they do not hold.
  private func others(
    in segments: [[Segment]]
  ) throws(TakeEditError) -> [TakeName.Content: [MetadataField]] {
    var (fields, lost): ([TakeName.Content: [MetadataField]], Set<String>) = ([:], [])
    for (content, parts) in zip(contents, segments) {
      for part in parts {
        let others = try translate(try part.file.otherContents(), to: TakeEditError.file)
        fields[content, default: []] += part.file.metadata.others + others.fields
        lost.formUnion(others.lost)
      }
      var kept = TakeMetadata()
      lost.formUnion(kept.keep(others: fields[content] ?? []))
    }
    if !lost.isEmpty {
      tell(
        "the new take does not hold these contents of its sources: "
          + lost.sorted().joined(separator: ", "))
    }
    return fields
  }

  /// Writes one file of the new take.
  private func write(
    _ parts: [Segment], to draft: TakeDraft, _ metadata: TakeMetadata,
    copied: (Int) throws(TakeFileError) -> Void
  ) throws(TakeFileError) {
    guard let file = parts.first?.file else { return }
    let path = draft.path(metadata.content, ending: file.kind.ending)
    let format = try Transcoder(input: file.path, output: path, kind: file.kind).format(for: file)
    var writer = try TakeFileWriter.create(
      path: path, kind: file.kind, format: format, metadata: metadata)
    do throws(TakeFileError) {
      for part in parts {
        if part.file.kind == .wav {
          try Self.copySamples(part, to: &writer, copied: copied)
        } else {
          try Self.copyDecoded(part, to: &writer, copied: copied)
        }
      }
    } catch {
      writer.discard()
      throw error
    }
    do throws(TakeFileError) {
      _ = try writer.finish(metadata)
    } catch {
      unlink(TakeName.inProgressPath(for: path))
      throw error
    }
  }

  /// Copies the samples of a WAV file.
  private static func copySamples(
    _ part: Segment, to writer: inout TakeFileWriter,
    copied: (Int) throws(TakeFileError) -> Void
  ) throws(TakeFileError) {
    var reader = try WAVReader.open(path: part.file.path)
    guard part.frames.upperBound <= reader.frames else { throw ended(part.file) }
    reader.seek(toFrame: part.frames.lowerBound)
    var samples = [Int32](repeating: 0, count: block * reader.channels)
    while reader.position < part.frames.upperBound {
      let wanted = min(block, part.frames.upperBound - reader.position)
      let count = try reader.read(samples: &samples, frames: wanted)
      if count == 0 { throw ended(part.file) }
      try writer.append(samples: samples, frames: count)
      try copied(count * reader.channels)
    }
  }

  /// Copies a compressed file by decoding it: 24 bits fit into a float, so FLAC samples come out unchanged.
  private static func copyDecoded(
    _ part: Segment, to writer: inout TakeFileWriter,
    copied: (Int) throws(TakeFileError) -> Void
  ) throws(TakeFileError) {
    let audio = try TakeAudio(path: part.file.path)
    let channels = part.file.channels
    var samples = [Float](repeating: 0, count: block * channels)
    var position = 0
    while position < part.frames.upperBound {
      let end =
        position < part.frames.lowerBound ? part.frames.lowerBound : part.frames.upperBound
      let count = try audio.read(into: &samples, frames: min(block, end - position))
      if count == 0 { throw ended(part.file) }
      if position >= part.frames.lowerBound {
        _ = try writer.append(interleaved: samples, frames: count)
        try copied(count * channels)
      }
      position += count
    }
  }

  private static func ended(_ file: TakeFile) -> TakeFileError {
    .malformed(path: file.path, offset: 0, problem: "its audio ends early; recover it first")
  }
}

/// The metadata of the new take.
extension TakeEdit {
  /// The date and the time of day of the new take's first frame.
  private var start: (date: CivilDate, timeReference: Int) {
    let first = pieces[0].frames.lowerBound
    let files = pieces[0].take.main
    guard let file = files.last(where: { $0.metadata.firstFrame <= first }) ?? files.first else {
      return (CivilDate(epochSeconds: 0), 0)
    }
    return file.metadata.start(at: first - file.metadata.firstFrame, rate: file.rate)
  }

  /// The markers and gaps of the main files, with positions in frames of the new take.
  private var events: (markers: [TakeMarker], gaps: [TakeGap]) {
    events { $0.main }
  }

  private func events(
    of files: (TakeSet) -> [TakeFile]
  ) -> (markers: [TakeMarker], gaps: [TakeGap]) {
    var (markers, gaps): ([TakeMarker], [TakeGap]) = ([], [])
    var place = 0
    // The orientation that the metadata of the new take states at this point.
    var held = pieces.first.flatMap { files($0.take).first?.metadata.orientation }
    for piece in pieces {
      let (first, end) = (piece.frames.lowerBound, piece.frames.upperBound)
      if place > 0 {
        markers.append(TakeMarker(frame: place, kind: .resume, label: "joined: \(piece.take.name)"))
      }
      let all = Self.once(files(piece.take).map(\.metadata.markers))
      let before = all.last { $0.turnedTo != nil && $0.frame <= first }?.turnedTo
      if let now = before ?? files(piece.take).first?.metadata.orientation, now != held {
        markers.append(.turn(to: now, frame: place))
        held = now
      }
      for var marker in all where piece.frames.contains(marker.frame) {
        if let turned = marker.turnedTo {
          if marker.frame == first { continue }
          held = turned
        }
        marker.frame += place - first
        markers.append(marker)
      }
      for var gap in Self.once(files(piece.take).map(\.metadata.gaps)) {
        let range = piece.frames.clamped(to: gap.frame..<(gap.frame + gap.frames))
        guard !range.isEmpty else { continue }
        (gap.frame, gap.frames) = (range.lowerBound + place - first, range.count)
        gaps.append(gap)
      }
      place += end - first
    }
    return (markers, gaps)
  }

  /// The places that the parts note, each listed only once.
  private static func once<Place: Hashable>(_ parts: [[Place]]) -> [Place] {
    var seen: Set<Place> = []
    return parts.joined().filter { seen.insert($0).inserted }
  }

  private func metadata(of content: TakeName.Content, name: TakeName) -> TakeMetadata {
    let first = pieces[0].frames.lowerBound
    guard let file = pieces[0].take.files(content).first else { return TakeMetadata() }
    var made = file.metadata
    (made.take, made.content, made.copy) = (name.stem, content, nil)
    made.contents = contents.reversed()
    made.familyID = TakeMetadata.identity(
      of: [name.stem, deed]
        + pieces.flatMap { piece in
          [piece.take.main.first?.metadata.familyID ?? piece.take.name, "\(piece.frames)"]
        })
    (made.part, made.parts, made.firstFrame) = (0, 1, 0)
    (made.date, made.timeReference) = start
    made.preRollFrames = max(0, made.preRollFrames - first)
    made.clockPairs = pieces[0].take.clockPairs(in: pieces[0].frames)
    (made.markers, made.gaps) = events { $0.files(content) }
    made.statedGaps = nil
    made.omittedEvents = pieces.reduce(0) { $0 + $1.take.omittedEvents }
    (made.audioChecksum, made.loudness, made.soundLevel) = (nil, nil, nil)
    made.end = .init(.stopped, deed)
    // A judgement applies to one take only.
    let ratings = Set(pieces.map { $0.take.main.first?.metadata.rating })
    if ratings.count > 1 { made.rating = nil }
    made.notes.removeAll { $0.hasPrefix(TakeMetadata.renderedFrom) }
    made.notes += pieces.map { piece in
      let times = [piece.frames.lowerBound, piece.frames.upperBound].map {
        TakeText.place(frame: $0, rate: file.rate)
      }
      return "\(deed) from \(piece.take.name), \(times[0]) to \(times[1])"
    }
    if !file.kind.isLossless { made.notes.append("compressed a second time") }
    return made
  }
}

/// The facts of a take that was made from others.
package struct EditedTake: Encodable {
  var name: String
  package var number: Int
  /// The names of the takes from which it was made.
  var sources: [String]
  /// The files of the new take, starting with the one to listen to.
  var files: [String]
  var frames: Int
  var seconds: Double
  var markerCount: Int
  var gapCount: Int

  /// The result in one line, for people to read.
  package var sentence: String {
    "take \(number): \(TakeText.length(seconds: seconds)) of \(sources.joined(separator: ", ")): "
      + files.joined(separator: ", ")
  }
}
