import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct TerminalTests {
  @Test("colours need a terminal that has them and a person who wants them")
  func colours() {
    func allows(_ isTerminal: Bool, _ environment: [String: String]) -> Bool {
      Terminal(isTerminal: isTerminal, columns: 100, environment: environment).allowsColor
    }
    #expect(allows(true, ["TERM": "xterm"]))
    #expect(!allows(false, ["TERM": "xterm"]))
    #expect(!allows(true, ["TERM": "dumb"]))
    #expect(!allows(true, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(allows(true, ["TERM": "xterm", "NO_COLOR": ""]))
  }

  @Test(
    "drawings are in UTF-8 where the locale says so; LC_ALL wins",
    arguments: [
      (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LANG": "C"], false),
      ([:], false),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
      (["LC_CTYPE": "en_GB.UTF-8"], true),
    ])
  func unicode(_ environment: [String: String], _ expected: Bool) {
    let terminal = Terminal(isTerminal: true, columns: nil, environment: environment)
    #expect(terminal.isUnicode == expected)
  }

  @Test("what is not a terminal has 80 columns")
  func width() {
    #expect(Terminal(isTerminal: false, columns: 200, environment: [:]).width == 80)
    #expect(Terminal(isTerminal: true, columns: 200, environment: [:]).width == 200)
    #expect(Terminal(isTerminal: true, columns: 0, environment: [:]).width == 80)
    #expect(Terminal(isTerminal: true, columns: 5, environment: [:]).width == 40)
  }

  private func progress(_ terminal: Terminal, _ transcript: Transcript) -> Progress {
    let console = Console(
      terminal: .file, diagnosticsTerminal: terminal, output: { _ in },
      diagnostics: { transcript.append($0) })
    return Progress("designing", console: console, at: Self.start)
  }

  private static let start = ContinuousClock.Instant.now
  private static let screen = Terminal(
    isTerminal: true, width: 80, allowsColor: false, isUnicode: false)

  @Test("progress is silent for the first second and where there is no terminal")
  func silentProgress() {
    let transcript = Transcript()
    var short = progress(Self.screen, transcript)
    short.update(0.5, at: Self.start + .milliseconds(900))
    short.finish()
    var file = progress(.file, transcript)
    file.update(0.5, at: Self.start + .seconds(9))
    file.finish()
    #expect(transcript.text.isEmpty)
  }

  @Test("progress shows how far the work is, ten times a second at most, and takes itself away")
  func progressLine() {
    let transcript = Transcript()
    var progress = progress(Self.screen, transcript)
    progress.update(0.5, at: Self.start + .seconds(2))
    progress.update(0.6, at: Self.start + .milliseconds(2050))
    let line = transcript.text
    #expect(
      line == "\r\u{1B}[Kdesigning " + String(repeating: "#", count: 15)
        + String(repeating: ".", count: 15) + "  50 %")
    progress.finish()
    #expect(transcript.text == line + "\r\u{1B}[K")
  }
}
