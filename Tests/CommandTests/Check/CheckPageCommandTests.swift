import Diagnostics
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct CheckPageCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "simulated"),
      to: "numbers.toml")
    try folder.write(PairBoardFile.attached, to: "pair.toml")
    try folder.write("[stereo]\nears = \"sphere\"\n", to: "settings.toml")
  }

  private func pinna(_ words: [String]) -> CommandRun {
    CommandRun.pinna(
      ["check", "--config", folder.path + "/settings.toml", "--seconds", "2.5"] + words)
  }

  @Test("the page has every check, microphone, case and picture, and pinna replaces it")
  func page() throws {
    let path = folder.path + "/page.html"
    for _ in 1...2 {
      let run = pinna(["--board", folder.path + "/numbers.toml", "--html", path])
      #expect(run.code == .success, "\(run.output)")
      #expect(run.diagnostics.contains("wrote \(path)"))
    }
    let html = try folder.read("page.html")
    #expect(html.contains(HTMLPage.mark))
    for check in CheckSelection.all.checks {
      #expect(html.contains("<td>\(check.rawValue)</td>"), "\(check.rawValue)")
    }
    for name in ["a", "b"] {
      #expect(html.split(separator: "<title>\(name), channel ").count == 2)
      #expect(html.contains("<td class=\"bold\">\(name)</td>"))
    }
    for number in 1...4 { #expect(html.contains("#\(number) ")) }
    #expect(html.contains("<title>1 kHz</title>"))
    #expect(html.contains("Wake-ups of an idle board, by lateness"))
    #expect(html.contains("for the ears of a spherical head"))
    #expect(html.contains("<dt>Sound</dt><dd>2.5 s requested"))
    #expect(html.contains("Every check passed."))
  }

  @Test("what the geometry can do stands below the findings, with what physics forbids")
  func geometry() {
    let run = pinna(["geometry", "--board", folder.path + "/numbers.toml"])
    #expect(run.code == .success)
    #expect(run.output.contains("CASE"))
    #expect(run.output.contains("UP TO"))
    #expect(run.output.contains("only two microphones"))
    let other = pinna(["system", "--board", folder.path + "/numbers.toml"])
    #expect(!other.output.contains("CASE"))
  }

  @Test("a board that fails has its page too")
  func failed() throws {
    let path = folder.path + "/failed.html"
    let run = pinna(["device", "sound", "--board", folder.path + "/pair.toml", "--html", path])
    #expect(run.code == .failure)
    let html = try folder.read("failed.html")
    #expect(html.contains("class=\"complaint fail\""))
    #expect(html.contains("device tree overlay"))
    #expect(!html.contains("Wake-ups"))
  }

  @Test("files that pinna did not make are never replaced, and that is found out before the work")
  func foreign() throws {
    let path = try folder.write("mine", to: "mine.html")
    let run = pinna(["--board", folder.path + "/numbers.toml", "--html", path])
    #expect(run.code == .cannotCreate)
    #expect(run.output.isEmpty)
    #expect(try folder.read("mine.html") == "mine")
    let none = pinna(
      ["--board", folder.path + "/numbers.toml", "--html", folder.path + "/none/a.html"])
    #expect(none.code == .cannotCreate)
  }
}
