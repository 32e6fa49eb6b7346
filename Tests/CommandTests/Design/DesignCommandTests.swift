import Glibc
import Testing

@testable import CommandSupport
@testable import pinna

/// The output of `pinna design`, and the files that it touches.
@Suite struct DesignCommandTests {
  private let folder: TemporaryFolder
  private let board: String

  private static let file = """
    schema = 1
    name = "Pair"
    source = "made for a test"
    [capture]
    device = "simulated"
    channels = 2
    [[microphone]]
    name = "a"
    channel = 0
    position = [-70.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [70.0, 0.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo", "omni"]
    """

  init() throws {
    folder = try TemporaryFolder()
    board = try folder.write(Self.file, to: "pair.toml")
  }

  private func design(_ words: String...) -> CommandRun {
    CommandRun.pinna(
      ["design", "--board", board, "--ears", "sphere"] + words)
  }

  @Test("every table and sentence fits 80 columns, and says what its columns are")
  func width() {
    let run = design("--mismatch", "--on", board)
    #expect(run.code == .success, "\(run.diagnostics)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.map(\.count).max() ?? 0 <= 80)
    #expect(run.output.contains("1 degree and 0.5 mm"))
    #expect(run.output.contains("WITH MISMATCH") && run.output.contains("ON ANOTHER BOARD"))
    #expect(lines.contains { $0.hasPrefix("Figures as above; the THERE columns are for") })
    // Geometry, and what these filters do not reach: the page has both too.
    #expect(run.output.contains("- all cases: front and back cannot be told apart"))
    #expect(run.output.contains("differ by less than half of the target"))
  }

  @Test("what a listener gets comes first, unless takes are made with the filters alone")
  func listener() throws {
    let run = design("--source", "back", "--orientation", "portrait")
    let lines = run.output.split(separator: "\n")
    let heard = try #require(lines.firstIndex { $0.hasPrefix("A LISTENER GETS") })
    let alone = try #require(lines.firstIndex { $0.hasPrefix("CASE") })
    #expect(heard < alone && run.output.contains("- Filters alone, "))
    let settings = try folder.write("[stereo]\nrendering = \"linear\"\n", to: "linear.toml")
    let linear = design("--source", "back", "--orientation", "portrait", "--config", settings)
    #expect(linear.code == .success, "\(linear.diagnostics)")
    #expect(!linear.output.contains("A LISTENER GETS"))
    #expect(!linear.output.contains("- Filters alone, "))
  }

  @Test("a page takes the place of an older page of pinna, and of nothing else")
  func page() throws {
    let one = ["--source", "back", "--orientation", "portrait", "--html"]
    let path = folder.expect("pair.html")
    func write() -> CommandRun { design(one[0], one[1], one[2], one[3], one[4], path) }
    #expect(write().code == .success)
    let first = try folder.read("pair.html")
    #expect(first.contains("<h2>Case by case</h2>"))
    #expect(write().code == .success)
    try folder.write("<!DOCTYPE html><title>Mine</title>", to: "pair.html")
    let refused = write()
    #expect(refused.code == .cannotCreate)
    #expect(refused.diagnostics.contains("pair.html: the existing file was not made by pinna"))
    #expect(try folder.read("pair.html").contains("Mine"))
    try folder.write("", to: "pair.html")
    #expect(write().code == .success)
  }

  @Test(
    "a place that cannot be written is told before anything is designed",
    arguments: ["none/page.html", "", "pair.toml/page.html"])
  func unwritable(_ name: String) throws {
    // A head that is wrong would be found when the design begins.
    let ears = try folder.write("no head", to: "no.sofa")
    for option in ["--html", "--export"] where option == "--html" || name.hasPrefix("pair") {
      let run = CommandRun.pinna([
        "design", "--board", board, "--ears", ears, option, "\(folder.path)/\(name)",
      ])
      #expect(run.code == .cannotCreate, "\(run.diagnostics)")
      #expect(run.diagnostics.contains(folder.path))
    }
  }

  @Test("filters that are exported already are found before anything is designed")
  func exported() throws {
    let path = folder.expect("filters")
    #expect(mkdir(path, 0o755) == 0)
    let taken = try folder.write("mine", to: "filters/pair_Back_landscapeLeft_stereo_left.wav")
    let ears = try folder.write("no head", to: "no.sofa")
    let run = CommandRun.pinna(["design", "--board", board, "--ears", ears, "--export", path])
    #expect(run.code == .cannotCreate)
    #expect(run.diagnostics.contains("\(taken): the file exists and is never overwritten"))
  }

  @Test(
    "ears that are misspelt get a hint of what was meant",
    arguments: [("sphre", "did you mean \"sphere\"?"), ("KEMAR", "did you mean \"kemar\"?")])
  func ears(_ word: String, _ hint: String) {
    let run = CommandRun.pinna(["design", "--board", board, "--ears", word])
    #expect(run.code == .usage)
    #expect(run.diagnostics.contains("--ears '\(word)': \(hint)"))
    #expect(run.diagnostics.contains("the path of a SOFA file"))
  }

  /// The only file with kept figures: its path, and a number that another file in its place does not have.
  private func keptFigures() throws -> (path: String, number: UInt) {
    var found = glob_t()
    defer { globfree(&found) }
    let code = glob(folder.path + "/cache/figures/*", 0, nil, &found)
    try #require(code == 0 && found.gl_pathc == 1)
    let path = String(cString: try #require(found.gl_pathv?[0]))
    var status = stat()
    let answer = stat(path, &status)
    #expect(answer == 0)
    return (path, status.st_ino)
  }

  @Test(
    "figures are computed once; what was kept says the same, and is not believed when it is damaged"
  )
  func kept() throws {
    func run() -> CommandRun {
      CommandRun.pinna(
        [
          "design", "--board", board, "--ears", "sphere", "--source", "back", "--orientation",
          "portrait", "--json",
        ], environment: ["PINNA_CACHE": folder.path + "/cache"])
    }
    let first = run()
    #expect(first.code == .success, "\(first.diagnostics)")
    let kept = try keptFigures()
    #expect(run().output == first.output)
    #expect(try keptFigures().number == kept.number)
    #expect(truncate(kept.path, 1000) == 0)
    #expect(run().output == first.output)
    #expect(try keptFigures().number != kept.number)
  }
}
