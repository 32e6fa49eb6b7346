import Recorder
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna config`: settings in force, every key, and what is wrong.
@Suite struct ConfigCommandTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(_ text: String) throws -> String {
    try folder.write(Array(text.utf8), to: "mine.toml")
    return folder.file("mine.toml")
  }

  private func run(_ words: String...) -> CommandRun {
    CommandRun.pinna(["config"] + words, environment: ["PINNA_BOARDS": "boards"])
  }

  @Test("default is the template, and the template has no error")
  func template() throws {
    let run = run("default")
    #expect(run.output == Settings.template)
    let checked = self.run("check", try file(run.output))
    #expect(checked.code == .success, "\(checked.diagnostics)")
  }

  @Test("show says each value and the line it comes from, or that it is a default")
  func show() throws {
    let path = try file(
      """
      [take]
      format = "flac"
      raw = true
      [place]
      latitude = 52.5
      longitude = 13.4
      name = "A \\"small\\" wood"
      [[schedule]]
      at = "05:30"
      duration = "2 h"
      """)
    let run = run("show", "--config", path)
    #expect(run.code == .success, "\(run.diagnostics)")
    func row(_ start: String) -> [Substring]? {
      run.output.split(separator: "\n").first { $0.hasPrefix(start + " ") }?
        .split(separator: " ", omittingEmptySubsequences: true)
    }
    #expect(row("[take] format")?.suffix(3) == ["\"flac\"", "line", "2"])
    #expect(row("[take] raw")?.suffix(3) == ["true", "line", "3"])
    #expect(row("[take] split")?.suffix(3) == ["\"2", "h\"", "default"])
    #expect(row("[take] duration")?.suffix(3) == ["-", "not", "set"])
    #expect(row("[stereo] source")?.suffix(3) == ["-", "not", "set"])
    #expect(run.output.contains("\"A \\\"small\\\" wood\""))
    #expect(row("[[schedule]] 1 at")?.suffix(3) == ["\"05:30\"", "line", "9"])
    #expect(run.output.contains("Not set: [trigger]."))
    let json = self.run("show", "--config", path, "--json").output
    #expect(json.contains("\"key\" : \"format\""))
    #expect(json.contains("\"line\" : 2"))
  }

  @Test("every key that the settings know is shown")
  func everyKey() throws {
    // The error of a key that is not known names those that are.
    for table in Set(Settings.keys.map(\.table)) where !table.isEmpty {
      let keys = Settings.keys.filter { $0.table == table }
      let header = keys.first?.form == .array ? "[[\(table)]]" : "[\(table)]"
      let required = [
        "place": "latitude = 1\nlongitude = 1\n", "trigger": "level = -40\n",
        "schedule":
          "at = \"05:30\"\nduration = \"1 h\"\nevery = \"10 min\"\nfor = \"1 min\"\n",
      ]
      let run = run("check", try file("\(header)\n\(required[table] ?? "")zzz = 1\n"))
      let list = try #require(run.diagnostics.split(separator: "known keys: ").last)
      let known = list.split { $0 == "," || $0 == " " || $0 == "\n" }.map(String.init)
      #expect(known.sorted() == keys.map(\.name).sorted(), "\(header)")
    }
  }

  @Test("a key of an earlier version is warned of, and is no error")
  func former() throws {
    let path = try file("[stereo]\nrefine = false\n")
    let checked = run("check", path)
    #expect(checked.code == .success && checked.output.contains("ok"))
    let warning = "warning: \(path):2:10: stereo.refine: no longer has any effect; remove it"
    #expect(checked.diagnostics.contains(warning), "\(checked.diagnostics)")
  }

  @Test("check tells all errors at once, then what the board cannot do")
  func check() throws {
    let text =
      "[take]\nformat = \"ogg\"\npre-rol = 3\n[stereo]\nwidth = 5\n[[schedule]]\nat = \"x\"\n"
    let wrong = run("check", try file(text))
    #expect(wrong.code == .configuration)
    let lines = wrong.diagnostics.split(separator: "\n")
    #expect(lines.count == 6, "\(wrong.diagnostics)")
    for (line, text) in zip(lines, [":2:", ":3:", ":5:", ":6:", ":7:", "5 errors"]) {
      #expect(line.contains(text), "\(line)")
    }
    let place = run("check", try file("[place]\nlatitude = 95\nlongitude = 13.0\n"))
    #expect(place.diagnostics.split(separator: "\n").count == 1, "\(place.diagnostics)")
    let source = run("check", try file("board = \"phone\"\n[stereo]\nsource = \"Left\"\n"))
    #expect(source.code == .configuration)
    #expect(source.diagnostics.contains("no such data source; it has \"Back\", \"Front\""))
    let board = run("check", try file("board = \"phnoe\"\n"))
    #expect(board.code == .noInput)
    #expect(board.diagnostics.contains("did you mean \"phone\"?"))
    let monitor = run("check", try file("board = \"phone\"\n[monitor]\nenabled = true\n"))
    #expect(monitor.diagnostics.contains("add [playback]"))
    #expect(run("check", folder.file("nowhere.toml")).code == .noInput)
  }
}
