import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import pinna

/// `pinna takes`: what people see of their takes, and what recovery does to them.
@Suite struct TakesCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func metadata(_ number: Int) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = "20260801_120000_00\(number)"
    metadata.familyID = "0123456789abcdef0123456789abcdef"
    metadata.date = CivilDate(year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)
    metadata.isClockSet = number != 2
    metadata.boardID = "phone"
    metadata.boardName = "Phone"
    metadata.dataSource = "Back"
    metadata.pattern = "stereo"
    metadata.preferredPattern = "stereo"
    metadata.orientation = "landscapeLeft"
    metadata.rate = 8000
    metadata.preferredRate = 8000
    metadata.tracks = [.init(name: "LEFT"), .init(name: "RIGHT")]
    metadata.markers = [TakeMarker(frame: 4004, kind: .button, label: "marker 1")]
    metadata.gaps = [TakeGap(frame: 800, frames: 8, cause: "overrun")]
    return metadata
  }

  /// Writes a take of seconds of silence; `end` is why it ended, `nil` leaves it in progress.
  private func make(
    _ number: Int, seconds: Int = 2, content: TakeName.Content = .rendered, part: Int? = nil,
    end: TakeMetadata.End? = .stopped, named: String? = nil,
    change: (inout TakeMetadata) -> Void = { _ in }
  ) throws {
    var metadata = Self.metadata(number)
    metadata.content = content
    metadata.part = part ?? 0
    change(&metadata)
    let name = TakeName(date: metadata.date, number: number, content: content, part: part)
    var writer = try WAVWriter.create(
      path: named.map { "\(folder.path)/\($0).wav" } ?? name.path(in: folder.path),
      format: AudioFormat(rate: 8000, channels: content == .raw ? 4 : 2, samples: .s24),
      metadata: metadata)
    let silence = [Float](repeating: 0, count: seconds * 8000 * writer.format.channels)
    try writer.append(interleaved: silence, frames: seconds * 8000)
    try writer.flush()
    try writer.checkpoint()
    guard let end else { return }
    metadata.end = end
    try writer.finish(metadata)
  }

  private static let full = TakeMetadata.End(
    .storage, "storage failed: cannot write /media/card/x.wav: No space left on device; free some")

  @Test("20,000 gaps are counted where they are listed, and none of them is a press")
  func manyGaps() throws {
    try make(1, seconds: 10) { metadata in
      metadata.gaps = (0..<20_000).map { TakeGap(frame: 4 * $0, frames: 2, cause: "overrun") }
    }
    let list = run("list", folder.path)
    #expect(list.output.contains("  1, 20000 gaps  stopped"))
    let path = folder.path + "/20260801_120000_001.wav"
    let shown = run("show", path)
    #expect(shown.output.contains("20000 gaps, 40000 frames in all, 00:00:05.000"))
    #expect(shown.output.components(of: "button: ") == 1)
    let facts = run("show", path, "--json")
    for text in ["\"gapCount\" : 20000", "\"gapFrames\" : 40000", "\"omittedEvents\" : 0"] {
      #expect(facts.output.contains(text), "\(text)")
    }
    #expect(facts.output.components(of: "\"kind\" : \"button\"") == 1)
    #expect(facts.output.components(of: "\"kind\" : \"gap\"") == 20_000)
    #expect(run("verify", path).code == .success)
  }

  private func run(_ words: String..., terminal: Terminal = .file) -> CommandRun {
    CommandRun.pinna(["takes"] + words, terminal: terminal)
  }

  @Test("a list has one calm line for each take, and fits 100 columns")
  func list() throws {
    try make(1)
    try make(1, content: .raw)
    try make(2, seconds: 1, part: 0)
    try make(2, seconds: 1, part: 1) { $0.firstFrame = 8000 }
    try make(3, end: nil)
    try make(4, end: Self.full)
    let run = run("list", folder.path)
    #expect(run.code == .success)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let columns =
      "Take  Date                Length  Format         Case                  Size  Marks     Ended"
    // The last line is about this machine's disk.
    #expect(
      lines.dropLast(2).last == "Takes that were cut off become whole with 'pinna takes recover'.")
    let room = try #require(lines.dropLast().last)
    #expect(
      room.contains(" free: room for ") && room.hasSuffix("as wav at 48 kHz without raw files"))
    #expect(
      Array(lines.dropLast(2)) == [
        columns,
        "1     2026-08-01 12:00   0:00:02  wav 24/8 +raw  Back landscapeLeft  322 kB  1, 1 gap  stopped",
        "2     2026-08-01 12:00?  0:00:02  wav 24/8 x2    Back landscapeLeft  130 kB  1, 1 gap  stopped",
        "3     2026-08-01 12:00   0:00:02  wav 24/8       Back landscapeLeft  112 kB  1, 1 gap  cut off",
        "4     2026-08-01 12:00   0:00:02  wav 24/8       Back landscapeLeft  113 kB  1, 1 gap  storage fa...",
        "", "4 takes of board phone, 0:00:08, 678 kB",
        "Takes that were cut off become whole with 'pinna takes recover'.",
      ])
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test("a file that was rendered from a take is listed below it, and is no take of its own")
  func renderings() throws {
    try make(1)
    try make(2)
    try make(1, named: "20260801_120000_001_front_portrait") {
      $0.notes = ["rendered from 20260801_120000_001_raw.wav"]
    }
    let run = run("list", folder.path)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.dropFirst().prefix(3).map { $0.prefix(7) } == ["1      ", "  of 1 ", "2      "])
    #expect(lines[2].hasSuffix("  rendered"))
    #expect(
      lines[4].hasPrefix("2 takes of board phone, 0:00:04, and 1 file rendered from them, "))
    #expect(unlink(folder.path + "/20260801_120000_001.wav") == 0)
    #expect(self.run("list", folder.path).output.contains("\n2 takes of board phone, 0:00:04, "))
  }

  @Test("an empty directory says so, and a missing one is an error")
  func empty() {
    let list = run("list", folder.path)
    #expect(list.output == "No takes in \(folder.path) yet.\n")
    #expect(list.code == .success)
    #expect(run("list", "/nowhere").code == .noInput)
    #expect(run("recover", folder.path).output == "Nothing to recover.\n")
    #expect(run("verify", folder.path).output == "No takes to verify.\n")
  }

  @Test("recover finishes what was cut off, says how long it is, and finds nothing the next time")
  func recover() throws {
    try make(3, end: nil)
    let first = run("recover", folder.path)
    #expect(first.code == .success)
    #expect(first.output == "\(folder.path)/20260801_120000_003.wav: recovered, 0:00:02\n")
    #expect(run("recover", folder.path).output == "Nothing to recover.\n")
    #expect(run("list", folder.path).output.contains("  recovered\n"))
  }

  @Test("recover makes a copy of the file of another recorder, and says what was wrong")
  func mend() throws {
    let path = folder.expect("ZOOM1.WAV")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 1, samples: .s16))
    try writer.append(interleaved: [Float](repeating: 0, count: 8000), frames: 8000)
    try writer.finish()
    #expect(run("recover", path).output == "\(path): 0:00:01, nothing to mend\n")
    truncate(path, 8000)
    let run = run("recover", path)
    #expect(run.code == .success)
    #expect(
      run.output == """
        \(folder.path)/ZOOM1_recovered.WAV: 0:00:00, with a header that tells the truth
          \(path): the header said 16000 bytes of audio, there are 7920
          \(path): the header said 16080 bytes in all, there are 8000

        """)
    #expect(self.run("recover", folder.path + "/none.wav").code == .noInput)
  }

  @Test("show gives every group, and markers to the millisecond")
  func show() throws {
    try make(1)
    try make(1, content: .raw)
    let run = run("show", folder.path + "/20260801_120000_001.wav")
    #expect(run.code == .success)
    for line in [
      "20260801_120000_001", "  date    2026-08-01 12:00:00", "  length  00:00:02.000",
      "  board   Phone (phone)", "  ended   stopped", "  00:00:00.500  button: marker 1",
      "  00:00:00.100  00.001 s of silence, 8 frames: overrun", "  raw 1  LEFT",
    ] {
      #expect(run.output.split(separator: "\n").contains { $0 == line }, "\(line)\n\(run.output)")
    }
    #expect(self.run("show", folder.path + "/x").code == .noInput)
  }

  @Test("verify finds damaged audio, a lost frame between parts, and a missing part")
  func verify() throws {
    try make(1)
    #expect(run("verify", folder.path).code == .success)
    let path = folder.path + "/20260801_120000_001.wav"
    let descriptor = open(path, O_RDWR)
    #expect(pwrite(descriptor, [1], 1, 20000) == 1)
    close(descriptor)
    let damaged = run("verify", path)
    #expect(damaged.code == .failure)
    #expect(damaged.output.contains("the audio is not what was written: its CRC-32 is wrong; take"))

    try make(2, seconds: 1, part: 0)
    try make(2, seconds: 1, part: 1) { $0.firstFrame = 8001 }
    let lost = run("verify", folder.path + "/20260801_120000_002_a.wav")
    #expect(lost.code == .failure)
    #expect(
      lost.output.contains(
        "it starts at frame 8001 of the take, and the part before it ends at 8000"))
    unlink(folder.path + "/20260801_120000_002_a.wav")
    let missing = run("verify", folder.path + "/20260801_120000_002_b.wav")
    #expect(missing.output.contains("it is part 2, and part 1 is not there"))
  }

  @Test("verify reports a raw file that is shorter than its take")
  func shortRaw() throws {
    try make(1)
    try make(1, seconds: 1, content: .raw)
    let run = run("verify", folder.path, "--json")
    #expect(run.code == .failure)
    #expect(run.output.contains("it has 8000 frames, and the take has 16000"))
  }

  @Test("a number means a take of the settings' directory; a wrong one says what there is")
  func numbers() throws {
    try make(4)
    try make(5)
    let config = try folder.write("[take]\ndirectory = \"\(folder.path)\"\n", to: "pinna.toml")
    #expect(run("show", "5", "--config", config).output.hasPrefix("20260801_120000_005\n"))
    // In another folder it comes after the folder's name, unless a file is called so.
    #expect(run("show", folder.path + "/5").output.hasPrefix("20260801_120000_005\n"))
    #expect(run("show", folder.path + "/7").diagnostics.contains("no such take in"))
    let wrong = run("show", "7", "--config", config)
    #expect(wrong.code == .noInput)
    #expect(
      wrong.diagnostics
        == "pinna: 7: no such take in \(folder.path): there are takes 4 to 5; see pinna takes list\n"
    )
  }

  @Test("export makes every part of a take anew, bit for bit, and overwrites nothing")
  func export() throws {
    try make(1, part: 0)
    try make(1, seconds: 1, part: 1) { $0.firstFrame = 16000 }
    let config = try folder.write("[take]\ndirectory = \"\(folder.path)\"\n", to: "pinna.toml")
    let words = ["export", "1", "--out", folder.path, "--config", config]
    let first = CommandRun.pinna(["takes"] + words)
    #expect(first.diagnostics == "")
    #expect(
      first.output == """
        \(folder.path)/20260801_120000_001_a.flac: 0:00:02
        \(folder.path)/20260801_120000_001_b.flac: 0:00:01

        """)
    let flac = try TakeFile.read(path: folder.path + "/20260801_120000_001_b.flac")
    #expect(flac.frames == 8000)
    #expect(flac.metadata.firstFrame == 16000)
    #expect(flac.metadata.end?.words == "stopped")
    // Copies beside a take are no parts of it.
    #expect(run("verify", folder.path).code == .success)
    #expect(run("list", folder.path).output.contains("0:00:03  wav 24/8 x2 +flac"))
    let again = CommandRun.pinna(["takes"] + words)
    #expect(again.code == .cannotCreate)
    #expect(again.diagnostics.contains("is never overwritten"))
  }

  @Test(
    "export says how many markers do not fit, show how many are missing, and nothing in progress is exported"
  )
  func exportOfMuch() throws {
    try make(1) { metadata in
      metadata.markers = (0..<380).map {
        TakeMarker(frame: $0 * 40 + 1, kind: .button, label: "marker \($0)")
      }
    }
    let out = folder.expect("one.flac")
    let export = run("export", folder.path + "/20260801_120000_001.wav", "--out", out)
    #expect(export.code == .success)
    #expect(
      export.diagnostics.contains(" of 381 markers and gaps do not fit into the tags of flac"))
    #expect(run("show", out).output.contains(" markers or gaps, for which the file had no room"))
    try make(2, end: nil)
    let early = run(
      "export", folder.path + "/20260801_120000_002.recording.wav", "--out",
      folder.expect("two.flac"))
    #expect(early.code == .temporary)
  }

  @Test("export refuses what a format cannot hold, with a remedy, and several files for one name")
  func exportRefusals() throws {
    try make(1, part: 0)
    try make(1, part: 1) { $0.firstFrame = 16000 }
    let config = try folder.write("[take]\ndirectory = \"\(folder.path)\"\n", to: "pinna.toml")
    let one = folder.expect("one.flac")
    let several = run("export", "1", "--out", one, "--config", config)
    #expect(several.code == .usage)
    #expect(several.diagnostics.contains("these are 2 files: name a folder for them"))
    let folders = folder.path + "/deep/below"
    #expect(run("export", "1", "--out", folders, "--config", config).code == .success)
    #expect(access(folders + "/20260801_120000_001_b.flac", F_OK) == 0)
    let ending = run(
      "export", folder.path + "/20260801_120000_001_a.wav", "--out", one, "--format", "wav")
    #expect(ending.code == .usage)
    #expect(ending.diagnostics.contains("the name of a wav file ends in .wav"))
    let float = run(
      "export", folder.path + "/20260801_120000_001_a.wav", "--out", one, "--samples", "f32")
    #expect(float.code != .success)
    #expect(float.diagnostics.contains("choose s24, or WAV"))
    #expect(access(one, F_OK) != 0)
  }

  @Test("verify misses the last part, of the take and of its raw file")
  func missingLastPart() throws {
    for content in [TakeName.Content.rendered, .raw] {
      try make(1, content: content, part: 0, end: .continued)
      try make(1, content: content, part: 1) {
        $0.firstFrame = 16000
        $0.parts = 2
      }
    }
    #expect(run("verify", folder.path).code == .success)
    let raw = folder.path + "/20260801_120000_001_raw_b.wav"
    #expect(unlink(raw) == 0)
    let short = run("verify", folder.path)
    #expect(short.code == .failure)
    #expect(short.output.contains("it has 16000 frames, and the take has 32000; look"))
    #expect(!short.output.contains("cut off"))
    #expect(unlink(folder.path + "/20260801_120000_001_b.wav") == 0)
    let missing = run("verify", folder.path)
    #expect(missing.code == .failure)
    #expect(missing.output.contains("001_a.wav: it is continued in part 2, and that is not there"))
  }

  @Test("only a take that was cut off may have a raw file of another length")
  func cutOff() throws {
    let ends: [TakeMetadata.End] = [
      .init(.schedule, "scheduled end"), .init(.recovered, "recovered: cut off"),
      .init(.storage, "storage failed: x"),
    ]
    for (number, end) in ends.enumerated() {
      try make(number + 1, end: end)
      try make(number + 1, seconds: 1, content: .raw, end: end)
      let path = folder.path + "/20260801_120000_00\(number + 1).wav"
      #expect(run("verify", path).code == (number == 0 ? .failure : .success))
    }
  }

  @Test("a list fits the terminal, and shortens nothing that has room")
  func width() throws {
    try make(1)
    try make(1, content: .raw)
    try make(1, content: .safety)
    try make(2, end: Self.full)
    try make(3) { metadata in
      metadata.gaps = (0..<50).map { TakeGap(frame: 900 + $0 * 20, frames: 8, cause: "overrun") }
    }
    let narrow = Terminal(isTerminal: true, width: 80, allowsColor: false, isUnicode: true)
    let lines = run("list", folder.path, terminal: narrow).output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines[1].hasPrefix("1     2026-08-01 12:00 "))
    let piped = run("list", folder.path).output.split(separator: "\n")
    #expect(piped.allSatisfy { $0.count <= 100 }, "\(piped)")
    // The case fits when the end and the marks are shortened.
    let wide = Terminal(isTerminal: true, width: 103, allowsColor: false, isUnicode: true)
    #expect(run("list", folder.path, terminal: wide).output.contains("Back landscapeLeft"))
  }

  @Test("a file name cannot command the terminal")
  func fileName() throws {
    let path = folder.expect("x\u{1B}[31m.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 1, samples: .s16))
    try writer.append(interleaved: [0, 0], frames: 2)
    try writer.finish()
    #expect(truncate(path, 46) == 0)
    for words in [["list", folder.path], ["show", path], ["verify", path], ["recover", path]] {
      let run = CommandRun.pinna(["takes"] + words)
      #expect((run.output + run.diagnostics).contains("x?[31m"), "\(words)")
      #expect(!(run.output + run.diagnostics).contains("\u{1B}"), "\(words)")
    }
  }

  @Test("a file, a directory or nothing where another was meant: the message says which")
  func wrongKind() throws {
    try make(1)
    let file = folder.path + "/20260801_120000_001.wav"
    #expect(run("list", file).diagnostics.contains("is a file; see what it says with 'pinna takes"))
    #expect(run("show", folder.path).diagnostics.contains("is a directory; name one of its takes"))
    let nothing = run("verify", "/nope")
    #expect(nothing.code == .noInput)
    #expect(
      nothing.diagnostics
        == "pinna: /nope: there is no such file, directory or take; check the path\n")
  }
}

extension String {
  /// The number of times that a text comes in this one.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
