import TestSupport
import Testing

@testable import TakeFiles

/// The metadata of other recorders' files, and of broken ones.
@Suite struct ForeignMetadataTests {
  private static let ixml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <BWFXML><IXML_VERSION>1.61</IXML_VERSION><PROJECT>Forêt</PROJECT><SCENE>12A</SCENE><TAKE>3</TAKE>
    <NOTE>wind &amp; birds</NOTE><FILE_SET><FAMILY_UID>ABC</FAMILY_UID></FILE_SET>
    <TRACK_LIST><TRACK_COUNT>2</TRACK_COUNT>
    <TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX><NAME>MixL</NAME></TRACK>
    <TRACK><CHANNEL_INDEX>2</CHANNEL_INDEX><NAME>MixR</NAME></TRACK></TRACK_LIST></BWFXML>
    """

  private static func field(_ text: String, _ bytes: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: bytes - text.utf8.count)
  }

  private static var bext: [UInt8] {
    var bytes = field("sSCENE=12A", 256) + field("SoundDev: 788T", 32) + field("REF", 32)
    bytes += Array("2026:07:0910-20-30".utf8)
    bytes.append(littleEndian: UInt64(1_786_320_000))
    return bytes + [1, 0] + [UInt8](repeating: 0, count: 254)
  }

  private static func file(_ chunks: [WAVChunk], in directory: TemporaryDirectory) throws
    -> TakeFile
  {
    var writer = try WAVWriter.create(
      path: directory.file("T01.wav"), format: AudioFormat(rate: 48000, channels: 2, samples: .s16))
    try writer.append(interleaved: [Float](repeating: 0, count: 2000), frames: 1000)
    try writer.finish(chunks: chunks)
    return try TakeFile.read(path: directory.file("T01.wav"))
  }

  @Test("scene, take, notes, tracks, date and markers of another recorder are read")
  func foreign() throws {
    let marker = TakeMarker(frame: 480, kind: .button, label: "nightingale")
    let file = try Self.file(
      [
        WAVChunk(id: "bext", payload: Self.bext),
        WAVChunk(id: "iXML", payload: Array(Self.ixml.utf8)),
        .cue([marker]), .labels([marker]), .information(comment: "a comment", software: "other"),
      ], in: TemporaryDirectory())
    #expect(file.origin == .other("SoundDev: 788T"))
    #expect(file.metadata.take == "T01")
    #expect(file.metadata.date.text == "2026-07-09 10:20:30")
    #expect(file.metadata.timeReference == 1_786_320_000)
    #expect(file.metadata.familyID == "ABC")
    #expect(file.metadata.tracks.map(\.name) == ["MixL", "MixR"])
    #expect(
      file.metadata.notes == [
        "project Forêt", "scene 12A", "take 3", "wind & birds", "sSCENE=12A", "a comment",
      ])
    #expect(file.metadata.markers == [marker])
  }

  @Test(
    "a date in tags has the time of day that it states, or that of the time reference",
    arguments: [
      ("2026-05-01", nil, "2026-05-01", 0), ("2026-05-01 dawn", nil, "2026-05-01", 0),
      ("2026-05-01 06:07", nil, "2026-05-01 06:07:00", 22020 * 44100),
      ("2026-05-01T06:07:08Z", "5", "2026-05-01 06:07:08", 22028 * 44100),
      ("2026-05-01T06:07:08.25Z", nil, "2026-05-01 06:07:08", 22028 * 44100 + 11025),
      ("2026-05-01 06:07:08,9999999+01", nil, "2026-05-01 06:07:08", 22029 * 44100 - 1),
      ("2026-05-01", "961613212", "2026-05-01 05:33:53", 20033 * 44100 + 26838),
      ("2026-05-01", "-3", "2026-05-01", 0), ("2026-05-01", "9999999999", "2026-05-01", 0),
    ])
  func timesInTags(_ date: String, _ reference: String?, _ text: String, _ frames: Int) {
    var metadata = TakeMetadata()
    (metadata.rate, metadata.isClockSet) = (44100, false)
    metadata.adopt(
      tags: [
        MetadataField("DATE", date), MetadataField("coding_history", "A=PCM,F=48000,W=24"),
        MetadataField("time_reference", reference ?? "none"),
      ])
    #expect(metadata.isClockSet && metadata.dateText == text)
    #expect(metadata.timeReference == frames)
  }

  @Test(
    "an offset from UTC has a colon or none, and at most 59 minutes",
    arguments: [
      ("Z", 0), ("+05:30", 19800), (".125+0530", 19800), ("-0930", -34200), ("+0030", 1800),
      (" +5", 18000), ("+05:99", nil), ("+05:999999999999999999", nil), ("+2400", nil), ("", nil),
    ] as [(String, Int?)])
  func offsets(_ text: String, _ seconds: Int?) {
    var metadata = TakeMetadata()
    metadata.adopt(guano: [MetadataField("Timestamp", "2026-05-01T06:07:08" + text)])
    #expect(metadata.utcOffsetSeconds == seconds)
  }

  @Test("dates and places in other forms become notes")
  func unread() throws {
    var tagged = TakeMetadata()
    tagged.isClockSet = false
    tagged.adopt(tags: [MetadataField("DATE", "2019"), MetadataField("LOCATION", "the pond")])
    #expect(tagged.notes == ["location the pond", "date 2019"] && !tagged.isClockSet)
    tagged.notes = []
    tagged.adopt(tags: ["DATE", "LOCATION", "GUANO_LOC_ELEVATION"].map { MetadataField($0, "") })
    #expect(tagged.notes.isEmpty)
    var bat = TakeMetadata()
    bat.isClockSet = false
    bat.adopt(
      guano: [
        MetadataField("Timestamp", "1 May 2026"), MetadataField("Loc Position", "47.37N 8.54E"),
        MetadataField("Loc Elevation", "408 m"),
      ])
    #expect(bat.notes == ["time 1 May 2026", "location 47.37N 8.54E", "elevation 408 m"])
    var bext = Self.bext
    bext.replaceSubrange(320..<330, with: Array("09/07/2026".utf8))
    let created = Array("INFOICRD".utf8) + [4, 0, 0, 0] + Array("2026".utf8)
    let file = try Self.file(
      [WAVChunk(id: "bext", payload: bext), WAVChunk(id: "LIST", payload: created)],
      in: TemporaryDirectory())
    #expect(file.metadata.notes == ["sSCENE=12A", "date 09/07/2026 10-20-30", "date 2026"])
  }

  @Test("another program's ampersand without an escape ends nothing, and any other fault is told")
  func ampersand() throws {
    let text = Self.ixml.replacing("wind &amp; birds", with: "R&B & wind &amp; &#66;&nbsp;")
    let directory = try TemporaryDirectory()
    let file = try Self.file([WAVChunk(id: "iXML", payload: Array(text.utf8))], in: directory)
    #expect(file.metadata.notes.last == "R&B & wind & B&nbsp;")
    #expect(file.metadata.tracks.map(\.name) == ["MixL", "MixR"])
    #expect(try file.otherContents().lost.isEmpty)
    let broken = Self.ixml.replacing("wind &amp; birds", with: "wind < 3")
    let second = try TemporaryDirectory()
    let other = try Self.file([WAVChunk(id: "iXML", payload: Array(broken.utf8))], in: second)
    #expect(try other.otherContents().lost == ["everything after a fault in iXML"])
  }

  @Test("UTF-16 is read to its end", arguments: [false, true], ["", "\0 \0"])
  func wide(_ isBig: Bool, _ padding: String) {
    let text = Self.ixml.replacing("UTF-8", with: "UTF-16") + padding
    let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let pair = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBig ? pair : pair.reversed()
    }
    let document = IXMLDocument(bytes)
    #expect(document.isWhole && document.text(at: "BWFXML/PROJECT") == "Forêt")
  }

  @Test("a torn chunk gives every element before the break")
  func torn() {
    let whole = IXMLDocument(Array(Self.ixml.utf8))
    #expect(whole.isWhole)
    #expect(whole.elements.count == 16)
    var most = 0
    for length in 0..<Self.ixml.utf8.count {
      let torn = IXMLDocument(Array(Self.ixml.utf8.prefix(length)))
      #expect(!torn.isWhole)
      #expect(torn.elements == Array(whole.elements.prefix(torn.elements.count)))
      #expect(torn.elements.count >= most)
      most = torn.elements.count
    }
    #expect(most == 15)
  }

  @Test("white space before the document and control characters in it hide nothing")
  func unclean() {
    #expect(IXMLDocument(Array(("\r\n " + Self.ixml).utf8)).isWhole)
    let text = Self.ixml.replacing("wind &amp; birds", with: "wind\0\u{1}birds")
    let document = IXMLDocument(ofOther: Array(text.utf8))
    #expect(document.isWhole && document.text(at: "BWFXML/NOTE") == "wind birds")
  }

  @Test("cue points without an offset into the audio are at their position")
  func positions() {
    var cue: [UInt8] = []
    let points: [(position: UInt32, offset: UInt32)] = [(480, 0), (7, 960), (0, 0)]
    cue.append(littleEndian: UInt32(points.count))
    for (index, point) in points.enumerated() {
      cue.append(littleEndian: UInt32(index))
      cue.append(littleEndian: point.position)
      cue.append(name: "data")
      cue.append(littleEndian: UInt64(0))
      cue.append(littleEndian: point.offset)
    }
    #expect(CuePoints.decode(cue: cue, labels: []).map(\.marker.frame) == [0, 480, 960])
    #expect(CuePoints.decode(cue: cue, labels: [], isOwn: true).map(\.marker.frame) == [0])
  }

  @Test("tags that are not UTF-8 are Latin-1")
  func latinTags() throws {
    let tag = Array("TITLE=K".utf8) + [0xFC] + Array("che\n2".utf8)
    let bytes = [0, 0, 0, 0, 1, 0, 0, 0, UInt8(tag.count), 0, 0, 0] + tag
    let comment = try #require(VorbisComment(bytes[...]))
    #expect(comment.isWhole && comment.fields == [MetadataField("TITLE", "Küche\n2")])
  }

  @Test("a time reference without a date is copied", arguments: [TakeFileKind.wav, .flac])
  func undated(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    var bext = Self.bext
    bext.replaceSubrange(320..<338, with: Array("0000-00-0000:00:00".utf8))
    let file = try Self.file([WAVChunk(id: "bext", payload: bext)], in: directory)
    #expect(!file.metadata.isClockSet && file.metadata.timeReference == 1_786_320_000)
    let out = directory.file("copy.\(kind.ending)")
    try Transcoder(input: file.path, output: out, kind: kind).run()
    let copy = try TakeFile.read(path: out)
    #expect(!copy.metadata.isClockSet && copy.metadata.timeReference == 1_786_320_000)
    #expect(try TakeVerifier.faults(of: copy).isEmpty)
  }

  @Test("padding behind the document is none of it", arguments: ["   \n", "\0\0\0"])
  func padded(padding: String) {
    #expect(IXMLDocument(Array((Self.ixml + padding).utf8)).isWhole)
  }

  @Test("Latin-1 that calls itself UTF-8 is read all the same")
  func latin1() {
    let bytes = Array("<BWFXML><NOTE>for".utf8) + [0xEA] + Array("t</NOTE></BWFXML>".utf8)
    #expect(IXMLDocument(bytes).text(at: "BWFXML/NOTE") == "forêt")
  }

  @Test("UTF-8 is read whatever the document declares", arguments: ["UTF-16", "windows-1252"])
  func undeclared(encoding: String) {
    let text = Self.ixml.replacing("UTF-8", with: encoding)
    #expect(IXMLDocument(Array(text.utf8)).text(at: "BWFXML/PROJECT") == "Forêt")
  }

  @Test("entities do not expand, and a document type ends the reading")
  func entities() {
    var text = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">"
    for (name, last) in zip("bcdefghij", "abcdefghi") {
      text += "<!ENTITY \(name) \"" + String(repeating: "&\(last);", count: 10) + "\">"
    }
    text += "]><x><y>&j;</y></x>"
    let document = IXMLDocument(Array(text.utf8))
    #expect(!document.isWhole)
    #expect(document.elements.isEmpty)
  }

  @Test("nesting and names without end are given up")
  func deep() {
    let deep = String(repeating: "<a>", count: 5000)
    #expect(IXMLDocument(Array(deep.utf8)).elements.isEmpty)
    let long = "<a><b>1</b><\(String(repeating: "n", count: 5000))/></a>"
    #expect(IXMLDocument(Array(long.utf8)).elements.map(\.path) == ["a/b", "a"])
  }

  @Test("escape sequences do not reach a terminal")
  func control() {
    #expect("a\u{1B}[31mb\r\n\u{9B}c \u{202E}d".singleLine == "a [31mb c d")
    let family = "\u{1F468}\u{200D}\u{1F467} \u{645}\u{6CC}\u{200C}\u{631}"
    #expect(family.singleLine == family && "\u{200D}\u{200C} ".singleLine.isEmpty)
    #expect("a\u{2066}b\u{200F}\u{200B}c".singleLine == "a b c")
    let bytes = Array("x\u{7}y".utf8) + [0, 65]
    #expect(bytes[...].storedText == "x y")
  }

  @Test("numbers that cannot be meant are left out")
  func bounds() throws {
    let metadata = try #require(
      TakeMetadata(fields: [
        MetadataField("TAKE_NAME", "t"), MetadataField("FIRST_FRAME", "-9223372036854775808"),
        MetadataField("PART", "9223372036854775807"), MetadataField("RATE", "-5"),
        MetadataField("GAIN_DB", "nan"), MetadataField("FRONT_EMPHASIS_DB", "inf"),
        MetadataField("MARKER", "9223372036854775807;button;x"),
        MetadataField("MARKER", "-1;button;x"), MetadataField("MARKER", "5;button;x"),
        MetadataField("GAP", "5;9223372036854775807;exact;x"),
      ]))
    #expect(metadata.firstFrame == 0)
    #expect(metadata.part == 1_000_000)
    #expect(metadata.rate == 0)
    #expect(metadata.gain == 0)
    #expect(metadata.frontEmphasis == nil)
    #expect(metadata.markers.map(\.frame) == [5])
    #expect(metadata.gaps.isEmpty)
  }

  @Test("a chunk of any length decodes or is refused")
  func shortBroadcast() {
    for length in 0..<Self.bext.count {
      let decoded = BroadcastExtension(decoding: Array(Self.bext.prefix(length)))
      #expect((decoded != nil) == (length >= 348))
    }
  }
}
