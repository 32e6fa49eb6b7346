import Glibc
import TestSupport
import Testing

@testable import TakeFiles

/// The place of a take, its clock, and the form of both that programs for bats and birds read.
@Suite struct WhereaboutsTests {
  /// Metadata with a place, a clock and pairs.
  private static func sample(pairs count: Int = 3) -> TakeMetadata {
    var metadata = MadeTake.metadata()
    metadata.utcOffsetSeconds = 5400
    metadata.timeReference = 43200 * 8000 + 2000
    metadata.clock = ClockQuality(.ntp, errorSeconds: 0.25)
    metadata.place = Place(
      latitude: -33.946_112, longitude: 151.177_2, elevation: 12.5, name: "Botany Bay & <more>")
    var pairs = ClockPairs(start: 1_785_578_400_250_125, error: 12)
    for index in 0..<count { pairs.add(1_785_578_400_250_125 + (index + 1) * 60_003_000) }
    metadata.clockPairs = pairs
    return metadata
  }

  @Test("place, clock and pairs come back from the fields, and nonsense is left out")
  func roundTrip() throws {
    let metadata = Self.sample()
    let read = try #require(TakeMetadata(fields: metadata.fields))
    #expect(read == metadata)
    var fields = metadata.fields.filter { !$0.key.hasPrefix("PLACE") && !$0.key.hasPrefix("CLOCK") }
    fields += [
      MetadataField("PLACE", "91 0"), MetadataField("PLACE_NAME", "nowhere"),
      MetadataField("CLOCK", "sundial;3"), MetadataField("CLOCK_PAIRS", "0;0;1"),
      MetadataField("UTC_OFFSET_S", "1000000"),
    ]
    let wrong = try #require(TakeMetadata(fields: fields))
    #expect(wrong.place == nil && wrong.clock == nil && wrong.clockPairs == nil)
    #expect(wrong.utcOffsetSeconds == nil)
  }

  @Test(
    "a position has decimals and no exponent, also close to the equator and to Greenwich",
    arguments: [
      (51.4779, -0.000_01, "51.4779 -0.00001"), (-0.0, 180, "0.0 180.0"),
      (-89.123_456_789, 1e-12, "-89.123456789 0.0"), (52.52, -13.405, "52.52 -13.405"),
    ])
  func position(latitude: Double, longitude: Double, text: String) throws {
    var metadata = MadeTake.metadata()
    metadata.place = Place(latitude: latitude, longitude: longitude, elevation: 0.000_02)
    #expect(metadata.place?.position == text)
    let fields = metadata.fields
    #expect(fields.contains(MetadataField("PLACE", text)))
    #expect(fields.contains(MetadataField("PLACE_ELEVATION_M", "0.00002")))
    let guano = GUANO(metadata: metadata, rate: 8000).text
    #expect(guano.contains("Loc Position: \(text)\n"))
    #expect(guano.contains("Loc Elevation: 0.00002\n"))
  }

  @Test("pairs give every frame with its time, and the drift between the clocks")
  func pairs() throws {
    var pairs = ClockPairs(start: 1_000_000)
    #expect(pairs.driftParts == nil && pairs.nextSeconds == 60)
    // Frames that are 50 parts in a million slower: a minute of them takes 60.003 s.
    for index in 1...20 { pairs.add(1_000_000 + index * 60_003_000, error: 20) }
    let found = pairs.pairs(rate: 48000)
    #expect(found.count == 21 && found[20].frame == 20 * 2_880_000)
    #expect(found[20].microseconds == 1_000_000 + 20 * 60_003_000)
    #expect(try abs(#require(pairs.driftParts) + 50) < 0.1)
    let line = try #require(pairs.line)
    #expect(line.driftError < 0.02 && line.startError < 20 && pairs.error == 20)
    #expect(abs(line.start - 1_000_000) < 0.1)
    #expect(ClockPairs(text: pairs.text) == pairs)
    // A clock that is set within the take.
    pairs.add(1_000_000 + 20 * 60_003_000 + 3_600_000_000)
    #expect(pairs.driftParts == nil)
    #expect(pairs.pairs(rate: 1).last?.microseconds == 1_000_000 + 20 * 60_003_000 + 3_600_000_000)
  }

  @Test("a take of a week has as many pairs as one of a day, and all of them are true")
  func bounded() throws {
    var pairs = ClockPairs(start: 0)
    while pairs.nextSeconds <= 7 * 86400 { pairs.add(pairs.nextSeconds * 1_001_000) }
    #expect(pairs.count <= ClockPairs.most + 1 && pairs.count > ClockPairs.most / 2)
    #expect(pairs.pairs(rate: 1).allSatisfy { $0.microseconds == $0.frame * 1_001_000 })
    #expect(pairs.stepSeconds == 480)
  }

