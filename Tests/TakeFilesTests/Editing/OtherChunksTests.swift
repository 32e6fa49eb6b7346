import TestSupport
import Testing

@testable import TakeFiles

/// Chunks and texts that other programs put into WAV files of takes, when the takes are changed.
@Suite struct OtherChunksTests {
  private static let name = "20260801_120000_007.wav"
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    var metadata = MadeTake.metadata()
    var writer = try WAVWriter.create(
      path: folder.file(Self.name), format: AudioFormat(rate: 8000, channels: 2, samples: .s16),
      metadata: metadata)
    try writer.append(interleaved: MadeTake.samples(frames: 2000, channels: 2), frames: 2000)
    metadata.end = .stopped
    try writer.finish(metadata)
  }

  private func take() throws -> TakeSet {
    try #require(try TakeDirectory(path: folder.path).takes().first)
  }

  private func append(_ chunk: WAVChunk) throws {
    var bytes = try folder.read(Self.name)
    bytes += chunk.serialised
    var size: [UInt8] = []
    size.append(littleEndian: UInt32(bytes.count - 8))
    bytes.replaceSubrange(4..<8, with: size)
    try folder.write(bytes, to: Self.name)
  }

  private func replace(_ old: String, by new: String) throws {
    var bytes = try folder.read(Self.name)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: old.utf8) })
    bytes.replaceSubrange(place..<(place + old.utf8.count), with: new.utf8)
    try folder.write(bytes, to: Self.name)
  }

  @Test("a further chunk stays, once, and the take stays sound")
  func chunk() throws {
    try append(WAVChunk(id: "_PMX", payload: Array("<x:xmpmeta/> ".utf8)))
    for change in [TakeAmendment.title("dawn"), .note("planes"), .title(nil)] {
      try take().edit([change])
      let file = try WAVReader.open(path: folder.file(Self.name))
      let chunks = file.chunks.filter { $0.id == "_PMX" }
      #expect(try chunks.map { try file.contents(of: $0) } == [Array("<x:xmpmeta/> ".utf8)])
      #expect(TakeVerifier.verify(try take()).isSound)
    }
    #expect(try take().main.first?.metadata.note == "planes")
  }

  @Test(
    "a further copy of a chunk that Pinna writes is named, and is not lost",
    arguments: [
      (WAVChunk.information(comment: "owls"), "another list INFO"),
      (WAVChunk.labels([]), "another list adtl"), (WAVChunk.cue([]), "another chunk cue"),
      (WAVChunk(id: "bext", payload: [UInt8](repeating: 0, count: 602)), "another chunk bext"),
      (WAVChunk(id: "guan", payload: Array("Bat: yes".utf8)), "another chunk guan"),
    ])
  func copy(chunk: WAVChunk, name: String) throws {
    try append(chunk)
    let bytes = try folder.read(Self.name)
    let take = try take()
    do throws(TakeFileError) {
      try take.edit([.title("dawn")])
      Issue.record("the chunk was lost")
    } catch {
      #expect(error.description.contains("another program: \(name);"), "\(error)")
    }
    #expect(try folder.read(Self.name) == bytes)
  }

  @Test("a file made from the take keeps added fields, and everything else is named")
  func contents() throws {
    #expect(try #require(try take().main.first).otherContents() == OtherContents())
    try replace("TE: 1", by: "ID: 1")
    try append(WAVChunk(id: "axml", payload: [1, 2]))
    let found = try #require(try take().main.first).otherContents()
    #expect(found == OtherContents(fields: [MetadataField("ID", "1")], lost: ["chunk axml"]))
    let out = folder.file("copy.wav")
    try Transcoder(input: folder.file(Self.name), output: out, kind: .wav).run()
    #expect(try TakeFile.read(path: out).metadata.others == found.fields)
  }

  @Test("a label that another program changed is the label of the marker")
  func label() throws {
    try replace("marker 0\0", by: "owl call\0")
    for _ in 0...1 {
      let labels = try take().markers.map(\.label)
      #expect(labels.contains("owl call") && !labels.contains("marker 0"), "\(labels)")
      #expect(labels.count == MadeTake.metadata().places.count)
      try take().edit([.title("dawn")])
    }
  }

  @Test(
    "a text of another program is named, and is not overwritten",
    arguments: [
      (
        "20260801_120000_007 rendered: board", "Interview with Mrs Meier in kitchen",
        "the description in bext"
      ),
      ("<PROJECT>Pinna</PROJECT>", "<PROJECT>Berge</PROJECT>", "PROJECT in iXML"),
      ("ISFT", "IART", "IART in LIST"),
      ("T=Pinna;phone", "T=Other;phone", "the coding history in bext"),
      ("Pinna\0\0\0", "Meier\0\0\0", "the originator in bext"),
      ("<NAME>RIGHT", "<NAME>UPPER", "TRACK_LIST in iXML"),
      ("labl", "note", "note in adtl"),
      ("\0\0\0\0mark", "\u{1}\0\0\0mark", "a region"),
      ("TE: 1", "ID: 1", "ID in guan"),
      ("ended: stopped\0\0\0\0\0\0", "ended: stopped, rain", "the description in bext"),
    ])
  func text(old: String, new: String, name: String) throws {
    try replace(old, by: new)
    let bytes = try folder.read(Self.name)
    let take = try take()
    do throws(TakeFileError) {
      try take.edit([.title("dawn")])
      Issue.record("the text was lost")
    } catch {
      #expect(error.description.contains("data from another program: \(name);"), "\(error)")
    }
    #expect(try folder.read(Self.name) == bytes)
  }

  @Test("a note that another program changed in the comments is named, and is not overwritten")
  func note() throws {
    try take().edit([.title("dawn"), .note("hi")])
    // A setting that another version words differently is not a change.
    try replace("; limiter on;", by: "; limiter no;")
    #expect(try #require(try take().main.first).otherContents() == OtherContents())
    try replace("dawn; hi; board", by: "dawn; yo; board")
    try replace("Note: dawn; hi; board", by: "Note: dawn; yo; board")
    let take = try take()
    let bytes = try folder.read(Self.name)
    do throws(TakeFileError) {
      try take.edit([.note("planes")])
      Issue.record("the note was lost")
    } catch {
      let words = "data from another program: ICMT in LIST, Note in guan;"
      #expect(error.description.contains(words), "\(error)")
    }
    #expect(try folder.read(Self.name) == bytes)
  }
}
