import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// Words that go into finished takes in place, with the power cut at any moment.
@Suite struct TakePatchTests {
  private static let name = "20260801_120000_007.wav"
  private static let formats = [
    AudioFormat(rate: 8000, channels: 2, samples: .s24),
    AudioFormat(rate: 8000, channels: 1, samples: .s24),
    AudioFormat(rate: 8000, channels: 2, samples: .f32),
  ]

  /// A finished take in a folder; with one channel of 24 bits and an odd number of frames its audio needs padding.
  private func made(_ folder: TemporaryDirectory, _ format: AudioFormat) throws -> String {
    let path = folder.file(Self.name)
    let metadata = MadeTake.metadata(markers: 30)
    var writer = try WAVWriter.create(path: path, format: format, metadata: metadata)
    let frames = 4001
    try writer.append(
      interleaved: MadeTake.samples(frames: frames, channels: format.channels), frames: frames)
    var last = metadata
    last.end = .stopped
    try writer.finish(last)
    return path
  }

  private func take(_ folder: TemporaryDirectory) throws -> TakeSet {
    try #require(try TakeDirectory(path: folder.path).takes(numbers: [7]).first)
  }

  private func audio(_ path: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: path)
    var samples = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let count = try reader.read(samples: &samples, frames: reader.frames)
    return Array(samples.prefix(count * reader.channels))
  }

  @Test("words go into a WAV file in place, which is as sound as before", arguments: formats)
  func inPlace(format: AudioFormat) throws {
    let folder = try TemporaryDirectory()
    let path = try made(folder, format)
    let (before, identity) = (try audio(path), FileIdentity(path: path))
    let long = String(repeating: "a long note, ", count: 60)
    for change in [
      TakeAmendment.title("dawn"), .note(long), .title(nil), .rating(.keep), .note(nil),
      .mark(TakeMarker(frame: 4000, kind: .button, label: "last")),
    ] {
      try take(folder).edit([change])
      #expect(FileIdentity(path: path) == identity, "it is the same file, and no copy of it")
      let result = TakeVerifier.verify(try take(folder))
      #expect(result.findings.isEmpty, "\(result.findings)")
    }
    let file = try TakeFile.read(path: path)
    #expect(file.metadata.rating == .keep && file.metadata.title == nil)
    #expect(file.metadata.markers.last?.label == "last" && file.metadata.markers.count == 31)
    #expect(try audio(path) == before)
    #expect(try folder.names() == [Self.name])
  }

  @Test("a change that a power cut ends anywhere is done or not done", arguments: formats)
  func powerCuts(format: AudioFormat) throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, format)
    let old = try folder.read(Self.name)
    try take(folder).edit([.title("dawn"), .note(String(repeating: "note ", count: 40))])
    let new = try folder.read(Self.name)
    #expect(old != new)
    let patch = Self.patch(folder, (old.count, new.count), Self.difference(old, new))
    let journal = Self.journal
    var random = SeededGenerator(seed: 42)
    for _ in 0..<200 {
      // While the journal is written the file is as before; some of its bytes may be missing, or wrong.
      var torn = patch.journal
      let cut = Int.random(in: 0..<torn.count, using: &random)
      if Bool.random(using: &random) {
        torn.removeLast(torn.count - cut)
      } else {
        torn[cut] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      }
      try folder.write(old, to: Self.name)
      try folder.write(torn, to: journal)
      #expect(try TakeRecovery.recoverAll(in: folder.path).isEmpty)
      #expect(try folder.read(Self.name) == old && folder.names() == [Self.name])
      // Once it is whole, any sectors of the file may be old or new, and its size too.
      try folder.write(Self.mixed(old, new, using: &random), to: Self.name)
      try folder.write(patch.journal, to: journal)
      let results = try TakeRecovery.recoverAll(in: folder.path)
      #expect(results.count == 1 && results[0].metadata?.title == "dawn", "\(results)")
      #expect(try folder.read(Self.name) == new && folder.names() == [Self.name])
    }
  }

  @Test("a take that another program renamed since it was read is changed under its new names")
  func renamed() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let old = try take(folder)
    _ = try old.putTitleInNames("owls")
    try old.edit([.title("dawn")])
    #expect(try take(folder).main.first?.metadata.title == "dawn")
    #expect(try old.putTitleInNames(nil) == [folder.file(Self.name)])
  }

  @Test("the next change of a file completes the one that was cut off")
  func next() throws {
    let folder = try TemporaryDirectory()
    let path = try made(folder, Self.formats[0])
    let old = try folder.read(Self.name)
    try take(folder).edit([.title("dawn")])
    let new = try folder.read(Self.name)
    let patch = Self.patch(folder, (old.count, new.count), Self.difference(old, new))
    try folder.write(old, to: Self.name)
    try folder.write(patch.journal, to: Self.journal)
    try take(folder).edit([.note("planes")])
    let metadata = try TakeFile.read(path: path).metadata
    #expect(metadata.title == "dawn" && metadata.note == "planes")
  }

  @Test("a change of a take that a person named is completed, and a strange file stays")
  func ownName() throws {
    let folder = try TemporaryDirectory()
    let path = try made(folder, Self.formats[0])
    let old = try folder.read(Self.name)
    try take(folder).edit([.title("dawn")])
    let new = try folder.read(Self.name)
    try #require(rename(path, folder.file("wood.wav")) == 0)
    try folder.write(old, to: "wood.wav")
    let file = FilePatch(
      name: "wood.wav", size: (old.count, new.count), pieces: Self.difference(old, new))
    let patch = TakePatch(directory: folder.path, take: "wood", files: [file])
    try folder.write(patch.journal, to: ".wood.journal")
    try folder.write(Array("dear diary".utf8), to: ".my.journal")
    let results = try TakeRecovery.recoverAll(in: folder.path)
    #expect(results.count == 1 && results.first?.metadata?.title == "dawn", "\(results)")
    #expect(try folder.read("wood.wav") == new && folder.names() == [".my.journal", "wood.wav"])
  }

  @Test("a journal of another file changes nothing, and links are not followed")
  func foreign() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let bytes = try folder.read(Self.name)
    let patch = Self.patch(folder, (10, 20), [.init(offset: 0, bytes: [1, 2, 3])])
    try folder.write(patch.journal, to: Self.journal)
    #expect(try TakeRecovery.recoverAll(in: folder.path).isEmpty)
    #expect(try folder.read(Self.name) == bytes)
    let fitting = Self.patch(
      folder, (bytes.count, bytes.count), [.init(offset: 0, bytes: [1])])
    try folder.write(fitting.journal, to: "elsewhere")
    symlink(folder.file("elsewhere"), folder.file(Self.journal))
    _ = try TakeRecovery.recoverAll(in: folder.path)
    #expect(try folder.read(Self.name) == bytes)
  }

  @Test("texts of any length leave the rest of what a take says of itself as it is")
  func longTexts() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    for length in [300, 6000, 20_000] {
      let text = String(repeating: "é", count: length)
      let marker = TakeMarker(frame: 2000 + length / 100, kind: .button, label: text)
      try take(folder).edit([.title(text), .note(text), .mark(marker)])
      let metadata = try #require(try take(folder).main.first?.metadata)
      #expect(metadata.boardID == "phone" && metadata.end == .stopped)
      #expect(
        metadata.title == String(text.prefix(200)) && metadata.note?.count == min(2000, length))
      #expect(TakeVerifier.verify(try take(folder)).findings.isEmpty)
    }
  }

  @Test(
    "a text for which the head of a file has no room is refused, and changes nothing",
    arguments: [
      String(repeating: "<", count: 2000), String(repeating: "\u{1F600}", count: 2000),
      "e" + String(repeating: "\u{301}", count: 8000),
    ])
  func noRoom(text: String) throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let before = try folder.read(Self.name)
    let change = text.count == 1 ? TakeAmendment.title(text) : .note(text)
    let error = #expect(throws: TakeFileError.self) { try take(folder).edit([change]) }
    #expect(error?.description.contains("no room for this change") == true)
    #expect(try folder.read(Self.name) == before)
  }

  @Test("a title that is given by two programs at once is that of one of them, in all files")
  func together() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let lock = try FolderLock(folder.path)
    #expect(
      try TakeDirectory(path: folder.path).nextName(date: CivilDate(epochSeconds: 0)).number == 8)
    _ = consume lock
    // A take that is being made of others keeps its number, and nothing is left of it in the end.
    var draft: TakeDraft? = try TakeDraft(in: folder.path, date: CivilDate(epochSeconds: 0))
    let next = try TakeDirectory(path: folder.path).nextName(date: CivilDate(epochSeconds: 0))
    #expect(draft?.name.number == 8 && next.number == 9)
    try folder.write([1], to: TakeName.fileName(of: try #require(draft).path(.raw, ending: "wav")))
    _ = try TakeRecovery.recoverAll(in: folder.path)
    #expect(try folder.names().count == 3, "it is being worked on")
    draft = nil
    #expect(try folder.names() == [Self.name])
    try folder.write([1], to: ".19700101_000000_008_raw.recording.wav")
    try folder.write([], to: ".19700101_000000_008.new")
    // A take that a person has hidden, and the temporary file of a program that copies, are nobody's draft.
    let others = [".20260801_120000_009.wav", ".20260801_120000_010.wav.9f3aWV"]
    for name in others { try folder.write([1], to: name) }
    #expect(try TakeRecovery.recoverAll(in: folder.path).isEmpty)
    #expect(try folder.names() == others + [Self.name], "what a killed program left is removed")
  }

  @Test("the next new take removes one that was interrupted, and gets its number")
  func interrupted() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let leftovers = ["_raw.wav", ".recording.flac", ".new"].map { ".19700101_000000_008" + $0 }
    for name in leftovers { try folder.write([], to: name) }
    let draft = try TakeDraft(in: folder.path, date: CivilDate(epochSeconds: 0))
    #expect(try folder.names() == [leftovers[2], Self.name])
    #expect(try TakeDraft.removeLeftovers(in: folder.path) == 0, "it is being worked on")
    #expect(leftovers.allSatisfy { draft.hiddenPaths.contains(folder.file($0)) })
    #expect(draft.name.number == 8)
  }

  @Test(
    "a marker for which the tags of a compressed file have no room is refused, and none is lost")
  func fullTags() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("20260314_101500_007.flac")
    let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)
    let metadata = EncodedFixture.metadata()
    var writer = try TakeFileWriter.create(
      path: path, kind: .flac, format: format, metadata: metadata)
    _ = try writer.append(
      interleaved: EncodedFixture.noise(frames: 48000, channels: 2), frames: 48000)
    _ = try writer.finish(metadata)
    var (made, isFull) = (0, false)
    for number in 0..<200 where !isFull {
      let found = try take(folder)
      do throws(TakeFileError) {
        try found.edit([
          .mark(TakeMarker(frame: 100 * number, kind: .button, label: "number \(number)"))
        ])
        made += 1
      } catch {
        isFull = error.description.hasSuffix(
          "no room for another marker; remove markers with 'pinna takes unmark'")
      }
    }
    let there = try take(folder).markers.filter { $0.label.hasPrefix("number ") }
    #expect(isFull && made > 20 && there.count == made, "\(made) of which \(there.count) are there")
    let before = try folder.read("20260314_101500_007.flac")
    let note = String(repeating: "n", count: 1500)
    let error = #expect(throws: TakeFileError.self) { try take(folder).edit([.note(note)]) }
    #expect(error?.description.contains("no room for this change and all markers") == true)
    #expect(try folder.read("20260314_101500_007.flac") == before, "a note removes no markers")
  }

  @Test("the longest note for which a file has room leaves room for a judgement", arguments: 0..<2)
  func roomForJudgement(form: Int) throws {
    let folder = try TemporaryDirectory()
    let ending = form == 0 ? "wav" : "flac"
    let path = folder.file("20260314_101500_007.\(ending)")
    let format = AudioFormat(rate: 48000, channels: 2, samples: .s24)
    let metadata = EncodedFixture.metadata()
    var writer = try TakeFileWriter.create(
      path: path, kind: form == 0 ? .wav : .flac, format: format, metadata: metadata)
    _ = try writer.append(
      interleaved: EncodedFixture.noise(frames: 4800, channels: 2), frames: 4800)
    _ = try writer.finish(metadata)
    func edit(_ change: TakeAmendment) -> Bool {
      (try? TakeDirectory(path: folder.path).takes().first?.edit([change])) != nil
    }
    // Each sign takes several bytes in both formats.
    let sign = form == 0 ? "<" : "\u{1F600}"
    var (held, tooLong) = (1, 2000)
    while held + 1 < tooLong {
      let tried = (held + tooLong) / 2
      if edit(.note(String(repeating: sign, count: tried))) {
        held = tried
      } else {
        tooLong = tried
      }
    }
    #expect(held > 100 && edit(.note(String(repeating: sign, count: held))))
    #expect(!edit(.note(String(repeating: sign, count: tooLong))))
    #expect(edit(.rating(.keep)) && edit(.rating(.falseTake)))
    #expect(edit(.note(String(repeating: sign, count: held - 1))), "a shorter note always fits")
  }

  @Test("tags of other programs stay when a take is changed", arguments: EncodedFixture.kinds)
  func otherTags(kind: TakeFileKind) throws {
    let folder = try TemporaryDirectory()
    let name = "20260314_101500_007.\(kind.ending)"
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 48000, channels: 2), to: folder.file(name), kind: kind,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    func space() throws -> TagSpace {
      let bytes = try folder.read(name)
      return try #require(kind.encoded?.tags(in: bytes[...]))
    }
    var tags = try space()
    let findings = TakeVerifier.verify(try take(folder)).findings
    let others = [
      MetadataField("artist", "Anna"), MetadataField("TITLE", "Küche 2"),
      MetadataField("ARTIST", "Bob"),
    ]
    tags.others.atoms = [0, 0, 0, 12] + Array("covr".utf8) + [1, 2, 3, 4]
    let changed = tags.found.filter { $0.key != "TITLE" } + others
    let packed = try #require(kind.encoded?.packed(changed, into: tags, frames: 48000))
    var bytes = try folder.read(name)
    bytes.replaceSubrange(tags.range, with: packed)
    try folder.write(bytes, to: name)
    let contents = try #require(try take(folder).main.first).otherContents()
    #expect(contents.fields == [MetadataField("Vorbis|ARTIST", "Anna")])
    #expect(
      contents.lost == ["TITLE", "ARTIST"] + (kind == .m4a ? ["pictures or other atoms"] : []))
    try take(folder).edit([.note("a note"), .rating(.keep)])
    tags = try space()
    let comment = try #require(tags.found.first { $0.key == "COMMENT" }).value
    #expect(comment.hasPrefix("a note; "))
    #expect(tags.found.filter { ["ARTIST", "TITLE"].contains($0.key.uppercased()) } == others)
    #expect(tags.found.contains { $0.key == "PINNA_RATING" })
    #expect(tags.found.count { $0.key == "COMMENT" } == 1)
    if kind == .m4a { #expect(tags.atoms == [0, 0, 0, 12] + Array("covr".utf8) + [1, 2, 3, 4]) }
    try take(folder).edit([.title("dawn")])
    #expect(try space().found.filter { $0.key == "TITLE" }.map(\.value) == ["dawn"])
    #expect(TakeVerifier.verify(try take(folder)).findings == findings)
  }

  @Test("everything that a copy of another program's FLAC does not hold is named")
  func otherBlocks() throws {
    let folder = try TemporaryDirectory()
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 4800, channels: 2), to: folder.file("owl.flac"), kind: .flac,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    var bytes = try folder.read("owl.flac")
    let tags = try #require(FLACFormat.tags(in: bytes[...]))
    let fields = [
      MetadataField("ARTIST", "Anna"), MetadataField("COMMENT", "owls"),
      MetadataField("ARTIST", "Bob"), MetadataField("LYRICS", String(repeating: "a", count: 5000)),
    ]
    let packed = try #require(FLACFormat.packed(fields, into: tags, frames: nil))
    bytes.replaceSubrange(tags.range, with: packed)
    // A picture of four bytes, after STREAMINFO.
    bytes.insert(contentsOf: [6, 0, 0, 4, 1, 2, 3, 4], at: 42)
    try folder.write(bytes, to: "owl.flac")
    let contents = try TakeFile.read(path: folder.file("owl.flac")).otherContents()
    #expect(contents == OtherContents(lost: ["ARTIST", "LYRICS", "pictures or other blocks"]))
    // A stream that does not state its length is no damaged file.
    let length = try #require(FLACStreamInfo(bytes[...])).stating(frames: 0)
    bytes.replaceSubrange(length.offset..<(length.offset + length.bytes.count), with: length.bytes)
    try folder.write(bytes, to: "owl.flac")
    let file = try TakeFile.read(path: folder.file("owl.flac"))
    #expect(file.frames == 4800 && file.flaws.isEmpty)
    #expect(try TakeVerifier.faults(of: file).isEmpty)
    // If its tags are damaged, the repair also states the length.
    let space = try #require(FLACFormat.tags(in: bytes[...]))
    bytes[space.offset + 7] = 0xFF
    try folder.write(bytes, to: "owl.flac")
    let opened = try OpenFile.read(folder.file("owl.flac"))
    let found = try EncodedRecovery.survey(
      descriptor: opened.descriptor, kind: .flac, path: "owl.flac")
    let survey = try #require(found)
    #expect(survey.flaws == ["its tags are damaged"])
    #expect(survey.repairs.contains { $0.offset == length.offset })
  }

  /// The bytes of a file with a block of 200,000 bytes before its tags or, in MPEG-4, at the end of moov.
  private static func withPicture(_ bytes: [UInt8], _ kind: TakeFileKind) throws -> [UInt8] {
    var bytes = bytes
    let picture = [UInt8](repeating: 1, count: 200_000)
    guard kind == .m4a else {
      bytes.insert(contentsOf: [6, 0x03, 0x0D, 0x40] + picture, at: 42)
      return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0] + bytes
    }
    let moov = try #require(MPEG4Box.first("moov", in: bytes[...], range: 0..<bytes.count))
    var size: [UInt8] = []
    size.append(bigEndian: UInt32(moov.bytes + 8 + picture.count))
    bytes.insert(
      contentsOf: [0, 0x03, 0x0D, 0x48] + Array("free".utf8) + picture, at: moov.contents.upperBound
    )
    bytes.replaceSubrange(moov.offset..<(moov.offset + 4), with: size)
    return bytes
  }

  @Test(
    "a large picture before the tags of a take hides neither them nor the sound",
    arguments: EncodedFixture.kinds.filter { $0 != .opus })
  func largePicture(kind: TakeFileKind) throws {
    let folder = try TemporaryDirectory()
    let name = "20260314_101500_007.\(kind.ending)"
    try EncodedFixture.write(
      EncodedFixture.noise(frames: 48000, channels: 2), to: folder.file(name), kind: kind,
      format: AudioFormat(rate: 48000, channels: 2, samples: .s24),
      metadata: EncodedFixture.metadata())
    try folder.write(try Self.withPicture(try folder.read(name), kind), to: name)
    try take(folder).edit([.title("dawn")])
    let file = try #require(try take(folder).main.first)
    #expect(file.origin == .pinna && file.frames == 48000)
    #expect(file.metadata.title == "dawn" && file.metadata.markers.count == 3)
  }

  @Test("a title goes behind the number and away again, and the files stay one take")
  func names() throws {
    let folder = try TemporaryDirectory()
    _ = try made(folder, Self.formats[0])
    let paths = try take(folder).putTitleInNames("Dawn chorus: Wien/Ost (2)")
    #expect(try folder.names() == ["20260801_120000_007-Dawn-chorus-Wien-Ost-2.wav"])
    #expect(paths == [folder.file("20260801_120000_007-Dawn-chorus-Wien-Ost-2.wav")])
    #expect(try take(folder).name == "20260801_120000_007")
    try take(folder).edit([.title("still the same file")])
    let long = "one" + String(repeating: " word", count: 30)
    _ = try take(folder).putTitleInNames(long)
    let words = Array(repeating: "word", count: 23).joined(separator: "-")
    #expect(try folder.names() == ["20260801_120000_007-one-\(words).wav"])
    _ = try take(folder).putTitleInNames(String(repeating: "é", count: 80) + " b")
    let letters = String(repeating: "é", count: 59)
    #expect(try folder.names() == ["20260801_120000_007-\(letters).wav"])
    _ = try take(folder).putTitleInNames(nil)
    #expect(try folder.names() == [Self.name])
  }

  private static let journal = ".20260801_120000_007.journal"

  private static func patch(
    _ folder: TemporaryDirectory, _ size: (Int, Int), _ pieces: [FilePatch.Piece]
  ) -> TakePatch {
    TakePatch(
      directory: folder.path, take: "20260801_120000_007",
      files: [FilePatch(name: name, size: size, pieces: pieces)])
  }

  /// The bytes that make one file of another, as a head and a tail.
  private static func difference(_ old: [UInt8], _ new: [UInt8]) -> [FilePatch.Piece] {
    let head = WAVHeader.takeBytes
    let same = zip(old.dropFirst(head), new.dropFirst(head)).prefix { $0 == $1 }.count
    return [
      .init(offset: head + same, bytes: Array(new[(head + same)...])),
      .init(offset: 0, bytes: Array(new[..<head])),
    ]
  }

  /// Sectors of one file and of the other.
  private static func mixed(
    _ old: [UInt8], _ new: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    let size = Bool.random(using: &random) ? old.count : new.count
    var bytes: [UInt8] = []
    while bytes.count < size {
      let range = bytes.count..<min(size, bytes.count + 512)
      let source = Bool.random(using: &random) ? old : new
      bytes += range.map { $0 < source.count ? source[$0] : 0 }
    }
    return bytes
  }
}

extension TemporaryDirectory {
  /// The names in the folder, in order.
  fileprivate func names() throws -> [String] {
    try TakeDirectory(path: path).entryNames().filter { $0 != "." && $0 != ".." }.sorted()
  }
}
