import Face
import Glibc
import TestSupport
import Testing
import Varlink

@testable import CommandSupport
@testable import pinna

/// `pinna run` as a process on a device of the test, with a control socket of its own.
final class RunningRecorder {
  let folder: TemporaryDirectory
  private(set) var program: LiveProgram
  private var words = ["run"]

  /// The path of its socket.
  var path: String { folder.file("control") }

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  /// A recorder that has said that it works.
  ///
  /// - Parameters:
  ///   - more: further settings; `FOLDER` stands for its folder.
  ///   - scene: the sounds around a simulated board; without them frames carry numbers.
  init(more: String = "", scene: String? = nil) throws {
    folder = try TemporaryDirectory()
    let source = Self.root + "/Tests/Fixtures/labelled_device.c"
    let library = folder.file("labelled.so")
    let made = ChildProcess.run(
      ["cc", "-shared", "-fPIC", "-O1", "-DPIC", "-o", library, source, "-lasound"])
    try #require(made?.status == 0, "\(made?.output ?? "")")
    let board = PairBoardFile.attached.replacing("hw:CARD=pinnatest,DEV=0", with: "labelled")
    let files = [
      "asound.conf": "pcm_type.labelled { lib \"\(library)\" }\npcm.labelled { type labelled }\n",
      "pair.toml": board,
      "pinna.toml": """
      board = "\(folder.file("pair.toml"))"
      [take]
      directory = "\(folder.file("takes"))"
      pre-roll = 0.0
      [stereo]
      pattern = "omni"
      ears = "sphere"
      # Frames that carry numbers sound like wind, where a take is long enough.
      wind = "off"
      [control]
      path = "\(folder.file("control"))"

      """ + more.replacing("FOLDER", with: folder.path),
    ]
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    if let scene {
      try folder.write(Array("board = \"pair.toml\"\n\(scene)".utf8), to: "scene.toml")
      words += ["--scenario", folder.file("scene.toml")]
    }
    words += ["--config", folder.file("pinna.toml")]
    program = try #require(LiveProgram(words, folder: folder))
    try #require(program.tells("READY=1"))
  }

  private var isEnded = false

  /// Ends it, unless the test has.
  deinit { if !isEnded { _ = end() } }

  /// Starts it again after its end.
  ///
  /// - Parameter starter: the program that starts it.
  func restart(starter: [String] = []) throws {
    program = try #require(LiveProgram(words, folder: folder, starter: starter))
    isEnded = false
    try #require(program.tells("READY=1"))
  }

  /// Ends it as systemd does: its exit status.
  func end() -> Int32? {
    isEnded = true
    program.signal(SIGTERM)
    return program.end()
  }

  /// A connection to it.
  func client() throws -> ControlClient { try ControlClient(path: path) }

  /// Watches it until something has become so; `nil` when it never has.
  func state(until isSo: (RecorderStatus) -> Bool) throws -> RecorderStatus? {
    let client = try client()
    try client.watch(interval: 0.05)
    var last: RecorderStatus?
    for _ in 0..<(TestForm.patienceSeconds * 20) {
      let patience = Double(TestForm.patienceSeconds)
      guard let status = try client.nextStatus(within: patience) else { break }
      if isSo(status) { return status }
      last = status
    }
    Issue.record("it never became so: \(String(describing: last))")
    return nil
  }

  /// Runs another `pinna` beside it through a shell.
  func shell(_ words: String, _ rest: String) throws -> ChildProcess.Outcome {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      ChildProcess.run(
        ["sh", "-c", "\(program) \(words) \(rest)"],
        variables: [
          "PINNA_CONTROL": path, "ALSA_CONFIG_PATH": folder.file("asound.conf"),
          "PINNA_CACHE": TestForm.cache, "LANG": "C.UTF-8",
        ]))
  }

  /// A named pipe that is open for reading, and never read.
  func stillReader() throws -> (path: String, descriptor: Int32) {
    let fifo = folder.file("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    return (fifo, open(fifo, O_RDONLY | O_NONBLOCK))
  }

  /// Runs another `pinna` beside it.
  ///
  /// - Parameter isTold: true when its environment names the socket.
  func pinna(_ words: [String], isTold: Bool = true) throws -> ChildProcess.Outcome {
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    return try #require(
      ChildProcess.run(
        [program] + words,
        variables: [
          "PINNA_CONTROL": isTold ? path : "", "ALSA_CONFIG_PATH": folder.file("asound.conf"),
          "PINNA_CACHE": TestForm.cache, "LANG": "C.UTF-8",
        ]))
  }
}

// The methods of the interface, in the few words in which tests ask for them.
extension ControlClient {
  @discardableResult
  func start() throws(VarlinkClient.Failure) -> RecorderInterface.StartReply {
    try call(RecorderInterface.start)
  }
  @discardableResult
  func stop(waits: Bool = false) throws(VarlinkClient.Failure) -> RecorderInterface.StopReply {
    try call(RecorderInterface.stop, .init(waits), within: 60)
  }
  func pause() throws(VarlinkClient.Failure) { try call(RecorderInterface.pause) }
  func resume() throws(VarlinkClient.Failure) { try call(RecorderInterface.resume) }
  @discardableResult
  func mark(_ text: String?) throws(VarlinkClient.Failure) -> RecorderInterface.MarkReply {
    try call(RecorderInterface.mark, .init(text))
  }
  func select(
    source: String? = nil, pattern: String? = nil
  ) throws(VarlinkClient.Failure) {
    _ = try call(RecorderInterface.select, .init(dataSource: source, pattern: pattern))
  }
  func awaitPresses(by: String) throws(VarlinkClient.Failure) {
    try keep(RecorderInterface.awaitPresses, by: by)
  }
  func hold(by: String) throws(VarlinkClient.Failure) -> String {
    try keep(RecorderInterface.hold, by: by).device
  }
  func takes(limit: Int) throws(VarlinkClient.Failure) -> RecorderInterface.TakesReply {
    try call(RecorderInterface.listTakes, .init(limit: limit))
  }
  func take(_ number: Int) throws(VarlinkClient.Failure) -> TakeRecord {
    try call(RecorderInterface.getTake, .init(number)).take
  }
  func deleteTake(_ number: Int, name: String) throws(VarlinkClient.Failure) {
    _ = try call(RecorderInterface.deleteTake, .init(number, name: name))
  }
  func drawing(
    dataSource: String, orientation: String?
  ) throws(VarlinkClient.Failure) -> String {
    try call(
      RecorderInterface.getDrawing, .init(dataSource: dataSource, orientation: orientation)
    ).svg
  }
}
