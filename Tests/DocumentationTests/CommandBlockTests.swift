import Boards
import Glibc
import TOML
import TestSupport
import Testing

/// The files with blocks that are run.
private let filesWithCommands = MarkdownFile.all.filter { file in
  file.blocks.contains { $0.info == "sh" }
}

@Suite("What the documents tell people to type works")
struct CommandBlockTests {
  private static let hasProgram =
    ChildProcess.builtPrograms.map { access($0 + "/pinna", X_OK) == 0 } ?? false

  @Test("a block that is not run says why", arguments: MarkdownFile.all)
  func reasons(file: MarkdownFile) {
    for block in file.blocks where block.language == "sh" && block.info != "sh" {
      let reason = block.info.dropFirst(3)
      #expect(
        reason.hasPrefix("(") && reason.hasSuffix(")") && reason.count > 8,
        "\(file.path):\(block.line)")
    }
  }

  @Test("blocks of TOML are TOML", arguments: MarkdownFile.all)
  func tables(file: MarkdownFile) {
    for block in file.blocks where block.language == "toml" {
      #expect(throws: Never.self, "\(file.path):\(block.line)") {
        try TOMLTable.parse(text: block.lines.joined(separator: "\n"), name: file.path)
      }
    }
  }

  /// Each file has a folder of its own, where its blocks run one after the other.
  @Test(
    "blocks of commands run, and print what stands below them",
    .enabled(if: hasProgram, "needs the program beside the tests"), arguments: filesWithCommands)
  func commands(file: MarkdownFile) throws {
    let folder = try TemporaryDirectory()
    for name in ["boards", "deploy"] {
      symlink(MarkdownFile.root + "/" + name, folder.file(name))
    }
    var output = ""
    for block in file.blocks {
      let place = "\(file.path):\(block.line)"
      if block.info == "sh" {
        let run = try #require(Self.bash(block.lines, in: folder))
        #expect(run.status == 0, "\(place): \(run.output)")
        output = run.output
      } else if block.info == "text output" {
        let printed = output.split(separator: "\n").map { PrintedLine(String($0)) }
        for line in block.lines where !line.isEmpty {
          let wanted = PrintedLine(line)
          #expect(printed.contains { $0.isLike(wanted) }, "\(place): \(line)\nin: \(output)")
        }
      }
    }
  }

  @Test(
    "commands set settings in a copy of the shipped file, and append nothing to it",
    .enabled(if: hasProgram, "needs the program beside the tests"))
  func settings() throws {
    let folder = try TemporaryDirectory()
    symlink(MarkdownFile.root + "/boards", folder.file("boards"))
    let shipped = MarkdownFile.root + "/Sources/Recorder/Settings/pinna.toml"
    #expect(Self.bash(["cp \(shipped) pinna.toml"], in: folder)?.status == 0)
    let blocks = MarkdownFile.all.flatMap(\.blocks).filter { $0.language == "sh" }
    let lines = blocks.flatMap(\.lines)
    #expect(!lines.contains { $0.contains(/(tee -a|>>) \S*pinna\.toml/) })
    let commands = lines.filter { $0.contains("pinna config set ") }
    #expect(commands.count == 2)
    for command in commands {
      let own = command.replacing("sudo ", with: "") + " --config pinna.toml"
      let run = try #require(Self.bash([own], in: folder))
      #expect(run.status == 0, "\(command): \(run.output)")
    }
  }

  @Test(
    "pictures are what the program draws",
    .enabled(if: hasProgram, "needs the program beside the tests"))
  func pictures() throws {
    let folder = try TemporaryDirectory()
    symlink(MarkdownFile.root + "/boards", folder.file("boards"))
    let commands = MarkdownFile.all.flatMap(\.prose).flatMap { line in
      line.text.matches(of: /`(pinna layout [^`]*--svg )(boards\/[^`]+)`/).map {
        (command: String($0.output.1), path: String($0.output.2))
      }
    }
    #expect(commands.count == 2)
    for (command, path) in commands {
      let run = try #require(Self.bash([command + "drawn.svg"], in: folder))
      #expect(run.status == 0, "\(run.output)")
      let drawn = String(decoding: try folder.read("drawn.svg"), as: UTF8.self)
      let isSame = drawn == MarkdownFile.text(of: MarkdownFile.root + "/" + path)
      #expect(isSame, "\(path) is not what '\(command)' draws")
    }
  }

  private static func bash(_ lines: [String], in folder: TemporaryDirectory) -> ChildProcess
    .Outcome?
  {
    let programs = ChildProcess.builtPrograms.flatMap { realpath($0, nil) }
    defer { free(programs) }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ChildProcess.run(
      [
        "bash", "-eu", "-o", "pipefail", "-c",
        "cd \(folder.path)\n" + lines.joined(separator: "\n"),
      ],
      variables: [
        "PATH": (programs.map { String(cString: $0) } ?? ".") + ":" + path, "LC_ALL": "C.UTF-8",
      ])
  }

  @Test("a line is found with other spaces, another date and numbers that differ a little")
  func likeness() {
    let wanted = PrintedLine("1  2026-11-23 01:51  0:00:06  tone +45°  -27.3  5.8 MB")
    #expect(PrintedLine("1 2027-01-02 03:04 0:00:07  tone +46°  -27.1  5.8 MB").isLike(wanted))
    #expect(!PrintedLine("1 2027-01-02 03:04 0:00:07  tone -45°  -27.3  5.8 MB").isLike(wanted))
    #expect(!PrintedLine("1 2027-01-02 03:04 0:00:07  tone +45°  -27.3  6.8 MB").isLike(wanted))
    #expect(!PrintedLine("2 2027-01-02 03:04 0:00:07  tone +45°  -27.3  5.8 MB").isLike(wanted))
    #expect(!PrintedLine("1 2027-01-02 03:04 0:00:07  noise +45°  -27.3  5.8 MB").isLike(wanted))
  }
}

/// A line of output: its words, and its numbers apart from them.
private struct PrintedLine {
  private var words: String
  private var numbers: [Double]

  init(_ line: String) {
    let number = /[-+]?[0-9]+(\.[0-9]+)?/
    let plain = line.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "DATE")
      .replacing(/[0-9]+(:[0-9]{2})+/, with: "TIME").replacing(/[0-9]{8}_[0-9]{6}/, with: "NAME")
    numbers = plain.matches(of: number).compactMap { Double($0.output.0) }
    words = plain.replacing(number, with: "#").split(separator: " ").joined(separator: " ")
  }

  /// True when the words are the same and the numbers nearly so: to 2 %, and to 1 where they are 10 or more.
  func isLike(_ other: PrintedLine) -> Bool {
    words == other.words
      && zip(numbers, other.numbers).allSatisfy { mine, its in
        abs(mine - its) <= (abs(its) < 10 ? 0.2 : max(1, abs(its) * 0.02))
      }
  }
}
