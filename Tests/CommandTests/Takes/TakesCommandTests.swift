import Face
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes`: what people see of their takes, and what recovery does to them.
@Suite struct TakesCommandTests {
  private let takes: SilentTakes

  init() throws { takes = try SilentTakes() }

  private static let full = TakeMetadata.End(
    .storage, "storage failed: cannot write /media/card/x.wav: No space left on device; free some")

  @Test("a length is told to the nearest second, and a size in one to four digits")
  func texts() {
    #expect(
      [0.4, 0.6, 59.6, 3599.7].map(TakeText.length(seconds:)) == [
        "0:00:00", "0:00:01", "0:01:00", "1:00:00",
      ])
    #expect(
      [999, 1000, 9_949, 999_499, 999_600].map(TakeText.size) == [
        "999 B", "1.0 kB", "9.9 kB", "999 kB", "1.0 MB",
      ])
    #expect(
      [48000, 44100, 22050, 11025].map(TakeText.kilohertz) == ["48", "44.1", "22.05", "11.025"])
  }

  @Test("the free space is counted in takes with the settings, on their board")
  func room() throws {
    try takes.make(1)
    let files = "[take]\nraw = true\nsafety = true\n"
    for (settings, words) in [
      ("board = \"phone\"\n" + files, "as wav at 48 kHz with raw and safety files\n"),
      (
        "board = \"phone\"\nstereo.pattern = \"omni\"\n",
        "as wav in omni at 48 kHz without raw files\n"
      ),
      (
        "board = \"none\"\n" + files,
        "as wav at 48 kHz with safety files, without raw files\n"
      ),
    ] {
      let config = try takes.folder.write(settings, to: "pinna.toml")
      let run = takes.run("list", takes.folder.path, "--config", config)
      #expect(run.code == .success && run.output.hasSuffix(words), "\(run.output)")
    }
  }

  @Test("20,000 gaps are counted where they are listed, and none of them is a press")
  func manyGaps() throws {
    try takes.make(1, seconds: 10) { metadata in
      metadata.gaps = (0..<20_000).map { TakeGap(frame: 4 * $0, frames: 2, cause: "overrun") }
    }
    let list = takes.run("list", takes.folder.path)
    #expect(list.output.contains("  1, 20000 gaps  stopped"))
    let path = takes.folder.path + "/20260801_120000_001.wav"
    let shown = takes.run("show", path)
    #expect(shown.output.contains("20000 gaps, 40000 frames in all, 00:00:05.000"))
    #expect(shown.output.components(of: "  marker 1") == 1)
    let facts = takes.run("show", path, "--json")
    for text in ["\"gapCount\" : 20000", "\"gapFrames\" : 40000", "\"omittedEvents\" : 0"] {
      #expect(facts.output.contains(text), "\(text)")
    }
    #expect(facts.output.components(of: "\"kind\" : \"button\"") == 1)
    #expect(facts.output.components(of: "\"kind\" : \"gap\"") == 20_000)
    #expect(takes.run("verify", path).code == .success)
  }

  @Test("a list has one calm line for each take, and fits 100 columns")
  func list() throws {
    try takes.make(1)
    try takes.make(1, content: .raw)
    try takes.make(2, seconds: 1, part: 0)
    try takes.make(2, seconds: 1, part: 1) { $0.firstFrame = 8000 }
    try takes.make(3, end: nil)
    try takes.make(4, end: Self.full)
    let run = takes.run("list", takes.folder.path)
    #expect(run.code == .success)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let columns =
      "Take  Date                Length  Format         Case                  Size  Marks     Ended"
    // The last line is about this machine's disk.
    #expect(
      lines.dropLast(2).last == "'pinna takes recover' completes takes that were cut off.")
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
        "'pinna takes recover' completes takes that were cut off.",
      ])
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test("a file that was rendered from a take is listed below it, and is no take of its own")
  func renderings() throws {
    try takes.make(1)
    try takes.make(2)
    try takes.make(1, named: "20260801_120000_001_front_portrait") {
      $0.notes = ["rendered from 20260801_120000_001_raw.wav"]
    }
    let run = takes.run("list", takes.folder.path)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.dropFirst().prefix(3).map { $0.prefix(7) } == ["1      ", "  of 1 ", "2      "])
    #expect(lines[2].hasSuffix("  rendered"))
    #expect(
      lines[4].hasPrefix("2 takes of board phone, 0:00:04, and 1 file rendered from them, "))
    #expect(unlink(takes.folder.path + "/20260801_120000_001.wav") == 0)
    #expect(
      takes.run("list", takes.folder.path).output.contains("\n2 takes of board phone, 0:00:04, "))
  }

  @Test("an empty directory says so, and a missing one is an error")
  func empty() {
    let list = takes.run("list", takes.folder.path)
    #expect(list.output == "No takes in \(takes.folder.path) yet.\n")
    #expect(list.code == .success)
    #expect(takes.run("list", "/nowhere").code == .noInput)
    #expect(takes.run("recover", takes.folder.path).output == "Nothing to recover.\n")
    #expect(takes.run("verify", takes.folder.path).output == "No takes to verify.\n")
  }

  @Test("recover finishes what was cut off, says how long it is, and finds nothing the next time")
  func recover() throws {
    try takes.make(3, end: nil)
    let first = takes.run("recover", takes.folder.path)
    #expect(first.code == .success)
    #expect(first.output == "\(takes.folder.path)/20260801_120000_003.wav: recovered, 0:00:02\n")
    #expect(takes.run("recover", takes.folder.path).output == "Nothing to recover.\n")
    #expect(takes.run("list", takes.folder.path).output.contains("  recovered\n"))
  }

  @Test("recover makes a copy of the file of another recorder, and says what was wrong")
  func mend() throws {
    let path = takes.folder.expect("ZOOM1.WAV")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 1, samples: .s16))
    try writer.append(interleaved: [Float](repeating: 0, count: 8000), frames: 8000)
    try writer.finish()
    #expect(takes.run("recover", path).output == "\(path): 0:00:01, nothing to repair\n")
    truncate(path, 8000)
    let run = takes.run("recover", path)
    #expect(run.code == .success)
    #expect(
      run.output == """
        \(takes.folder.path)/ZOOM1_recovered.WAV: 0:00:00, with a correct header
          \(path): the header stated 16000 bytes of audio, but there are 7920
          \(path): the header stated 16080 bytes in all, but there are 8000

        """)
    #expect(takes.run("recover", takes.folder.path + "/none.wav").code == .noInput)
  }

  @Test("show gives every group, and markers to the millisecond")
  func show() throws {
    try takes.make(1)
    try takes.make(1, content: .raw)
    let run = takes.run("show", takes.folder.path + "/20260801_120000_001.wav")
    #expect(run.code == .success)
    for line in [
      "20260801_120000_001", "  date    2026-08-01 12:00:00", "  length  00:00:02.000",
      "  board   Phone (phone)", "  ended   stopped", "  00:00:00.500  marker 1",
      "  00:00:00.100  0.001 s of silence, 8 frames: overrun", "  raw 1  LEFT",
    ] {
      #expect(run.output.split(separator: "\n").contains { $0 == line }, "\(line)\n\(run.output)")
    }
    #expect(takes.run("show", takes.folder.path + "/x").code == .noInput)
  }

  @Test("a gap of more than a minute is shown with all its seconds")
  func longGap() throws {
    try takes.make(1, seconds: 91) {
      $0.gaps = [TakeGap(frame: 800, frames: 720_080, cause: "overrun")]
    }
    let run = takes.run("show", takes.folder.path + "/20260801_120000_001.wav")
    #expect(
      run.output.contains("  00:00:00.100  90.010 s of silence, 720080 frames: overrun"),
      "\(run.output)")
  }

  @Test("a number means a take of the settings' directory; a wrong one says what there is")
  func numbers() throws {
    try takes.make(4)
    try takes.make(5)
    let config = try takes.folder.write(
      "[take]\ndirectory = \"\(takes.folder.path)\"\n", to: "pinna.toml")
    #expect(takes.run("show", "5", "--config", config).output.hasPrefix("20260801_120000_005\n"))
    // In another folder it comes after the folder's name, unless a file is called so.
    #expect(takes.run("show", takes.folder.path + "/5").output.hasPrefix("20260801_120000_005\n"))
    #expect(takes.run("show", takes.folder.path + "/7").diagnostics.contains("no such take in"))
    let wrong = takes.run("show", "7", "--config", config)
    #expect(wrong.code == .noInput)
    #expect(
      wrong.diagnostics
        == "pinna: 7: no such take in \(takes.folder.path): there are 2 takes, from 4 to 5; see pinna takes list\n"
    )
  }

  @Test("export makes every part of a take anew, bit for bit, and overwrites nothing")
  func export() throws {
    try takes.make(1, part: 0)
    try takes.make(1, seconds: 1, part: 1) { $0.firstFrame = 16000 }
    let config = try takes.folder.write(
      "[take]\ndirectory = \"\(takes.folder.path)\"\n", to: "pinna.toml")
    let words = ["export", "1", "--out", takes.folder.path, "--config", config]
    let first = CommandRun.pinna(["takes"] + words)
    #expect(first.diagnostics == "")
    #expect(
      first.output == """
        \(takes.folder.path)/20260801_120000_001_a.flac: 0:00:02
        \(takes.folder.path)/20260801_120000_001_b.flac: 0:00:01

        """)
    let flac = try TakeFile.read(path: takes.folder.path + "/20260801_120000_001_b.flac")
    #expect(flac.frames == 8000)
    #expect(flac.metadata.firstFrame == 16000)
    #expect(flac.metadata.end?.words == "stopped")
    // Copies beside a take are no parts of it.
    #expect(takes.run("verify", takes.folder.path).code == .success)
    #expect(takes.run("list", takes.folder.path).output.contains("0:00:03  wav 24/8 x2 +flac"))
    let again = CommandRun.pinna(["takes"] + words)
    #expect(again.code == .cannotCreate)
    #expect(again.diagnostics.contains("is never overwritten"))
    // An interrupted export can be continued.
    try #require(unlink(takes.folder.path + "/20260801_120000_001_b.flac") == 0)
    let continued = CommandRun.pinna(["takes"] + words)
    #expect(continued.code == .cannotCreate)
    #expect(continued.diagnostics.contains("001_a.flac: File exists"), "\(continued.diagnostics)")
    #expect(continued.output == "\(takes.folder.path)/20260801_120000_001_b.flac: 0:00:01\n")
  }

  @Test("export names two inputs that would become the same file, and makes nothing")
  func exportOfEqualNames() throws {
    try takes.make(1)
    let path = takes.folder.path + "/20260801_120000_001.wav"
    try #require(mkdir(takes.folder.path + "/other", 0o755) == 0)
    let other = takes.folder.path + "/other/20260801_120000_001.wav"
    try #require(ChildProcess.run(["cp", path, other])?.status == 0)
    let out = takes.folder.path + "/out"
    let run = takes.run("export", path, other, "--out", out)
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("\(path) and \(other) would both become \(out)/20260801"))
    #expect(access(out, F_OK) != 0)
  }

  @Test(
    "export says how many markers do not fit, show how many are missing, and nothing in progress is exported"
  )
  func exportOfMuch() throws {
    try takes.make(1) { metadata in
      metadata.markers = (0..<380).map {
        TakeMarker(frame: $0 * 40 + 1, kind: .button, label: "marker \($0)")
      }
    }
    let out = takes.folder.expect("one.flac")
    let export = takes.run("export", takes.folder.path + "/20260801_120000_001.wav", "--out", out)
    #expect(export.code == .success)
    #expect(
      export.diagnostics.contains(" of 381 markers and gaps do not fit into the tags of flac"))
    #expect(
      takes.run("show", out).output.contains(" markers or gaps that do not fit into the file"))
    try takes.make(2, end: nil)
    let early = takes.run(
      "export", takes.folder.path + "/20260801_120000_002.recording.wav", "--out",
      takes.folder.expect("two.flac"))
    #expect(early.code == .temporary)
  }

  @Test("export refuses what a format cannot hold, with a remedy, and several files for one name")
  func exportRefusals() throws {
    try takes.make(1, part: 0)
    try takes.make(1, part: 1) { $0.firstFrame = 16000 }
    let config = try takes.folder.write(
      "[take]\ndirectory = \"\(takes.folder.path)\"\n", to: "pinna.toml")
    let one = takes.folder.expect("one.flac")
    let several = takes.run("export", "1", "--out", one, "--config", config)
    #expect(several.code == .usage)
    #expect(several.diagnostics.contains("2 files cannot be written to one file; name a folder"))
    let folders = takes.folder.path + "/deep/below"
    #expect(takes.run("export", "1", "--out", folders, "--config", config).code == .success)
    #expect(access(folders + "/20260801_120000_001_b.flac", F_OK) == 0)
    let below = takes.folder.path + "/new/one.flac"
    let made = takes.run(
      "export", takes.folder.path + "/20260801_120000_001_a.wav", "--out", below)
    #expect(made.code == .success && access(below, F_OK) == 0, "\(made.diagnostics)")
    let ending = takes.run(
      "export", takes.folder.path + "/20260801_120000_001_a.wav", "--out", one, "--format", "wav")
    #expect(ending.code == .usage)
    #expect(ending.diagnostics.contains("the name of a wav file ends in .wav"))
    let float = takes.run(
      "export", takes.folder.path + "/20260801_120000_001_a.wav", "--out", one, "--samples", "f32")
    #expect(float.code != .success)
    #expect(float.diagnostics.contains("choose s24, or WAV"))
    #expect(access(one, F_OK) != 0)
  }

  private static let orientations = [
    "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight",
  ]

  @Test("a list fits the terminal, and shortens nothing that has room")
  func width() throws {
    try takes.make(1)
    try takes.make(1, content: .raw)
    try takes.make(1, content: .safety)
    try takes.make(2, end: Self.full)
    try takes.make(3) { metadata in
      metadata.gaps = (0..<50).map { TakeGap(frame: 900 + $0 * 20, frames: 8, cause: "overrun") }
    }
    for (index, orientation) in Self.orientations.enumerated() {
      try takes.make(4 + index) { $0.orientation = orientation }
    }
    let narrow = Terminal(isTerminal: true, width: 80, allowsColor: false, isUnicode: true)
    let lines = takes.run("list", takes.folder.path, terminal: narrow).output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines[1].hasPrefix("1     2026-08-01 12:00 "))
    // The case is what tells takes apart.
    for orientation in Self.orientations {
      #expect(lines.contains { $0.contains("Back \(orientation) ") }, "\(lines)")
    }
    let piped = takes.run("list", takes.folder.path).output.split(separator: "\n")
    #expect(piped.allSatisfy { $0.count <= 100 }, "\(piped)")
    let wide = Terminal(isTerminal: true, width: 103, allowsColor: false, isUnicode: true)
    #expect(
      takes.run("list", takes.folder.path, terminal: wide).output.contains("Back landscapeLeft"))
  }

  @Test("a file name cannot command the terminal")
  func fileName() throws {
    let path = takes.folder.expect("x\u{1B}[31m.wav")
    var writer = try WAVWriter.create(
      path: path, format: AudioFormat(rate: 8000, channels: 1, samples: .s16))
    try writer.append(interleaved: [0, 0], frames: 2)
    try writer.finish()
    #expect(truncate(path, 46) == 0)
    for words in [
      ["list", takes.folder.path], ["show", path], ["verify", path], ["recover", path],
    ] {
      let run = CommandRun.pinna(["takes"] + words)
      #expect((run.output + run.diagnostics).contains("x?[31m"), "\(words)")
      #expect(!(run.output + run.diagnostics).contains("\u{1B}"), "\(words)")
    }
  }

  @Test("a file, a directory or nothing where another was meant: the message says which")
  func wrongKind() throws {
    try takes.make(1)
    let file = takes.folder.path + "/20260801_120000_001.wav"
    #expect(
      takes.run("list", file).diagnostics.contains("is a file; look at it with 'pinna takes"))
    #expect(
      takes.run("show", takes.folder.path).diagnostics.contains(
        "is a directory; name one of its takes"))
    let nothing = takes.run("verify", "/nope")
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
