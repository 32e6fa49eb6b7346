import Glibc
import Recorder
import TOML
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna config get` and `pinna config set`.
@Suite struct ConfigSetTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("mine.toml") }

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ words: [String]) -> CommandRun {
    CommandRun.pinna(
      ["config"] + words + ["--config", path], environment: ["PINNA_BOARDS": "boards"])
  }

  private func write(_ text: String) throws { try folder.write(Array(text.utf8), to: "mine.toml") }

  private func text() throws -> String {
    String(decoding: try TextFile.bytes(path: path), as: UTF8.self)
  }

  @Test("get prints a value without quotes, or the default, or nothing")
  func get() throws {
    try write("[take]\nformat = \"flac\"\n[[schedule]]\nat = \"05:30\"\nduration = \"2 h\"\n")
    let values = [
      "take.format": "flac\n", "format": "flac\n", "pre-roll": "5.0\n", "take.split": "2 h\n",
      "stereo.source": "", "place.latitude": "", "orientation": "auto\n", "trust": "[]\n",
      "duration": "",
    ]
    for (key, value) in values {
      let run = run(["get", key])
      #expect(run.code == .success && run.output == value, "\(key): \(run.diagnostics)")
    }
    let json = run(["get", "pre-roll", "--json"]).output
    #expect(json.contains("\"allowed\" : \"0 to 60 s\""))
    #expect(json.contains("\"takesEffect\" : \"restart\""))
    #expect(run(["get", "format", "--json"]).output.contains("\"line\" : 2"))
  }

  @Test(
    "a name that means no setting, or several, is explained",
    arguments: [
      ("pre-rol", "did you mean pre-roll?"), ("take.pre-rol", "did you mean take.pre-roll?"),
      ("zzzzzz", "'pinna config show' lists all settings"),
      ("enabled", "name one of monitor.enabled, copy.enabled, leds.enabled"),
      ("schedule.at", "there can be several [[schedule]] tables"),
      ("until", "there can be several [[schedule]] tables"),
    ])
  func names(word: String, answer: String) throws {
    try write("")
    for words in [["get", word], ["set", word, "1"]] {
      let run = run(words)
      #expect(run.code == .usage && run.diagnostics.contains(answer), "\(run.diagnostics)")
    }
    #expect(try text() == "")
  }

  @Test("set changes one line of the template, and every comment stays in its column")
  func template() throws {
    try write(Settings.template)
    let changes = [
      ("pre-roll", "10", "pre-roll = 10"), ("take.format", "flac", "format = \"flac\""),
      ("split", "1 h", "split = \"1 h\""), ("low-cut", "off", "low-cut = \"off\""),
      ("source", "Front", "source = \"Front\""), ("trust", "[\"kept\"]", "trust = [\"kept\"]"),
      ("copy.enabled", "true", "enabled = true"), ("board", "phone", "board = \"phone\""),
      ("keep-free", "\"5 GB\"", "keep-free = \"5 GB\""),
    ]
    for (key, value, line) in changes {
      let before = try text().split(separator: "\n", omittingEmptySubsequences: false)
      let run = run(["set", key, value])
      #expect(run.code == .success, "\(run.diagnostics)")
      let after = try text().split(separator: "\n", omittingEmptySubsequences: false)
      let changed = zip(before, after).filter { $0 != $1 }
      #expect(before.count == after.count && changed.count == 1, "\(key)")
      let (old, new) = try #require(changed.first)
      #expect(new.hasPrefix(line))
      #expect(
        old.firstRange(of: "  # ")?.upperBound.utf16Offset(in: old)
          == new.firstRange(of: "  # ")?.upperBound.utf16Offset(in: new), "\(old) \(new)")
    }
    let read = try Settings.load(explicitPath: path)
    #expect(read.take.form.preRollSeconds == 10 && read.take.form.kind == .flac)
    #expect(read.copy.enabled && !read.monitor.enabled && read.copy.keepFreeBytes == 5_000_000_000)
  }

  @Test("a file without the table, or without anything, gets what it needs")
  func added() throws {
    #expect(run(["set", "pre-roll", "3"]).code == .success)
    #expect(try text() == "[take]\npre-roll = 3\n")
    #expect(
      run(["set", "take.raw", "true", "latitude", "52.5", "longitude", "13.4"]).code == .success)
    #expect(
      try text()
        == "[take]\npre-roll = 3\nraw = true\n\n[place]\nlatitude = 52.5\nlongitude = 13.4\n")
  }

  @Test(
    "a wrong value says bounds and unit, and nothing is written",
    arguments: [
      ("pre-roll", "99", "take.pre-roll: is 99 s; allowed: 0 to 60 s"),
      ("pre-roll", "abc", "is the string \"abc\"; a number is expected; allowed: 0 to 60 s"),
      ("format", "mp3", "\"mp3\" is not allowed; allowed: \"wav\", \"flac\", \"opus\", \"m4a\""),
      ("format", "flca", "did you mean \"flac\"?"),
      ("low-cut", "30", "is 30 Hz; allowed: 40 to 240 Hz"),
      ("split", "7200", "without a unit"),
      ("capture-priority", "50", "render-priority must be lower"),
      ("latitude", "52.5", "place.longitude: is missing"),
      ("volume", "-6dB", "is the string \"-6dB\"; a number is expected; allowed: -60 to 12 dB"),
      ("keep-free", "20", "without a unit; a size such as \"20 GB\" is expected"),
      ("raw", "1\n[leds]", "true or false is expected"),
    ])
  func wrong(key: String, value: String, message: String) throws {
    try write("# mine\n[take]\nraw = true\n")
    let run = run(["set", key, value])
    #expect(run.code == .usage && run.diagnostics.contains(message), "\(run.diagnostics)")
    #expect(try text() == "# mine\n[take]\nraw = true\n")
  }

  @Test("a file that is wrong elsewhere is not changed, and one that is wrong there is mended")
  func wrongFile() throws {
    try write("[take]\nformat = \"mp3\"\n")
    let other = run(["set", "pre-roll", "3"])
    #expect(other.code == .configuration && other.diagnostics.contains("nothing was changed"))
    #expect(try text() == "[take]\nformat = \"mp3\"\n")
    #expect(run(["set", "format", "wav"]).code == .success)
    #expect(try text() == "[take]\nformat = \"wav\"\n")
    try write("[take\n")
    #expect(run(["set", "format", "wav"]).code == .configuration)
    let second = "[take]\npre-roll = 99\nformat = \"mp3\"\n"
    try write(second)
    let one = run(["set", "pre-roll", "3"])
    #expect(one.code == .configuration && one.diagnostics.contains("mine.toml:3:"))
    #expect(try text() == second)
  }

  @Test("a file that is not UTF-8, and a link without a target, are not changed")
  func unreadable() throws {
    let latin = Array("# T".utf8) + [0xFC] + Array("r\n[take]\nraw = true\n".utf8)
    try folder.write(latin, to: "mine.toml")
    let run = run(["set", "raw", "false"])
    #expect(run.code == .configuration && run.diagnostics.contains("save it as UTF-8"))
    #expect(try TextFile.bytes(path: path) == latin)
    try #require(unlink(path) == 0 && symlink("missing.toml", path) == 0)
    #expect(self.run(["set", "raw", "false"]).code == .noInput)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("what the board cannot do is refused, unless it was so before")
  func board() throws {
    try write("board = \"phone\"\n")
    let run = run(["set", "monitor.enabled", "true"])
    #expect(run.code == .configuration && run.diagnostics.contains("add [playback]"))
    let pattern = self.run(["set", "pattern", "plain"])
    #expect(pattern.code == .configuration)
    #expect(pattern.diagnostics.contains("Back of phone supports \"omni\", \"subcardioid\""))
    let ears = self.run(["set", "ears", folder.file("none.sofa")])
    #expect(ears.code == .noInput && ears.diagnostics.contains("stereo.ears: \(folder.path)"))
    #expect(try text() == "board = \"phone\"\n")
    try write("board = \"phone\"\nmonitor.enabled = true\n")
    #expect(self.run(["set", "pre-roll", "3"]).code == .success)
  }

  @Test("set says when the change counts")
  func effect() throws {
    try write("")
    #expect(run(["set", "pre-roll", "3"]).output.contains("after a restart"))
    #expect(run(["set", "pre-roll", "3"]).output.contains("Nothing was changed"))
    // The recorder gives word of takes only where something acts on it from its start.
    #expect(run(["set", "after.run", "true"]).output.contains("after a restart"))
    #expect(run(["set", "after.run", "false"]).output.contains("at the end of the next take"))
    #expect(run(["set", "after.run", "true", "--json"]).output.contains("\"nextTake\""))
  }

  @Test("a link stays one, the rights of the file stay, and no other file is left")
  func kept() throws {
    try folder.write(Array("[take]\n".utf8), to: "real.toml")
    chmod(folder.file("real.toml"), 0o640)
    symlink("real.toml", path)
    #expect(run(["set", "pre-roll", "3"]).code == .success)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder.file("real.toml"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try text() == "[take]\npre-roll = 3\n")
    #expect(try folder.names.sorted() == ["mine.toml", "real.toml"])
  }

  @Test("changes at the same moment are all kept")
  func together() async throws {
    try write("")
    let changes = [("pre-roll", "3"), ("format", "flac"), ("volume", "9"), ("latitude", "52.5")]
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for (key, value) in changes {
        group.addTask {
          let place = key == "latitude" ? ["longitude", "13.4"] : []
          let run = CommandRun.pinna(
            ["config", "set", key, value] + place + ["--config", path],
            environment: ["PINNA_BOARDS": "boards"])
          #expect(run.code == .success, "\(run.diagnostics)")
        }
      }
    }
    for (key, value) in changes { #expect(try text().contains("\(key) = "), "\(value)") }
  }
}
