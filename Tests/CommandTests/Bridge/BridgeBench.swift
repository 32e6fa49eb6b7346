import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// A broker, Debian's mosquitto, on a port of this computer.
final class Broker {
  static let isPossible =
    LiveProgram.hasDevice
    && ChildProcess.run([
      "sh", "-c", "PATH=$PATH:/usr/sbin; command -v mosquitto && command -v mosquitto_sub",
    ])?.status == 0

  let port: UInt16
  private let folder: TemporaryDirectory
  private var program: SpawnedProgram

  /// A broker that listens.
  ///
  /// - Parameter more: lines of its configuration; anybody may connect without them.
  init(_ more: String = "allow_anonymous true") throws {
    folder = try TemporaryDirectory()
    port = try #require(SpawnedProgram.freePort())
    let text = """
      listener \(port) 127.0.0.1
      log_dest stderr
      connection_messages true
      \(more)

      """
    try folder.write(Array(text.utf8), to: "mosquitto.conf")
    program = try Self.start(folder)
  }

  private static func start(_ folder: TemporaryDirectory) throws -> SpawnedProgram {
    let words = ["mosquitto", "-c", folder.file("mosquitto.conf")]
    let program = try #require(SpawnedProgram(words))
    try #require(program.line("running") != nil, "\(program.lines)")
    return program
  }

  /// Ends it, as a power cut does.
  func end() { _ = program.end(SIGKILL) }

  /// Lets it hang: it accepts messages, and confirms none.
  func hang() { program.send(SIGSTOP) }

  /// Starts it again; it has forgotten everything.
  func restart() throws { program = try Self.start(folder) }

  /// A client that prints topic and payload of all messages: of those that were kept, too.
  func listener(_ more: [String] = ["-t", "#"]) throws -> SpawnedProgram {
    try #require(
      SpawnedProgram(
        ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-F", "%t %r %p"] + more))
  }

  /// Publishes a text.
  func publish(_ topic: String, _ text: String, _ more: [String] = []) throws {
    let run = try #require(
      ChildProcess.run(
        ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", text] + more))
    try #require(run.status == 0, "\(run.output)")
  }
}

/// `pinna-bridge`, a link to the program as in its package, beside a recorder.
struct BridgeLink {
  let folder: TemporaryDirectory
  let control: String

  /// The program for the recorder of a socket.
  init(control: String) throws {
    folder = try TemporaryDirectory()
    self.control = control
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let whole = try #require(realpath(program, nil).map { String(cString: $0) })
    try #require(symlink(whole, folder.file("pinna-bridge")) == 0)
  }

  /// Starts it.
  func start(_ words: [String]) throws -> SpawnedProgram {
    try #require(
      SpawnedProgram(
        [folder.file("pinna-bridge"), "--control", control] + words,
        variables: ["HOME": folder.path]))
  }

  /// Runs it to its end.
  func run(_ words: [String]) throws -> ChildProcess.Outcome {
    try #require(
      ChildProcess.run([folder.file("pinna-bridge"), "--control", control] + words))
  }

  /// The words that name a broker.
  func at(_ broker: Broker) -> [String] { ["--host", "127.0.0.1", "--port", "\(broker.port)"] }
}

extension RunningRecorder {
  /// A recorder with the name that documents use.
  static let unit = "[recorder]\nname = \"oak\"\nserial = \"0042\"\n"
}
