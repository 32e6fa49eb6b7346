import Glibc
import Recorder
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// Files that are odd, damaged, gone or not to be written, and the commands that meet them.
@Suite struct TakeFileFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) -> CommandRun { CommandRun.pinna(["takes"] + words) }

  @Test("show says what the file says that is named, not another one of this name")
  func showNamed() throws {
    let wav = try TakeFileFixture.wav.make(in: folder.path)
    let flac = try TakeFileFixture.flac.make(in: folder.path, frames: 8000) { $0.notes = ["mine"] }
    #expect(run("show", wav).output.contains("  length  00:00:02.000\n  format  wav 24/8"))
    let show = run("show", flac)
    #expect(show.output.contains("  length  00:00:01.000\n  format  flac 24/8"), "\(show.output)")
    #expect(show.output.contains("  mine") && !show.output.contains(".wav"))
    #expect(run("show", flac, "--json").output.contains("\"frames\" : 8000"))
    #expect(truncate(flac, 20) == 0)
    let damaged = run("show", flac)
    #expect(damaged.output.contains("it has no readable audio"), "\(damaged.output)")
    #expect(!damaged.output.contains("00:00:02"), "\(damaged.output)")
  }

  @Test("the content that is asked for is exported of the take whose file is named")
  func exportContent() throws {
    let wav = try TakeFileFixture.wav.make(in: folder.path)
    let raw = try TakeFileFixture.raw.make(in: folder.path)
    let out = folder.expect("out.wav")
    let export = run("export", wav, "--content", "raw", "--format", "wav", "--out", out)
    #expect(export.code == .success, "\(export.diagnostics)")
    #expect(try TakeFile.read(path: out).channels == 6)
    #expect(unlink(out) == 0)
    let named = run("export", raw, "--format", "wav", "--out", out)
    #expect(named.code == .success)
    #expect(try TakeFile.read(path: out).channels == 6)
    #expect(unlink(out) == 0)
    let back = run("export", raw, "--content", "rendered", "--format", "wav", "--out", out)
    #expect(back.code == .success)
    #expect(try TakeFile.read(path: out).channels == 2)
    let missing = run("export", wav, "--content", "safety", "--out", folder.expect("no.flac"))
    #expect(missing.code == .noInput)
    #expect(missing.diagnostics.contains("the take has no safety file"), "\(missing.diagnostics)")
  }

  @Test("a damaged raw file does not keep the stereo file from use, and a damaged part does")
  func exportDamaged() throws {
    try TakeFileFixture.wav.make(in: folder.path)
    let raw = try TakeFileFixture.raw.make(in: folder.path)
    #expect(truncate(raw, 30) == 0)
    let config = try folder.write("[take]\ndirectory = \"\(folder.path)\"\n", to: "pinna.toml")
    let out = folder.expect("out.flac")
    let export = run("export", "7", "--out", out, "--config", config)
    #expect(export.code == .success, "\(export.diagnostics)")
    #expect(try TakeFile.read(path: out).frames == 2 * TakeFileFixture.rate)
    #expect(export.diagnostics.contains("\(raw): "), "\(export.diagnostics)")
    let refused = run(
      "export", "7", "--content", "raw", "--format", "wav", "--out", folder.expect("raw.wav"),
      "--config", config)
    #expect(refused.code == .data)
    #expect(refused.diagnostics.contains("use another copy"), "\(refused.diagnostics)")
  }

  @Test("a file that its recorder finished since the directory was read is nothing to recover")
  func gone() throws {
    // A name that leads nowhere is as gone as one that was given away.
    #expect(symlink("/nowhere", folder.path + "/20260801_120000_009.recording.wav") == 0)
    let recover = run("recover", folder.path)
    #expect(recover.code == .success, "\(recover.diagnostics)")
    #expect(recover.output == "Nothing to recover.\n")
    #expect(recover.diagnostics == "")
    let list = run("list", folder.path)
    #expect(list.code == .success && list.output.contains("No takes"), "\(list.output)")
  }

  @Test("recover beside a recorder that finishes takes finds nothing wrong, and harms none")
  func finishing() async throws {
    let path = folder.path
    let isDone = StopFlag()
    async let failures: [String] = {
      var failures: [String] = []
      while !isDone.isRaised {
        let recover = CommandRun.pinna(["takes", "recover", path])
        if recover.code != .success { failures.append(recover.diagnostics) }
      }
      return failures
    }()
    for number in 1...40 { try TakeFileFixture.wav.make(in: path, number: number, frames: 800) }
    isDone.raise()
    let found = await failures
    #expect(found.isEmpty, "\(found.prefix(2))")
    let verify = run("verify", path)
    #expect(verify.code == .success, "\(verify.output)")
    #expect(verify.output.components(of: ": intact (") == 40)
  }

  @Test(
    "recover on a medium that is mounted read-only says so", .enabled(if: canMount, "needs unshare")
  )
  func readOnly() throws {
    let path = try TakeFileFixture.wav.make(in: folder.path)
    #expect(rename(path, TakeName.inProgressPath(for: path)) == 0)
    let finished = try TakeFileFixture.wav.make(in: folder.path, number: 8)
    #expect(truncate(finished, 30000) == 0)
    let program = try #require(ChildProcess.builtPrograms) + "/pinna"
    for words in [
      "recover \(folder.path)", "recover \(finished)", "recover --in-place \(finished)",
    ] {
      let shell =
        "mount --bind \(folder.path) \(folder.path) && mount -o remount,ro,bind \(folder.path) "
        + "&& \(program) takes \(words)"
      let run = try #require(ChildProcess.run(["unshare", "-rm", "sh", "-c", shell]))
      #expect(run.status == 73, "\(run.output)")
      #expect(run.output.contains("the medium is read-only"), "\(run.output)")
    }
  }

  static let canMount: Bool = {
    let shell = "mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp && ! touch /tmp/x 2>&1"
    return ChildProcess.run(["unshare", "-rm", "sh", "-c", shell])?.status == 0
      && ChildProcess.builtPrograms.map { access($0 + "/pinna", X_OK) == 0 } == true
  }()

  @Test(
    "a file with the last number there is does not end the next takes", arguments: ["", "_raw"])
  func lastNumber(_ content: String) throws {
    try folder.write(PairBoardFile.bare, to: "pair.toml")
    let takes = folder.path + "/takes"
    #expect(mkdir(takes, 0o755) == 0)
    try folder.write("", to: "takes/20260101_000000_004.wav")
    try folder.write("", to: "takes/20260101_000000_999999999\(content).wav")
    try folder.write("", to: "takes/20260101_000000_99999999999999999999.wav")
    let scenario = """
      board = "pair.toml"
      duration = 3.5
      [[hand]]
      at = 0.5
      press = "record"
      [[hand]]
      at = 1.5
      press = "record"
      [[hand]]
      at = 2.0
      press = "record"
      [[hand]]
      at = 3.0
      press = "record"

      """
    let scene = try folder.write(scenario, to: "scene.toml")
    let run = CommandRun.pinna([
      "simulate", scene, "--out", takes, "--pattern", "omni", "--ears", "sphere", "--pre-roll", "0",
      "--start", "2026-08-01 12:00:00",
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
    for name in ["20260801_120000_005.wav", "20260801_120002_006.wav"] {
      #expect(access("\(takes)/\(name)", F_OK) == 0, "\(name): \(run.output)")
    }
  }
}

extension String {
  /// The number of times that a text is in this one.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