  @Test("a part of a take keeps the times of its frames, but none from beyond a pause")
  func part() throws {
    func time(_ second: Double) -> Int { 1_000_000 + Int((second * 1_000_050).rounded()) }
    func pairs(_ count: Int) -> ClockPairs {
      (1...count).reduce(into: ClockPairs(start: time(0), error: 2)) { pairs, index in
        pairs.add(time(Double(60 * index)), error: 2)
      }
    }
    func times(_ range: Range<Int>, _ pairs: ClockPairs, _ resumes: [Int] = []) -> [Int]? {
      pairs.cut(to: range, rate: 1000, resumes: resumes)?.pairs(rate: 1000).map(\.microseconds)
    }
    #expect(pairs(5).cut(to: 0..<300_001, rate: 1000, resumes: [130_000]) == pairs(5))
    #expect(times(30_000..<250_000, pairs(5)) == [30, 90, 150, 210].map(time))
    // After the pause there are pairs, or there are none.
    #expect(times(140_000..<170_000, pairs(5), [130_000]) == [time(140)])
    #expect(times(140_000..<170_000, pairs(2), [130_000]) == nil)
    // From a single pair on, the error grows with the frames that are counted.
    let late = ClockPairs(start: 0, error: 2).cut(to: 10_000..<20_000, rate: 1000, resumes: [])
    #expect(late == ClockPairs(start: 10_000_000, error: 302))
    // The clock was set between two pairs, at a frame that is not known.
    var set = pairs(1)
    set.add(time(120) + 300_000)
    #expect(times(90_000..<100_000, set) == nil)
  }

  @Test("pairs that were cut off in a rewrite are those that are whole")
  func cut() {
    #expect(ClockPairs(text: "60;5000;1,-2,3")?.pairs(rate: 1).last?.microseconds == 185_002_000)
    #expect(ClockPairs(text: "60u;5000;1,-2,3;7")?.pairs(rate: 1).last?.microseconds == 180_005_002)
    #expect(ClockPairs(text: "60u;5000;1,-2;7")?.error == 7)
    #expect(ClockPairs(text: "60u;5000;1,-")?.count == 2)
    #expect(ClockPairs(text: "60;5000;1,-2,-")?.count == 3)
    #expect(ClockPairs(text: "60;5000;")?.count == 1)
    for text in ["", "60", "60;5000", "x;5000;", "59;0;", "60;99999999999999999999;"] {
      #expect(ClockPairs(text: text) == nil)
    }
  }

  @Test("a head has room for the pairs of a day, and for gaps and markers besides")
  func room() throws {
    var metadata = Self.sample(pairs: ClockPairs.most)
    metadata.markers = (0..<100).map {
      TakeMarker(frame: 100 * $0, kind: .button, label: "marker \($0)")
    }
    let format = AudioFormat(rate: 8000, channels: 2, samples: .s24)
    let header = WAVHeader(format: format, riffLimit: WAVHeader.largestRIFF, hasMetadata: true)
    let bytes = header.bytes(.init(), metadata: metadata)
    #expect(bytes.count == WAVHeader.takeBytes)
    let directory = try TemporaryDirectory()
    let path = try MadeTake.leftBehind(in: directory, format: format, metadata: metadata)
    // The head of a file whose recorder is gone has them already.
    let left = try TakeFile.read(path: path)
    #expect(left.metadata.clockPairs?.count == ClockPairs.most + 1)
    #expect(left.metadata.place == metadata.place)
    let markers = left.metadata.markers.filter { $0.kind == .button }
    #expect(markers.count > 40)
    // With remarks that fill the head the pairs are thinned out, and the chunk stays whole.
    metadata.notes = (0..<100).map { "remark \($0) " + String(repeating: "<", count: 20) }
    let full = IXML(metadata: metadata, format: format).fitted(to: 9000)
    #expect(full.leastBytes <= 9000)
    #expect(try #require(full.metadata.clockPairs).count >= 80)
  }

  private static func finished(
    _ directory: TemporaryDirectory, _ metadata: TakeMetadata, kind: TakeFileKind = .wav
  ) throws -> String {
    let format = AudioFormat(rate: 8000, channels: 2, samples: .s16)
    let path = directory.file("20260801_120000_007.\(kind.ending)")
    var metadata = metadata
    var writer = try TakeFileWriter.create(
      path: path, kind: kind, format: format, metadata: metadata)
    _ = try writer.append(
      interleaved: MadeTake.samples(frames: 12_000, channels: 2), frames: 12_000)
    metadata.end = .stopped
    _ = try writer.finish(metadata)
    return path
  }

