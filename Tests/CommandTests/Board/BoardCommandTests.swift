import Boards
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct BoardCommandTests {
  @Test(
    "a program that was built here knows the boards of its tree from any folder",
    .enabled(if: ChildProcess.builtPrograms != nil, "needs the built program"))
  func elsewhere() throws {
    let folder = try #require(ChildProcess.builtPrograms)
    let program = try #require(realpath(folder + "/pinna", nil))
    defer { free(program) }
    let run = try #require(
      ChildProcess.run(
        ["sh", "-c", "cd / && exec \"$0\" board show phone", String(cString: program)],
        variables: ["PINNA_BOARDS": ""]))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Phone"), "\(run.output)")
  }

  private static let file = """
    schema = 1
    name = "Bar"
    source = "made for a test"
    [capture]
    device = "hw:CARD=bar,DEV=0"
    channels = 2
    format = "S32_LE"
    rate = 48000
    period = 256
    buffer = 500
    [[microphone]]
    name = "low"
    channel = 0
    position = [0.0, -30.0, 0.0]
    [[microphone]]
    name = "high"
    channel = 1
    position = [0.0, 30.0, 0.0]
    inverted = true
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["omni", "stereo"]
    [[data-source]]
    name = "Front"
    orientation = "front"
    forward = [0.0, 0.0, 1.0]
    patterns = ["omni", "stereo"]
    [orientation]
    mode = "hand-held"
    """

  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = ["PINNA_BOARDS": folder.path]
    try folder.write(Self.file, to: "bar.toml")
  }

  private func run(_ words: String...) -> CommandRun {
    CommandRun.pinna(words, environment: environment)
  }

  @Test("list shows what each board can do")
  func list() {
    let run = run("board", "list")
    #expect(run.code == .success)
    // The folders ./boards and the installed ones may have others.
    let row = run.output.split(separator: "\n").map { $0.split(separator: " ") }
      .first { $0.first == "bar" }
    #expect(row == ["bar", "2", "8", "stereo", "Bar"])
    #expect(self.run("board", "list", "--json").output.contains("\"isStereo\" : true"))
  }

  @Test("show has microphones, data sources and a drawing")
  func show() {
    let run = run("board", "show", "bar")
    #expect(run.code == .success)
    for text in ["hw:CARD=bar,DEV=0", "inverted", "back (-z)", "●1", "●2"] {
      #expect(run.output.contains(text), "\(text)")
    }
    let json = self.run("board", "show", "bar", "--json").output
    #expect(json.contains("\"positionMillimetres\" : [\n        0,\n        -30,\n        0\n"))
  }

  @Test("show states the gains, the levels at which contacts close, and a single channel as one")
  func parts() throws {
    let text = Self.file
      .replacing("buffer = 500", with: "buffer = 500\ngain-controls = [\"Mic\"]\ninput-gain = 20")
      .replacing("inverted = true", with: "inverted = true\nsensitivity = -26")
    let parts = """

      [buttons.record]
      name = "GPIO17"
      active-low = false
      bias = "pull-down"
      [leds.status]
      name = "GPIO27"
      [battery]
      warn = 30
      """
    try folder.write(text + parts, to: "parts.toml")
    let output = run("board", "show", "parts").output
    for words in [
      "input gain +20.0 dB, with Mic", "sensitivity -26.0 dBFS at 94 dB SPL",
      "line \"GPIO17\", closed when high, pull-down", "line \"GPIO27\", lit when high",
      "the first one, warns at 30 %, closes takes at 5 %",
    ] {
      #expect(output.contains(words), "\(output)")
    }
    let start = text.split(separator: "[[microphone]]").prefix(2).joined(
      separator: "[[microphone]]")
    let end = text.split(separator: "[[data-source]]", maxSplits: 1)[1]
    let one = "\(start)[[data-source]]\(end)"
      .replacing("channels = 2", with: "channels = 1").replacing(", \"stereo\"", with: "")
    try folder.write(one, to: "one.toml")
    #expect(run("board", "show", "one").output.contains(" 1 channel, S32_LE"))
  }

  @Test("validate says ok, or where a file is wrong, with the exit code of the first wrong one")
  func validate() throws {
    let good = folder.expect("bar.toml")
    #expect(run("board", "validate", good).output == "\(good): ok\n")
    let wrong = try folder.write(
      Self.file.split(separator: "\n").joined(separator: "\n") + "\n[bodi]\n", to: "wrong.toml")
    let checked = run("board", "validate", good, wrong, "/nowhere.toml")
    #expect(checked.code == .data)
    #expect(checked.output == "\(good): ok\n")
    #expect(checked.diagnostics.contains("\(wrong):32:"))
    #expect(checked.diagnostics.contains("bodi"))
    #expect(run("board", "validate", "/nowhere.toml").code == .noInput)
    // A path that is there, whatever folder the tests run in.
    let other = run("board", "validate", ".")
    #expect(other.code == .data)
    #expect(other.diagnostics.contains("not a board file: its name does not end with .toml"))
    let json = run("board", "validate", wrong, "--json")
    #expect(json.code == .data)
    #expect(json.output.contains("\"line\" : 32"))
    #expect(json.output.contains("\"isValid\" : false"))
  }

  @Test("validate opens the responses of a measured body, and names the file that is wrong")
  func responses() throws {
    let body = """

      [body]
      size = [70.0, 140.0, 8.0]
      model = "measured"
      responses = "bar.sofa"
      """
    let path = try folder.write(Self.file + body, to: "measured.toml")
    let missing = run("board", "validate", path)
    #expect(missing.code == .noInput, "\(missing.diagnostics)")
    #expect(missing.diagnostics.contains("\(path): body.responses: "))
    #expect(missing.diagnostics.contains("bar.sofa: no such file"))
    try folder.write("text", to: "bar.sofa")
    let wrong = run("board", "validate", path, "--json")
    #expect(wrong.code == .data)
    #expect(wrong.output.contains("bar.sofa: not a SOFA file"))
    #expect(wrong.output.contains("\"isValid\" : false"))
  }

  @Test(
    "validate compares the responses of a body with the places of the microphones",
    .enabled(if: hasHead, "libmysofa1"))
  func places() throws {
    let body = """

      [body]
      size = [160.0, 200.0, 160.0]
      model = "measured"
      responses = "\(Self.head)"
      """
    // The left ear of a head that looks out of the front is at the right edge.
    func board(_ low: String, _ high: String) throws -> String {
      var file = Self.file
      for (old, new) in [("0.0, -30.0, 0.0", low), ("0.0, 30.0, 0.0", high)] {
        if let range = file.firstRange(of: old) { file.replaceSubrange(range, with: new) }
      }
      return try folder.write(file + body, to: "head.toml")
    }
    let right = run("board", "validate", try board("75.0, 0.0, 0.0", "-75.0, 0.0, 0.0"))
    #expect(right.code == .success, "\(right.diagnostics)")
    let wrong = run("board", "validate", try board("-75.0, 0.0, 0.0", "75.0, 0.0, 0.0"))
    #expect(wrong.code == .data)
    #expect(wrong.diagnostics.contains("body.responses: \(Self.head): its arrival times fit the"))
    #expect(
      wrong.diagnostics.contains("if receivers 1 and 2 are exchanged, and about as well if "))
    #expect(wrong.diagnostics.contains("rotated by 180 degrees: the times do not show which"))
    let other = run("board", "validate", try board("0.0, 75.0, 0.0", "0.0, -75.0, 0.0"), "--json")
    #expect(other.code == .data)
    #expect(other.output.contains("do not fit the positions of the microphones"), "\(other.output)")
    let design = run("design", "--board", folder.path + "/head.toml")
    #expect(design.code == .data)
    #expect(design.diagnostics.contains("do not fit the positions"), "\(design.diagnostics)")
  }

  private static let head = "/usr/share/libmysofa/default.sofa"
  private static let hasHead = access(head, R_OK) == 0

  @Test("a wrong board file is a wrong configuration for every other command")
  func wrongConfiguration() throws {
    try folder.write("schema = 1\n", to: "wrong.toml")
    #expect(run("board", "show", "wrong").code == .configuration)
    #expect(run("layout", "--board", "wrong").code == .configuration)
    #expect(run("layout", "--board", "ba").code == .noInput)
  }

  @Test("layout draws one case, all cases, and facts")
  func layout() {
    let one = run(
      "layout", "--board", "bar", "--source", "front", "--orientation", "landscapeRight")
    #expect(one.code == .success)
    #expect(one.output.hasPrefix("#8 Front landscapeRight\n"))
    #expect(one.output.contains("left channel:   bottom edge (-y)"))
    let all = run("layout", "--board", "bar", "--all").output
    for number in 1...8 { #expect(all.contains("#\(number) ")) }
    let json = run("layout", "--board", "bar", "--all", "--json").output
    #expect(json.split(separator: "\"number\"").count == 9)
    #expect(json.contains("\"leftEdge\" : \"top\""))
  }

  @Test("layout writes a picture, and says which file could not be written")
  func picture() throws {
    let path = folder.expect("bar.svg")
    let run = run("layout", "--board", "bar", "--all", "--svg", path)
    #expect(run.code == .success)
    #expect(run.diagnostics == "wrote \(path)\n")
    #expect(try folder.read("bar.svg").hasPrefix("<svg "))
    let output = self.run("layout", "--board", "bar", "--svg", "-").output
    #expect(output.hasPrefix("<svg ") && output.hasSuffix("</svg>\n"))
    #expect(self.run("layout", "--board", "bar", "--svg", path).code == .success)
    let mine = try folder.write("mine", to: "mine.svg")
    #expect(self.run("layout", "--board", "bar", "--svg", mine).code == .cannotCreate)
    #expect(try folder.read("mine.svg") == "mine")
    let refused = self.run("layout", "--board", "bar", "--svg", "\(folder.path)/none/x.svg")
    #expect(refused.code == .cannotCreate)
    let place = "\(folder.path)/none"
    #expect(
      refused.diagnostics.contains(
        "\(place)/x.svg: there is no folder \(place); create it, or name another file"))
  }

  @Test("layout refuses what the board does not have, and says what it has")
  func refusals() {
    let source = run("layout", "--board", "bar", "--source", "bakc")
    #expect(source.code == .usage)
    #expect(source.diagnostics.contains("did you mean Back? bar has Back, Front"))
    #expect(run("layout").code == .usage)
    let both = run("layout", "--board", "bar", "--json", "--svg", "-")
    #expect(both.code == .usage)
  }

  @Test("the source of a board is told in paragraphs, however the file breaks its lines")
  func sourceParagraphs() throws {
    let folder = try TemporaryFolder()
    let source = "From a\nmade-up\ndata sheet.\nFrame: as\nthe vendor has it."
    let text = Self.file.replacing("\"made for a test\"", with: "\"\"\"\n\(source)\n\"\"\"")
    let path = try folder.write(text, to: "bar.toml")
    let lines = CommandRun.pinna(["board", "show", path]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1...3] == ["From a made-up data sheet.", "Frame: as the vendor has it.", ""])
  }
}
