import FoundationEssentials
import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna takes copy`: what people and programs see of a copy.
@Suite struct TakesCopyTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("takes"), 0o755) == 0)
    try folder.write(Array("[take]\ndirectory = \"\(takes)\"\n".utf8), to: "pinna.toml")
  }

  private var takes: String { folder.file("takes") }
  private var stick: String { folder.file("stick") }
  private var status: String { folder.file("status") }

  private func make(_ name: String, bytes: Int = 100_000) throws {
    try folder.write([UInt8](repeating: UInt8(name.utf8.count), count: bytes), to: "takes/" + name)
  }

  private func run(_ words: String...) -> CommandRun {
    CommandRun.pinna(["takes", "copy", "--config", folder.file("pinna.toml")] + words)
  }

  private func statusLine() throws -> String {
    String(decoding: try folder.read("status"), as: UTF8.self)
  }

  @Test("a copy says what it did, makes the folder, and leaves a status")
  func copies() throws {
    try make("20260801_120000_001.wav")
    try make("20260801_120000_002.wav", bytes: 1_150_000)
    try make("20260801_120000_003.recording.wav")
    let left = ", 1 file of unfinished or damaged takes left out"
    let first = run(stick, "--status", status)
    #expect(first.code == .success)
    #expect(first.diagnostics == "")
    #expect(
      first.output == """
        2 files copied and read back (1.3 MB), 0 already on the medium.
        Left out as unfinished: 20260801_120000_003.recording.wav.

        """)
    #expect(try statusLine() == "done 2 copied, 0 already on the medium\(left)\n")
    #expect(
      try folder.read("stick/20260801_120000_002.wav")
        == folder.read("takes/20260801_120000_002.wav"))
    let second = run(stick, "--status", status)
    #expect(second.output.hasPrefix("0 files copied and read back, 2 already on the medium.\n"))
    #expect(try statusLine() == "done 0 copied, 2 already on the medium\(left)\n")
  }

  @Test("a folder that cannot be made is refused with the reason, not with its absence")
  func cannotBeMade() throws {
    // The link is there, what it points to is not: as on a stick that is read-only, making and looking fail
    // differently.
    #expect(symlink(folder.file("nowhere"), stick) == 0)
    let run = run(stick)
    #expect(run.code == .cannotCreate)
    #expect(
      run.diagnostics == "pinna: \(stick): the folder cannot be created: File exists; "
        + "is the medium there?\n")
  }

  @Test("a take that had to get another name is told")
  func collision() throws {
    try make("19700101_000000_001.wav")
    try #require(mkdir(stick, 0o755) == 0)
    try folder.write([1], to: "stick/19700101_000000_001.wav")
    let run = run(stick)
    #expect(
      run.output.contains(
        "Another take, or an earlier copy, on the medium has the name 19700101_000000_001.wav "
          + "(apart from the title), "
          + "so this copy is named 19700101_000000_1001.wav."
      ))
    #expect(try folder.read("stick/19700101_000000_001.wav") == [1])
    let list = CommandRun.pinna(["takes", "list", stick])
    #expect(list.output.contains("1001"))
  }

  @Test("a take that got a title in its names after the copy is copied again, once")
  func titledLater() throws {
    let path = try TakeFileFixture.wav.make(in: takes)
    #expect(run(stick).code == .success)
    let rename = CommandRun.pinna(["takes", "rename", path, "dusk", "--in-names"])
    #expect(rename.code == .success, "\(rename.diagnostics)")
    let titled = "\(takes)/20260801_120000_007-dusk.wav"
    let note = CommandRun.pinna(["takes", "note", titled, "important note"])
    #expect(note.code == .success, "\(note.diagnostics)")
    let list = folder.file("copied.txt")
    for copied in [1, 0] {
      #expect(run(stick, "--record", list).output.hasPrefix("\(copied) file"))
    }
    let names = ["20260801_120000_007.wav", "20260801_120000_1007-dusk.wav"]
    #expect(try TakeDirectory(path: stick).fileNames() == names)
    let noted = try TakeDirectory(path: stick).takes().filter {
      $0.main.first?.metadata.note == "important note"
    }
    #expect(noted.map(\.name) == ["20260801_120000_1007"])
    let take = try #require(try TakeDirectory(path: takes).takes().first)
    #expect(try CopyLedger(path: list).holds(take))
  }

  @Test("two takes whose names differ only in the title stay two, in copies and in lists")
  func titledByAnother() throws {
    let own = try TakeFileFixture.wav.make(in: takes)
    #expect(run(stick).code == .success)
    try #require(unlink(own) == 0)
    let other = try TakeFileFixture.wav.make(in: takes) {
      $0.familyID = String(repeating: "f", count: 32)
    }
    #expect(CommandRun.pinna(["takes", "rename", other, "dusk", "--in-names"]).code == .success)
    for copied in [1, 0] { #expect(run(stick).output.hasPrefix("\(copied) file")) }
    let names = ["20260801_120000_007.wav", "20260801_120000_1007-dusk.wav"]
    #expect(try TakeDirectory(path: stick).fileNames() == names)
    // A copy of an earlier version did not raise the number.
    let old = "\(stick)/20260801_120000_007-dusk.wav"
    try #require(rename("\(stick)/\(names[1])", old) == 0)
    let listed = try TakeDirectory(path: stick).takes().map(\.name)
    #expect(listed == ["20260801_120000_007", "20260801_120000_007-dusk"])
    let delete = CommandRun.pinna([
      "takes", "delete", old, "--force", "--yes", "--config", folder.file("pinna.toml"),
    ])
    #expect(delete.code == .success, "\(delete.diagnostics)")
    #expect(try TakeDirectory(path: stick).fileNames() == [names[0]])
  }

  @Test("facts for programs: every file with what became of it")
  func json() throws {
    struct Facts: Decodable {
      struct File: Decodable {
        var input: String
        var output: String
        var bytes: Int
        var outcome: String
      }
      var files: [File]
      var unfinished: [String]
      var copiedFileCount: Int
      var copiedBytes: Int
      var thereAlready: Int
      var isComplete: Bool
    }
    try make("20260801_120000_001.wav")
    _ = run(stick)
    try make("20260801_120000_002.wav", bytes: 10)
    try make("20260801_120000_003.recording.wav")
    let run = run(stick, "--json")
    let facts = try JSONDecoder().decode(Facts.self, from: Data(run.output.utf8))
    #expect(facts.files.map(\.outcome) == ["there", "copied"])
    #expect(facts.files.map(\.bytes) == [100_000, 10])
    #expect(facts.files[1].output == stick + "/20260801_120000_002.wav")
    #expect(facts.files[1].input == takes + "/20260801_120000_002.wav")
    #expect(facts.unfinished == [takes + "/20260801_120000_003.recording.wav"])
    #expect(facts.copiedFileCount == 1 && facts.copiedBytes == 10 && facts.thereAlready == 1)
    #expect(facts.isComplete)
  }

  @Test("--from names another directory of takes")
  func from() throws {
    try folder.write([1], to: "one.wav")
    let run = run(stick, "--from", folder.path)
    #expect(run.code == .success)
    #expect(try folder.read("stick/one.wav") == [1])
  }

  @Test("what cannot be is refused with its reason, also in the status")
  func refusals() throws {
    let missing = run(stick, "--from", folder.file("nowhere"), "--status", status)
    #expect(missing.code == .noInput)
    #expect(missing.diagnostics.contains("there is no such directory of takes"))
    #expect(try statusLine().hasPrefix("failed \(folder.file("nowhere")): there is no such"))
    #expect(!folder.contains("stick"))
    let deep = run(folder.file("no/medium"), "--status", status)
    #expect(deep.code == .cannotCreate)
    #expect(try statusLine().contains("is the medium there?"))
    let itself = run(takes + "/", "--status", status)
    #expect(itself.code == .usage)
    #expect(itself.diagnostics.contains("is in the directory of the takes"))
    #expect(run().code == .usage)
  }

  @Test("neither a day folder of the takes' directory nor the directory above one is a destination")
  func ownFolders() throws {
    let days = ["2026-08-01", "2026-08-02"].map { "\(takes)/\($0)" }
    let link = folder.file("link")
    try #require(mkdir(days[0], 0o755) == 0)
    try make("2026-08-01/20260801_120000_001.wav")
    try #require(symlink(days[0], link) == 0)
    let wrong = [(takes, days[0]), (takes, days[1]), (days[0], takes), (takes, link)]
    for (source, destination) in wrong {
      let refused = run(destination, "--from", source)
      #expect(refused.code == .usage, "\(source) \(destination)")
      #expect(refused.diagnostics.contains("is in the directory of the takes"))
    }
    #expect(!folder.contains("takes/2026-08-01/2026-08-01") && !folder.contains("takes/2026-08-02"))
    // A day's folder can be copied to another medium.
    #expect(run(stick, "--from", days[0]).code == .success)
    #expect(folder.contains("stick/20260801_120000_001.wav"))
  }

  @Test("a status that cannot be written ends the command")
  func statusMissing() throws {
    let run = run(stick, "--status", folder.file("no/status"))
    #expect(run.code == .cannotCreate)
    let path = folder.file("no/status")
    #expect(run.diagnostics.contains("\(path): there is no folder \(folder.file("no"));"))
  }

  @Test("a file that cannot be read is an error, and the others are copied")
  func unreadable() throws {
    try #require(mkdir(takes + "/20260801_120000_001.wav", 0o755) == 0)
    try make("20260801_120000_002.wav")
    let run = run(stick, "--status", status)
    #expect(run.code == .noInput)
    #expect(run.output.hasPrefix("1 file copied"))
    #expect(try statusLine().hasPrefix("failed cannot open \(takes)/20260801_120000_001.wav"))
    try #require(mkdir(takes + "/20260801_120000_003.wav", 0o755) == 0)
    let again = self.run(stick, "--json")
    for number in [1, 3] {
      let words = "cannot open \(takes)/20260801_120000_00\(number).wav"
      #expect(again.diagnostics.contains(words) && again.output.contains("\"\(words)"))
    }
  }
}

/// Copies of a folder that belongs to a user with fewer rights than the one who copies.
@Suite("Copies out of a folder that is not to be trusted")
struct UntrustedTakesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["takes", "secret"] { try #require(mkdir(folder.file(name), 0o755) == 0) }
    try folder.write(Array("[take]\ndirectory = \"\(takes)\"\n".utf8), to: "pinna.toml")
    try folder.write([1, 2, 3], to: "secret/secret.wav")
    try folder.write([4, 5], to: "takes/20260801_120000_002.wav")
  }

  private var takes: String { folder.file("takes") }

  /// Copies as `copy-takes` does.
  private func copy() -> CommandRun {
    CommandRun.pinna([
      "takes", "copy", "--config", folder.file("pinna.toml"), folder.file("stick"), "--status",
      folder.file("status"),
    ])
  }

  private func names(_ folder: String) throws -> [String] {
    try TakeDirectory(path: folder).fileNames()
  }

  @Test("a link in the place of a take is not followed, is told, and keeps no take from its copy")
  func link() throws {
    let link = takes + "/20260801_120000_001.wav"
    try #require(symlink(folder.file("secret/secret.wav"), link) == 0)
    let run = copy()
    #expect(try names(folder.file("stick")) == ["20260801_120000_002.wav"])
    #expect(run.code == .noInput)
    #expect(
      run.diagnostics.contains("\(link): Too many levels of symbolic links; it is a link, which"))
  }

  @Test("a pipe, a socket and a folder are no takes, and hang nothing")
  func otherKinds() throws {
    try #require(mkfifo(takes + "/20260801_120000_001.wav", 0o644) == 0)
    try #require(mkdir(takes + "/20260801_120000_003.wav", 0o755) == 0)
    let run = copy()
    #expect(run.code == .noInput)
    #expect(try names(folder.file("stick")) == ["20260801_120000_002.wav"])
  }

  @Test(
    "root follows a link on the way to the takes only where it is root's own",
    .enabled(if: geteuid() == 0, "needs root"), arguments: [0, 65_534])
  func linkedFolder(owner: uid_t) throws {
    try #require(rename(takes, folder.file("card")) == 0)
    try #require(symlink("card", takes) == 0)
    try #require(lchown(takes, owner, owner) == 0)
    let run = copy()
    #expect((run.code == .success) == (owner == 0), "\(run.diagnostics)")
    let copied = owner == 0 ? ["20260801_120000_002.wav"] : []
    #expect(try names(folder.file("stick")) == copied)
  }

  @Test("a name that is no text is copied as well, under one that is, once")
  func noText() throws {
    var name = Array((takes + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
    name += Array(".wav".utf8CString)
    let descriptor = open(&name, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    try #require(descriptor >= 0 && write(descriptor, "abc", 3) == 3)
    close(descriptor)
    defer { unlink(&name) }
    let first = copy()
    #expect(first.code == .success, "\(first.diagnostics)")
    #expect(try folder.read("stick/caf%E9.wav") == Array("abc".utf8))
    let second = copy()
    #expect(second.code == .success)
    #expect(second.output.hasPrefix("0 files copied and read back, 2 already on the medium."))
  }
}

@Suite("A medium that is too small, under the program as it is")
struct SmallMediumTests {
  /// True when this machine lets a test have a small file system of its own.
  static let canMount =
    ChildProcess.builtPrograms != nil
    && ChildProcess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])?.status == 0
  static let canLimit = ChildProcess.builtPrograms != nil && ChildProcess.has("prlimit")

  private func takes(_ sizes: [Int]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try #require(mkdir(folder.file("takes"), 0o755) == 0)
    try #require(mkdir(folder.file("stick"), 0o755) == 0)
    for (index, size) in sizes.enumerated() {
      try folder.write(
        [UInt8](repeating: 7, count: size), to: "takes/20260801_120000_00\(index + 1).wav")
    }
    return folder
  }

  private func command(_ folder: TemporaryDirectory) -> String {
    "\(ChildProcess.builtPrograms ?? ".")/pinna takes copy \(folder.file("stick")) "
      + "--from \(folder.file("takes")) --status \(folder.file("status"))"
  }

  @Test(
    "what fits is copied, and what does not is said",
    .enabled(if: canMount, "needs unshare and a tmpfs of its own"))
  func full() throws {
    let folder = try takes([400_000, 1_000_000, 300_000])
    let stick = folder.file("stick")
    let script =
      "mount -t tmpfs -o size=900k tmpfs \(stick) && { \(command(folder)); code=$?; "
      + "ls \(stick); exit $code; }"
    let run = try #require(ChildProcess.run(["unshare", "-rm", "sh", "-c", script]))
    #expect(run.status == ExitCode.cannotCreate.rawValue)
    #expect(run.output.contains("2 files copied and read back (700 kB), 0 already on the medium."))
    #expect(
      run.output.contains("1 of 3 files do not fit: there is no room for 1.0 MB; free some space"))
    #expect(run.output.contains("Not copied: 20260801_120000_002.wav.\n"))
    #expect(run.output.hasSuffix("20260801_120000_001.wav\n20260801_120000_003.wav\n"))
    let status = String(decoding: try folder.read("status"), as: UTF8.self)
    #expect(status.hasPrefix("failed 1 of 3 files do not fit"))
  }

  @Test(
    "a medium with space that takes no more files is not called full",
    .enabled(if: canMount, "needs unshare and a tmpfs of its own"))
  func noMoreFiles() throws {
    let folder = try takes([1000, 1000, 1000])
    let stick = folder.file("stick")
    func run(_ command: String) throws -> ChildProcess.Outcome {
      let script = "mount -t tmpfs -o size=20m,nr_inodes=3 tmpfs \(stick) && { \(command); }"
      return try #require(ChildProcess.run(["unshare", "-rm", "sh", "-c", script]))
    }
    let copy = try run(command(folder))
    #expect(copy.output.contains("accepts no more files here; remove files"), "\(copy.output)")
    #expect(!copy.output.contains("free some space"))
    try folder.write(
      Array(
        """
        board = "i2s-pair"
        duration = 3.0
        [[hand]]
        at = 0.5
        press = "record"
        """.utf8), to: "scene.toml")
    let recorder = try run(
      "for n in 1 2; do : > \(stick)/$n; done; \(ChildProcess.builtPrograms ?? ".")/pinna "
        + "simulate \(folder.file("scene.toml")) --pattern plain --out \(stick)")
    #expect(
      recorder.output.contains("accepts no more files here; remove files"), "\(recorder.output)")
    #expect(recorder.status != 0)
  }

  @Test(
    "a file that is longer than files may be is named, and leaves nothing behind",
    .enabled(if: canLimit, "needs prlimit"))
  func tooLarge() throws {
    let folder = try takes([2_000_000, 1000])
    // A program that ignores SIGXFSZ gets EFBIG, as on a file system with a limit.
    let script = "trap '' XFSZ; exec prlimit --fsize=1500000 \(command(folder))"
    let run = try #require(ChildProcess.run(["bash", "-c", script]))
    #expect(run.status == ExitCode.cannotCreate.rawValue)
    #expect(
      run.output.contains("20260801_120000_001.wav: larger than this medium allows"))
    #expect(folder.contains("stick/20260801_120000_002.wav"))
    #expect(!folder.contains("stick/.pinna-copy-20260801_120000_001.wav.part"))
    #expect(!folder.contains("stick/20260801_120000_001.wav"))
  }
}