  @Test("GUANO, bext and iXML of a finished take have place and time")
  func chunks() throws {
    let directory = try TemporaryDirectory()
    let path = try Self.finished(directory, Self.sample())
    let text = String(decoding: try TakeFileBytes.read(path), as: UTF8.self)
    for line in [
      "GUANO|Version: 1.0\nTimestamp: 2026-08-01T12:00:00.250+01:30\nMake: Pinna\n",
      "Model: Phone <& more>\nLoc Position: -33.946112 151.1772\nLoc Elevation: 12.5\n",
      "Samplerate: 8000\nLength: 1.5\nOriginal Filename: 20260801_120000_007.wav\nTE: 1\n",
      "Filter HP: 0.05\n", "Pinna|Clock: synchronised, within 0.25 s\n",
      "Pinna|Clock Pairs: 0 1785578400250.125, 480000 1785578460253.125, ",
      "<LOCATION_NAME>Botany Bay &amp; &lt;more&gt;</LOCATION_NAME>",
      "<LOCATION_GPS>-33.946112, 151.1772</LOCATION_GPS>",
      ", at Botany Bay & <more>, -33.946112 151.1772, ended: stopped",
    ] { #expect(text.contains(line), "\(line)") }
    let read = try TakeFile.read(path: path).metadata
    #expect(read.place == Self.sample().place && read.clockPairs == Self.sample().clockPairs)
    let takes = try TakeDirectory(path: directory.path).takes()
    #expect(takes.count == 1 && takes.allSatisfy { TakeVerifier.verify($0).isSound })
  }

  @Test("a compressed take carries the same as tags", arguments: [TakeFileKind.flac, .opus])
  func tags(kind: TakeFileKind) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.finished(directory, Self.sample(), kind: kind)
    let text = String(decoding: try TakeFileBytes.read(path).prefix(20_000), as: UTF8.self)
    for tag in [
      "LOCATION=Botany Bay & <more>, -33.946112 151.1772", "GUANO_VERSION=1.0",
      "GUANO_TIMESTAMP=2026-08-01T12:00:00.250+01:30", "GUANO_LOC_POSITION=-33.946112 151.1772",
      "PINNA_CLOCK=ntp;0.25", "PINNA_CLOCK_PAIRS=60u;1785578400250125;3000,3000,3000;12",
    ] { #expect(text.contains(tag), "\(tag)") }
    let read = try TakeFile.read(path: path).metadata
    #expect(read.place == Self.sample().place && read.clockPairs == Self.sample().clockPairs)
  }

  private static let python = getenv("PINNA_TEST_VENV").map {
    String(cString: $0) + "/bin/python"
  }
  private static let hasReader =
    python.map { ChildProcess.run([$0, "-c", "import guano"])?.status == 0 } ?? false

  @Test(
    "the reference reader of GUANO reads a take, one without a place, and one that was recovered",
    .enabled(if: hasReader, "needs guano in the virtual environment that PINNA_TEST_VENV names"))
  func reader() throws {
    let directory = try TemporaryDirectory()
    let code = """
      import sys, guano
      g = guano.GuanoFile(sys.argv[1])
      print(g['GUANO|Version'], g['Timestamp'].isoformat(), g.get('Loc Position'), g['Samplerate'],
            g['Length'], g['TE'], g['Make'], g['Original Filename'], g['Pinna|Pattern'])
      """
    let python = try #require(Self.python)
    func read(_ path: String) throws -> String {
      try #require(ChildProcess.run([python, "-c", code, path])).output
    }
    let rest = "8000 1.5 1 Pinna 20260801_120000_007.wav stereo\n"
    let whole = try Self.finished(directory, Self.sample())
    #expect(
      try read(whole) == "1.0 2026-08-01T12:00:00.250000+01:30 (-33.946112, 151.1772) " + rest)
    unlink(whole)
    var metadata = Self.sample()
    (metadata.place, metadata.utcOffsetSeconds) = (nil, nil)
    let bare = try Self.finished(directory, metadata)
    #expect(try read(bare) == "1.0 2026-08-01T12:00:00.250000 None " + rest)
    let other = try TemporaryDirectory()
    let left = try MadeTake.leftBehind(
      in: other, format: AudioFormat(rate: 8000, channels: 2, samples: .s16),
      metadata: Self.sample(), checkpoints: 30, synced: 30)
    #expect(TakeRecovery.recover(path: left).outcome == .recovered)
    #expect(
      try read(other.file("20260801_120000_007.wav"))
        == "1.0 2026-08-01T12:00:00.250000+01:30 (-33.946112, 151.1772) "
        + rest)
  }
}

/// The bytes of a file.
private enum TakeFileBytes {
  static func read(_ path: String) throws -> [UInt8] {
    let stream = try #require(fopen(path, "r"))
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&block, 1, block.count, stream)
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
  }
}
