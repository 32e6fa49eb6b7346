import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// After a take: `pinna takes after`, and `pinna takes prune` with the list of copies.
@Suite struct AfterTakesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("takes"), 0o755) == 0)
  }

  private var takes: String { folder.file("takes") }
  private var record: String { folder.file("copied") }

  private func settings(_ more: String) throws -> String {
    let text = "[take]\ndirectory = \"\(takes)\"\n" + more
    try folder.write(Array(text.utf8), to: "pinna.toml")
    return folder.file("pinna.toml")
  }

  private func make(_ numbers: Int...) throws {
    for number in numbers { try TakeFileFixture.wav.make(in: takes, number: number, frames: 8000) }
  }

  private func names() throws -> [String] {
    try TakeDirectory(path: takes).fileNames().map { String($0.dropLast(4).suffix(3)) }
  }

  private func after(_ command: String) throws -> CommandRun {
    CommandRun.pinna([
      "takes", "after", "--done", folder.file("done"), "--config",
      try settings("[after]\nrun = '\(command)'\n"),
    ])
  }

  @Test("the command is run once for each take, the oldest first, with its files and its name")
  func after() throws {
    try make(2, 1)
    try TakeFileFixture.raw.make(in: takes, number: 1, frames: 8000)
    let command = "echo \"$PINNA_TAKE $# ${1##*/}\" >> \(folder.file("log"))"
    let first = try after(command)
    #expect(first.code == .success, "\(first.diagnostics)")
    #expect(first.output == "20260801_120000_001: done\n20260801_120000_002: done\n")
    try make(3)
    #expect(try after(command).output == "20260801_120000_003: done\n")
    #expect(try after(command).output == "")
    let log = String(decoding: try folder.read("log"), as: UTF8.self)
    #expect(
      log == """
        20260801_120000_001 2 20260801_120000_001.wav
        20260801_120000_002 1 20260801_120000_002.wav
        20260801_120000_003 1 20260801_120000_003.wav

        """)
  }

  @Test("takes of another folder are others, also under the same names")
  func otherFolder() throws {
    try make(1)
    #expect(try after("true").output == "20260801_120000_001: done\n")
    try #require(mkdir(folder.file("other"), 0o755) == 0)
    try TakeFileFixture.wav.make(in: folder.file("other"), number: 1, frames: 8000)
    let other = {
      CommandRun.pinna([
        "takes", "after", folder.file("other"), "--done", folder.file("done"), "--config",
        folder.file("pinna.toml"),
      ]).output
    }
    #expect(other() == "20260801_120000_001: done\n")
    #expect(other() == "")
    #expect(try after("true").output == "")
  }

  @Test("a command that fails is tried again with the same take, and the takes behind it wait")
  func fails() throws {
    try make(1, 2)
    let failed = try after("exit 7")
    #expect(failed.code == .temporary)
    #expect(
      failed.diagnostics
        == "pinna: 20260801_120000_001: [after] run exited with 7; the next run will retry this take: exit 7\n"
    )
    #expect(try after("true").output == "20260801_120000_001: done\n20260801_120000_002: done\n")
    #expect(try after("kill -9 $$").output == "")
  }

  @Test("without a command nothing is run, and a list that cannot be kept is an error")
  func without() throws {
    try make(1)
    let config = try settings("")
    let none = CommandRun.pinna(["takes", "after", "--config", config])
    #expect(none.code == .success)
    #expect(
      none.diagnostics == "there is no command to run: set [after] run in the settings\n")
    let run = CommandRun.pinna([
      "takes", "after", "--config", try settings("[after]\nrun = 'mkdir \(folder.file("ran"))'\n"),
      "--done", folder.file("nowhere/done"),
    ])
    #expect(run.code == .cannotCreate)
    #expect(run.diagnostics.contains("nowhere/done: No such file or directory"))
    #expect(!folder.contains("ran"))
  }

  private func prune(_ free: String, _ more: String...) throws -> CommandRun {
    CommandRun.pinna(
      ["takes", "prune", "--free", free, "--record", record, "--config", try settings("")] + more)
  }

  private func copy() throws {
    let run = CommandRun.pinna([
      "takes", "copy", folder.file("stick"), "--record", record, "--config", try settings(""),
    ])
    #expect(run.code == .success, "\(run.diagnostics)")
  }

  @Test("only takes that were copied and read back are deleted, however much room is wanted")
  func prune() throws {
    try make(1, 2)
    #expect(try prune("900 TB").code == .success)
    #expect(try names() == ["001", "002"])
    try copy()
    // One that was made later, and one that has changed since it was copied.
    try make(3)
    unlink(takes + "/20260801_120000_002.wav")
    try TakeFileFixture.wav.make(in: takes, number: 2, frames: 8000) { $0.notes = ["another"] }
    let dry = try prune("900 TB", "--dry-run")
    #expect(dry.output.hasPrefix("20260801_120000_001: would be deleted\n"))
    #expect(try names() == ["001", "002", "003"])
    let run = try prune("900 TB")
    #expect(run.output.hasPrefix("20260801_120000_001: deleted\n"), "\(run.output)")
    #expect(run.output.contains("no other take has been copied and read back"))
    #expect(try names() == ["002", "003"])
  }

  @Test("a copy without a list, or without its end, is listed by the next one if every byte agrees")
  func listsLater() throws {
    try make(1, 2)
    let copied = CommandRun.pinna([
      "takes", "copy", folder.file("stick"), "--config", try settings(""),
    ])
    #expect(copied.code == .success)
    // A byte in the middle of a take of more than 128 KiB is not among those that are compared first.
    try TakeFileFixture.wav.make(in: takes, number: 3, frames: 48000)
    let broken = folder.file("stick/20260801_120000_003.wav")
    try #require(ChildProcess.run(["cp", takes + "/20260801_120000_003.wav", broken])?.status == 0)
    let descriptor = open(broken, O_RDWR)
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, 100_000) == 1)
    byte ^= 1
    try #require(pwrite(descriptor, &byte, 1, 100_000) == 1)
    close(descriptor)
    // The list is kept although the command fails at the end.
    let failed = CommandRun.pinna([
      "takes", "copy", folder.file("stick"), "--record", record, "--config", try settings(""),
      "--status", folder.file("nowhere/status"),
    ])
    #expect(failed.code == .cannotCreate)
    #expect(try prune("900 TB").output.contains("no other take has been copied and read back"))
    #expect(try names() == ["003"])
  }

  @Test(
    "nothing is deleted while there is room, without a size, or for a take of which one file is missing on the copy"
  )
  func keeps() throws {
    try make(1)
    try copy()
    #expect(try prune("1 MB").output.contains("were requested"))
    let silent = CommandRun.pinna([
      "takes", "prune", "--record", record, "--config", try settings(""),
    ])
    #expect(silent.code == .success && silent.diagnostics.hasPrefix("nothing was deleted: "))
    let facts = CommandRun.pinna([
      "takes", "prune", "--record", record, "--config", try settings(""), "--json",
    ])
    #expect(facts.output.contains("\"deletedBytes\" : 0") && facts.code == .success)
    try TakeFileFixture.raw.make(in: takes, number: 1, frames: 8000)
    #expect(try prune("900 TB").code == .success)
    #expect(try prune("20 pounds").code == .usage)
    #expect(try names().count == 2)
  }
}
