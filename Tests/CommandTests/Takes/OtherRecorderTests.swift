import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Files of other recorders and programs: what their standards allow is read, or said not to be supported.
@Suite struct OtherRecorderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ words: String...) -> CommandRun { CommandRun.pinna(["takes"] + words) }

  private func loudest(_ path: String) throws -> Float {
    var reader = try WAVReader.open(path: path)
    var samples = [Float](repeating: 0, count: reader.frames * reader.channels)
    _ = try reader.read(into: &samples, frames: reader.frames)
    return samples.map(abs).max() ?? 0
  }

  @Test(
    "24 bits in four bytes are as loud as they were, in either half",
    arguments: [(24, false), (24, true), (32, false)])
  func fourBytes(bits: Int, isUpper: Bool) throws {
    let wav = OtherWAV(channels: 2, bits: bits, container: 4, isUpper: isUpper)
    try folder.write(wav.file(frames: 1600, significant: 24), to: "a.wav")
    let path = folder.file("a.wav")
    #expect(abs(try loudest(path) - 0.25) < 0.001)
    let out = folder.file("out.wav")
    #expect(run("export", path, "--format", "wav", "--out", out).code == .success)
    #expect(abs(try loudest(out) - 0.25) < 0.001)
    // What the header does not say is told.
    #expect(run("show", path).output.contains("lower three bytes") == (bits == 32))
    #expect(run("verify", path).code == .success)
  }

  @Test("a quiet recording of 32 bits stays as quiet as it is")
  func quiet() throws {
    let wav = OtherWAV(channels: 1, bits: 32, container: 4, isUpper: false)
    try folder.write(wav.file(frames: 1600, significant: 14), to: "a.wav")
    #expect(try loudest(folder.file("a.wav")) < 1e-5)
  }

  @Test("channels have the names of their places, whatever the order of the list")
  func names() throws {
    func track(_ place: Int, _ name: String?) -> String {
      "<TRACK><CHANNEL_INDEX>\(place)</CHANNEL_INDEX><INTERLEAVE_INDEX>\(place)</INTERLEAVE_INDEX>"
        + (name.map { "<NAME>\($0)</NAME>" } ?? "") + "</TRACK>"
    }
    let list = track(4, "Lav") + track(3, nil) + track(1, "MixL") + track(2, "MixR")
    let text = "<BWFXML><TRACK_LIST><TRACK_COUNT>4</TRACK_COUNT>\(list)</TRACK_LIST></BWFXML>"
    try folder.write(
      OtherWAV(channels: 4, bits: 24).file(
        frames: 800, chunks: [WAVChunk(id: "iXML", payload: Array(text.utf8))]), to: "a.wav")
    let file = try TakeFile.read(path: folder.file("a.wav"))
    #expect(file.metadata.tracks.map(\.name) == ["MixL", "MixR", "", "Lav"])
  }

  @Test("the copy of a file without names and identity counts its channels, and makes up no family")
  func nameless() throws {
    try folder.write(OtherWAV(channels: 2, bits: 16).file(frames: 800), to: "a.wav")
    let out = folder.file("out.wav")
    #expect(run("export", folder.file("a.wav"), "--format", "wav", "--out", out).code == .success)
    let text = String(decoding: try folder.read("out.wav"), as: UTF8.self)
    #expect(text.contains("<TRACK_COUNT>2</TRACK_COUNT>"))
    #expect(text.split(separator: "<TRACK>").count == 3)
    #expect(text.contains("<FILE_UID>rendered-0-wav-"))
    #expect(!text.contains("<FAMILY_UID></FAMILY_UID>\n<FAMILY_NAME>"))
  }

  @Test("scene, take and judgement of iXML are in the sound report, also of a copy")
  func soundReport() throws {
    let text =
      "<BWFXML><SCENE>12A</SCENE><TAKE>03</TAKE><CIRCLED>TRUE</CIRCLED>"
      + "<TAPE>7</TAPE></BWFXML>"
    let chunk = WAVChunk(id: "iXML", payload: Array(text.utf8))
    try folder.write(
      OtherWAV(channels: 2, bits: 16).file(frames: 800, chunks: [chunk]), to: "a.wav")
    let out = folder.file("out.wav")
    let export = run("export", folder.file("a.wav"), "--format", "wav", "--out", out)
    #expect(export.code == .success)
    #expect(export.diagnostics.contains("a.wav: TAPE in iXML"), "\(export.diagnostics)")
    let lines = run("list", folder.path, "--csv").output.split(separator: "\n")
    for name in ["a.wav", "out.wav"] {
      let line = lines.first { $0.hasPrefix(name + ",") } ?? ""
      #expect(line.hasPrefix("\(name),12A,03,") && line.hasSuffix(",keep"), "\(lines)")
    }
  }

  @Test("date, place, maker and species of GUANO are read, and exported in every format")
  func guano() throws {
    let text = """
      GUANO|Version:1.0
      Timestamp:2026-05-01 05:30:00+02:00
      Loc Position:47.37 8.54
      Loc Elevation: 408
      Make:Wildlife Acoustics, Inc.
      Model:Song Meter Mini
      TE:10
      Species Manual ID: Strix aluco
      WA|Song Meter|Prefix:SMA01234

      """
    let chunk = WAVChunk(id: "guan", payload: Array(text.utf8))
    try folder.write(
      OtherWAV(channels: 2, bits: 16).file(frames: 16000, chunks: [chunk]), to: "bat.wav")
    func check(_ path: String) throws {
      let file = try TakeFile.read(path: path)
      #expect(file.metadata.date.text == "2026-05-01 05:30:00", "\(path)")
      #expect(file.metadata.utcOffsetSeconds == 7200)
      #expect(
        file.metadata.place?.position == "47.37 8.54" && file.metadata.place?.elevation == 408)
      #expect(file.origin == .other("Wildlife Acoustics, Inc."))
      let others = file.metadata.others
      #expect(others.contains(MetadataField("Species Manual ID", "Strix aluco")), "\(others)")
      #expect(others.contains(MetadataField("WA|Song Meter|Prefix", "SMA01234")))
      #expect(run("show", path).output.contains("Strix aluco"))
    }
    try check(folder.file("bat.wav"))
    for kind in TakeFileKind.allCases where kind != .m4a || ExportTests.hasFfmpeg {
      let out = folder.file("out.\(kind.ending)")
      let export = run("export", folder.file("bat.wav"), "--out", out)
      #expect(export.code == .success, "\(export.diagnostics)")
      try check(out)
    }
    let written = String(decoding: try folder.read("out.wav"), as: UTF8.self)
    #expect(written.contains("\nSpecies Manual ID: Strix aluco\n"))
    #expect(written.contains("\nTE: 10\n") && !written.contains("\nTE: 1\n"))
  }

  @Test("every copy names what it does not hold, and an MP3 holds no fields")
  func lost() throws {
    let chunks = [
      WAVChunk(id: "guan", payload: Array("Make:Zoom\nSpecies:owl\nSpecies:wren\n".utf8)),
      WAVChunk(id: "LIST", payload: Array("INFOIART".utf8) + [4, 0, 0, 0] + Array("Anna".utf8)),
    ]
    try folder.write(
      OtherWAV(channels: 1, bits: 16).file(frames: 1600, chunks: chunks), to: "a.wav")
    let path = folder.file("a.wav")
    let canMakeMP3 = MP3Copy.refusal(for: try TakeFile.read(path: path)) == nil
    for (format, names) in [("flac", ""), ("mp3", "Species, ")]
    where format != "mp3" || canMakeMP3 {
      let made = run("export", path, "--out", folder.file("b.\(format)"))
      #expect(
        made.diagnostics.hasSuffix("\(path): \(names)IART in LIST, Species in guan\n"),
        "\(made.diagnostics)")
    }
  }

  @Test("a FLAC of others keeps its comments", .enabled(if: ExportTests.hasFfmpeg))
  func comments() throws {
    let path = folder.file("owl.flac")
    let made = ChildProcess.run([
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-metadata",
      "DATE=2026-05-01", "-metadata", "LOCATION=47.37 8.54", "-metadata", "SPECIES=Strix aluco",
      path,
    ])
    #expect(made?.status == 0)
    let out = folder.file("owl.wav")
    #expect(run("export", path, "--out", out).code == .success)
    let read = try TakeFile.read(path: out).metadata
    #expect(read.date.dayText == "2026-05-01" && read.place?.latitude == 47.37)
    #expect(read.others.contains(MetadataField("Vorbis|SPECIES", "Strix aluco")), "\(read.others)")
  }

  @Test(
    "no time of day is made up for a date alone",
    arguments: [
      ("2026-05-01", "2026-05-01", ""),
      ("2026-05-01T06:07+02:00", "2026-05-01 06:07:00", "06:07:00.000"),
    ])
  func timeOfDay(_ date: String, _ text: String, _ start: String) throws {
    let words = Array(date.utf8)
    var list = Array("INFOICRD".utf8) + [UInt8(words.count), 0, 0, 0] + words
    if list.count % 2 == 1 { list.append(0) }
    try folder.write(
      OtherWAV(channels: 1, bits: 16).file(
        frames: 800, chunks: [WAVChunk(id: "LIST", payload: list)]), to: "a.wav")
    let path = folder.file("a.wav")
    #expect(run("show", path).output.contains(" \(text)\n"))
    #expect(run("show", path, "--json").output.contains("\"date\" : \"\(text)\""))
    #expect(run("list", folder.path, "--csv").output.contains(",\(text),\(start),00:00:00.050,"))
    #expect(run("export", path, "--out", folder.file("a.flac")).code == .success)
    #expect(try TakeFile.read(path: folder.file("a.flac")).metadata.dateText == text)
  }

  @Test(
    "FLAC of 32 bits is not supported, and not called damaged", .enabled(if: ExportTests.hasFfmpeg))
  func wideFLAC() throws {
    let made = ChildProcess.run([
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-strict",
      "experimental", "-sample_fmt", "s32", "-bits_per_raw_sample", "32", folder.file("w.flac"),
    ])
    guard made?.status == 0, try TakeFile.read(path: folder.file("w.flac")).bits == 32 else {
      return
    }
    #expect(run("verify", folder.file("w.flac")).code == .success)
    let export = run("export", folder.file("w.flac"), "--out", folder.file("w.wav"))
    #expect(export.diagnostics.contains("FLAC of more than 24 bits"), "\(export.diagnostics)")
    #expect(!export.diagnostics.contains("damaged"))
  }

  @Test("a file that cannot be used says what to do, and not to try the same again")
  func advice() throws {
    let flac = try TakeFileFixture.flac.make(in: folder.path)
    let render = CommandRun.pinna(["render", flac])
    #expect(render.code == .data)
    #expect(
      render.diagnostics.contains(
        "\(flac): is not a WAV file, which is needed here; convert it with 'pinna takes export"))
    for name in ["a.mp3", "b.wav", ".c.wav"] { try folder.write([1, 2, 3], to: name) }
    try folder.write(OtherWAV(channels: 2, bits: 16).file(frames: 8), to: ".d.wav")
    for (name, words) in [("a.mp3", "is not a WAV file"), ("b.wav", "it cannot be recovered")] {
      let recover = run("recover", folder.file(name))
      #expect(recover.code == .data && recover.diagnostics.contains(words))
      #expect(!recover.diagnostics.contains("takes recover"), "\(recover.diagnostics)")
    }
    for (name, words) in [
      ("a.mp3", ".opus or .m4a; rename it if it has one of these formats, otherwise convert it"),
      (".c.wav", "does not start with RIFF"),
      (".d.wav", "is hidden, so it is not a take"),
    ] {
      let show = run("show", folder.file(name))
      #expect(show.code == .data && show.diagnostics.contains(words), "\(show.diagnostics)")
      #expect(!show.diagnostics.contains("takes recover"), "\(show.diagnostics)")
    }
  }

  @Test("files without a header are named, with their size, and without advice to recover them")
  func bare() throws {
    for name in ["20260801_120000_001.wav", "a.flac"] { try folder.write([1, 2, 3], to: name) }
    let recover = run("recover", folder.path)
    #expect(recover.code == .success && recover.output == "")
    #expect(
      recover.diagnostics.contains(
        "2 finished files cannot be read (20260801_120000_001.wav, a.flac): 'pinna takes verify'"),
      "\(recover.diagnostics)")
    let verify = run("verify", folder.path)
    #expect(verify.code == .failure && verify.output.contains("use another copy"))
    #expect(!verify.output.contains("takes recover"), "\(verify.output)")
    #expect(run("list", folder.path, "--json").output.contains("\"bytes\" : 3"))
  }

  /// The pages of an Ogg file.
  private static func pages(_ bytes: [UInt8]) -> [[UInt8]] {
    var (pages, offset): ([[UInt8]], Int) = ([], 0)
    while offset < bytes.count {
      let count = Int(bytes[offset + 26])
      let body = bytes[(offset + 27)..<(offset + 27 + count)].reduce(0) { $0 + Int($1) }
      pages.append(Array(bytes[offset..<(offset + 27 + count + body)]))
      offset += 27 + count + body
    }
    return pages
  }

  private static func sealed(_ page: [UInt8]) -> [UInt8] {
    var (page, sum) = (page, UInt32(0))
    for index in 22..<26 { page[index] = 0 }
    for byte in page {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    return page
  }

  @Test("Opus streams one after the other are one recording")
  func chained() throws {
    let made = try TakeFileFixture.opus.make(in: folder.path)
    let bytes = try folder.read(TakeName.fileName(of: made))
    let second = Self.pages(bytes).flatMap { page in
      Self.sealed(Array(page[..<14]) + [77, 0, 0, 0] + Array(page[18...]))
    }
    try folder.write(bytes + second, to: "chained.opus")
    let path = folder.file("chained.opus")
    #expect(run("verify", path).output.contains(": intact ("))
    #expect(run("show", path).output.contains("00:00:04.000"))
    #expect(run("recover", path).output.contains("nothing to repair"))
    let samples = try #require(try TakeFileFixture.samples(path))
    #expect(samples.count == 8 * TakeFileFixture.rate)
    #expect(Array(samples.prefix(samples.count / 2)) == Array(samples.suffix(samples.count / 2)))
  }

  @Test("an Opus stream that was joined while it ran has the length of its sound")
  func joined() throws {
    let made = try TakeFileFixture.opus.make(in: folder.path)
    let pages = Self.pages(try folder.read(TakeName.fileName(of: made)))
    let kept = pages.prefix(2) + pages.dropFirst(5)
    let bytes = kept.enumerated().flatMap { number, page in
      Self.sealed(Array(page[..<18]) + [UInt8(number), 0, 0, 0] + Array(page[22...]))
    }
    try folder.write(Array(bytes), to: "joined.opus")
    let path = folder.file("joined.opus")
    let frames = try TakeFile.read(path: path).frames
    #expect(frames > TakeFileFixture.rate && frames < 2 * TakeFileFixture.rate)
    let verify = run("verify", path)
    #expect(verify.code == .success, "\(verify.output)")
    #expect(run("recover", path).output.contains("nothing to repair"))
    #expect(try TakeFileFixture.samples(path)?.count == 2 * frames)
  }

  @Test("a file that another recorder named with a number alone is found by this name")
  func numbered() throws {
    try folder.write(OtherWAV(channels: 1, bits: 16).file(frames: 800), to: "007.wav")
    for word in ["007", "007.wav"] {
      #expect(run("show", folder.file(word)).output.hasPrefix("007\n"), "\(word)")
    }
    #expect(run("show", folder.file("7")).code == .noInput)
  }

  @Test("a large picture in the tags of an Opus file hides no other tag")
  func pagedTags() throws {
    let made = try TakeFileFixture.opus.make(in: folder.path)
    let (name, before) = (TakeName.fileName(of: made), try TakeFile.read(path: made).metadata)
    var pages = Self.pages(try folder.read(name))
    var tags = Array(pages[1][(27 + Int(pages[1][26]))...])
    let place = 8 + 4 + Int(tags[8])
    tags[place] += 1
    let picture = Array(("METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: 70_000)).utf8)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: picture.count >> (8 * $0)) }
    tags.insert(contentsOf: length + picture, at: place + 4)
    let head = Array(pages[1][..<26])
    let (first, rest) = (tags.prefix(255 * 255), Array(tags.dropFirst(255 * 255)))
    let lengths = [UInt8](repeating: 255, count: rest.count / 255) + [UInt8(rest.count % 255)]
    pages[1] = head + [255] + [UInt8](repeating: 255, count: 255) + first
    pages.insert(head + [UInt8(lengths.count)] + lengths + rest, at: 2)
    pages[2][5] = 1
    let bytes = pages.enumerated().flatMap { number, page in
      Self.sealed(Array(page[..<18]) + [UInt8(number), 0, 0, 0] + Array(page[22...]))
    }
    try folder.write(bytes, to: name)
    let file = try TakeFile.read(path: made)
    #expect(file.origin == .pinna && file.metadata == before)
    #expect(run("verify", made).output.contains(": intact ("))
    let note = run("note", made, "an owl")
    #expect(note.code != .success && note.diagnostics.contains("its tags have no room"))
    let export = run("export", made, "--out", folder.file("out.wav"))
    #expect(export.diagnostics.contains("METADATA_BLOCK_PICTURE"), "\(export.diagnostics)")
  }

  @Test(
    "the loudspeakers of an Opus file keep their order in WAV", .enabled(if: ExportTests.hasFfmpeg))
  func loudspeakers() throws {
    let made = ChildProcess.run([
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc=0|sin(2000*t)|0|0|0|0.2*sin(3000*t):c=5.1:d=1", "-c:a", "libopus",
      folder.file("a.opus"),
    ])
    guard made?.status == 0 else { return }
    let out = folder.file("out.wav")
    #expect(run("export", folder.file("a.opus"), "--out", out).code == .success)
    var reader = try WAVReader.open(path: out)
    var samples = [Float](repeating: 0, count: reader.frames * 6)
    _ = try reader.read(into: &samples, frames: reader.frames)
    let loudest = (0..<6).map { channel in
      stride(from: channel, to: samples.count, by: 6).map { abs(samples[$0]) }.max() ?? 0
    }
    #expect(loudest[1] > 0.5 && loudest[5] > 0.1 && loudest[2] < 0.1, "\(loudest)")
  }

  @Test("a board file in UTF-16 has a remedy", arguments: [false, true])
  func wideText(_ isBig: Bool) throws {
    let text = "schema = 1\nname = \"A\"\n"
    let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let pair = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBig ? pair : pair.reversed()
    }
    try folder.write(bytes, to: "wide.toml")
    let validate = CommandRun.pinna(["board", "validate", folder.file("wide.toml")])
    let words = validate.output + validate.diagnostics
    #expect(validate.code != .success && words.contains("save it as UTF-8"), "\(words)")
  }
}
