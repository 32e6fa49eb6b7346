import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// The program whose output is not read: it works on, and ends when it is told to.
@Suite(.enabled(if: LiveProgram.hasDevice, "needs a C compiler (cc) and the built pinna program"))
struct StuckOutputTests {
  /// The folder of the package.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let source = Self.root + "/Tests/Fixtures/labelled_device.c"
    let library = folder.file("labelled.so")
    let made = ChildProcess.run(
      ["cc", "-shared", "-fPIC", "-O1", "-DPIC", "-o", library, source, "-lasound"])
    try #require(made?.status == 0, "\(made?.output ?? "")")
    try write(
      "pcm_type.labelled { lib \"\(library)\" }\npcm.labelled { type labelled }\n",
      to: "asound.conf")
    try write(
      PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "labelled"),
      to: "pair.toml")
    try write(
      """
      board = "\(folder.file("pair.toml"))"
      [take]
      directory = "\(folder.file("takes"))"
      raw = true
      pre-roll = 0.0
      [stereo]
      pattern = "omni"
      ears = "sphere"

      """, to: "pinna.toml")
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  private var config: [String] { ["--config", folder.file("pinna.toml")] }

  @Test("run on a terminal that is stopped gives signs of life, says everything later, and ends")
  func terminal() throws {
    let screen = try #require(StuckTerminal())
    let program = try #require(
      LiveProgram(
        ["run"] + config, folder: folder, output: screen.terminal, messages: screen.terminal,
        variables: ["TERM": "xterm"]))
    #expect(program.tells("WATCHDOG=1", times: 10))
    screen.setStopped(false)
    let text = screen.read(until: "armed")
    #expect(text?.contains("capturing ") == true, "\(text ?? "nothing")")
    screen.setStopped(true)
    #expect(program.tells("WATCHDOG=1", times: 10))
    program.signal(SIGTERM)
    #expect(program.end() == 0)
  }

  @Test(
    "run with a live view, or into a pipe that is not read, gives signs of life, and ends",
    arguments: [true, false])
  func viewAndPipe(hasView: Bool) throws {
    let (screen, pipe) = (try #require(StuckTerminal()), StuckPipe())
    let program = try #require(
      LiveProgram(
        ["run"] + config + (hasView ? ["--view"] : []), folder: folder,
        output: hasView ? screen.terminal : pipe.writer,
        messages: hasView ? screen.terminal : pipe.writer, variables: ["TERM": "xterm"]))
    #expect(program.tells("STATUS=armed"))
    #expect(program.tells("WATCHDOG=1", times: 20))
    program.signal(SIGTERM)
    #expect(program.end() == 0)
  }

  @Test("a pipe that is read again has every line, in order")
  func readAgain() throws {
    let pipe = StuckPipe()
    let program = try #require(
      LiveProgram(["run"] + config, folder: folder, output: pipe.writer, messages: pipe.writer))
    #expect(program.tells("WATCHDOG=1", times: 10))
    program.signal(SIGTERM)
    let text = try #require(pipe.read(until: "stopped\n"))
    #expect(program.end() == 0)
    let places = ["capturing ", "armed ", "stopped\n"].map { text.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test(
    "record makes its whole take, without a gap, where none of its output is read",
    arguments: [["--quiet"], []])
  func record(words: [String]) throws {
    let screen = try #require(StuckTerminal())
    let program = try #require(
      LiveProgram(
        ["record", "--duration", "1.5", "--raw", "--out", folder.file("takes")] + words + config,
        folder: folder, output: screen.terminal, messages: screen.terminal,
        variables: ["TERM": words.isEmpty ? "xterm" : "dumb"]))
    // It ends with the result that was not read.
    #expect(program.end() == ExitCode.inputOutput.rawValue)
    let names = try TakeDirectory(path: folder.file("takes")).fileNames()
    try #require(names.count == 2 && names[1].hasSuffix("_raw.wav"), "\(names)")
    let labels = try labels(of: "takes/" + names[1])
    #expect(labels.count == 72_000)
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $1 == $0 + 1 })
  }

  @Test("under nohup, run outlives its terminal, and SIGTERM ends it properly")
  func nohup() throws {
    let pipe = StuckPipe()
    let program = try #require(
      LiveProgram(
        ["run"] + config, folder: folder, starter: ["nohup"], output: pipe.writer,
        messages: pipe.writer))
    #expect(program.tells("WATCHDOG=1"))
    program.signal(SIGHUP)
    #expect(program.tells("WATCHDOG=1", times: 10))
    program.signal(SIGTERM)
    #expect(program.end() == 0)
  }

  @Test(
    "an interrupt that the program which started it ignores is ignored, and ends it otherwise",
    arguments: [true, false])
  func interrupt(isIgnored: Bool) throws {
    let program = try #require(
      LiveProgram(
        ["run"] + config, folder: folder,
        starter: isIgnored ? ["sh", "-c", "trap '' INT; exec \"$0\" \"$@\""] : []))
    #expect(program.tells("WATCHDOG=1"))
    program.signal(SIGINT)
    #expect(program.tells("WATCHDOG=1", times: 10) == isIgnored)
    if isIgnored { program.signal(SIGTERM) }
    #expect(program.end() == 0)
  }

  /// The numbers of the frames in a raw file.
  private func labels(of name: String) throws -> [Int32] {
    var reader = try WAVReader.open(path: folder.file(name))
    var words = [Int32](repeating: 0, count: reader.frames * reader.channels)
    let frames = try words.withUnsafeMutableBufferPointer {
      try reader.read(samples: $0.baseAddress!, frames: $0.count / 2)
    }
    return (0..<frames).map { words[2 * $0] >> 8 }
  }
}
