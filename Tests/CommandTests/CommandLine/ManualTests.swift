import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("Manual pages and completion")
struct ManualTests {
  private static let pages = ManualPage.all(of: Program.pinna.root, version: "1.2")

  private static let hasGroff = ChildProcess.run(["groff", "--version"])?.status == 0

  @Test("every command has a page that says everything its help says")
  func complete() {
    #expect(Self.pages.count == ProgramTests.allPaths.count)
    for page in Self.pages {
      for option in page.command.options {
        #expect(page.text.contains(".B \\-\\-" + option.name.escapedDashes), "\(page.fileName)")
        #expect(page.text.contains(option.summary.escapedDashes), "\(page.fileName)")
      }
      for example in page.command.examples {
        #expect(page.text.contains(example.line.escapedDashes), "\(page.fileName)")
      }
      for command in page.command.commands {
        #expect(page.text.contains(command.summary.escapedDashes), "\(page.fileName)")
      }
      #expect(page.text.contains(".B 78\n"))
      #expect(page.text.contains(".B \\-\\-manual FOLDER\n") == (page.fileName == "pinna.1"))
    }
  }

  @Test("groff finds nothing wrong with a page", .enabled(if: hasGroff, "needs groff"))
  func formatter() throws {
    let directory = try TemporaryFolder()
    let run = CommandRun.pinna(["--manual", directory.path + "/made/here"])
    #expect(run.code == .success)
    #expect(run.diagnostics.contains("\(Self.pages.count) manual pages"))
    for page in Self.pages {
      let path = directory.path + "/made/here/" + page.fileName
      let result = try #require(ChildProcess.run(["groff", "-man", "-ww", "-z", path]))
      #expect(result.status == 0)
      #expect(result.output.isEmpty, "\(page.fileName): \(result.output)")
    }
  }

  @Test("no line of a page is a request that it should not be")
  func requests() {
    let known = [".TH", ".SH", ".PP", ".TP", ".B", ".BR"]
    for line in Self.pages.flatMap({ $0.text.split(separator: "\n") })
    where line.hasPrefix(".") || line.hasPrefix("'") {
      let request = String(line.prefix { $0 != " " })
      #expect(known.contains(request), "\(line)")
    }
  }

  @Test(
    "Bash completes commands, options and the values of options",
    arguments: [
      (["che"], "check"), (["check", "--scen"], "--scenario"), (["takes", "ver"], "verify"),
      (["render", "--orientation", "portraitU"], "portraitUpsideDown"),
    ] as [([String], String)])
  func completes(words: [String], found: String) throws {
    let script = ShellCompletion(program: Program.pinna.root).bash
    let all = (["pinna"] + words).map { "'\($0)'" }.joined(separator: " ")
    let ask = "COMP_WORDS=(\(all)); COMP_CWORD=\(words.count); _pinna; echo \"${COMPREPLY[@]}\""
    let result = try #require(ChildProcess.run(["bash", "-c", script + ask]))
    #expect(result.status == 0)
    #expect(result.output.split(whereSeparator: \.isWhitespace).contains { $0 == found[...] })
  }

  @Test("--manual without a folder, or with more, is a usage error")
  func usage() {
    #expect(CommandRun.pinna(["--manual"]).code == .usage)
    #expect(CommandRun.pinna(["--manual", "a", "b"]).code == .usage)
  }
}

extension String {
  /// As roff has it.
  fileprivate var escapedDashes: String {
    split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
      .split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\(aq")
  }
}
