import Face
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import LinuxBoard
@testable import pinna

/// The recipes of deploy/bridge.md, as they stand there but for the addresses that they begin with.
@Suite(
  "Recipes for other programs",
  .enabled(if: LiveProgram.hasDevice, "needs a C compiler and the built program"))
struct BridgeRecipeTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  /// The lines of the first block below a heading of the document that begins with a text.
  private static func block(_ heading: String, _ fence: String) throws -> [String] {
    let text = try #require(SmallFile.text(root + "/deploy/bridge.md"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let section = lines.drop { $0 != "## " + heading }.dropFirst()
    let block = section.prefix { !$0.hasPrefix("## ") }.drop { !$0.hasPrefix("```" + fence) }
    return Array(block.dropFirst().prefix { $0 != "```" })
  }

  /// A shell that runs lines with the built program on its path.
  private static func shell(_ lines: [String], recorder: RunningRecorder) throws -> SpawnedProgram {
    let programs = try #require(
      realpath(ChildProcess.builtPrograms ?? ".", nil).map { String(cString: $0) })
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return try #require(
      SpawnedProgram(
        [
          "bash", "-eu", "-o", "pipefail", "-c",
          (["cd \(recorder.folder.path)"] + lines + ["echo the recipe ends"]).joined(
            separator: "\n"),
        ],
        variables: [
          "PATH": "\(programs):\(path)", "PINNA_CONTROL": recorder.path,
          "HOME": recorder.folder.path,
        ]))
  }

  @Test(
    "MQTT: the status is read, a take begins, and a marker is set",
    .enabled(if: Broker.isPossible, "needs mosquitto and mosquitto-clients"))
  func broker() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker) + ["--commands"])
    #expect(bridge.line("publishing pinna/oak") != nil)
    var lines = try Self.block("MQTT", "sh (needs a broker")
    try #require(lines.first == "broker=\"-h localhost -p 1883\"" && lines.count > 4)
    lines[0] = "broker=\"-h 127.0.0.1 -p \(broker.port)\""
    let recipe = try Self.shell(lines, recorder: recorder)
    #expect(recipe.line("armed") != nil)
    #expect(recipe.line(#""type":"#) != nil)
    #expect(recipe.line("the recipe ends") != nil, "\(recipe.lines)")
    #expect(try recorder.state { $0.take?.markerCount == 1 } != nil)
  }

  /// A server of Debian's package with the words of the recipe.
  private static func icecast(_ folder: TemporaryDirectory) throws -> (SpawnedProgram, UInt16) {
    let port = try #require(SpawnedProgram.freePort())
    let text = """
      <icecast>
        <limits><sources>1</sources></limits>
        <authentication><source-password>hackme</source-password></authentication>
        <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
        <paths>
          <logdir>/tmp</logdir><webroot>/usr/share/icecast2/web</webroot>
          <adminroot>/usr/share/icecast2/admin</adminroot>
        </paths>
        <logging><accesslog>-</accesslog><errorlog>-</errorlog></logging>
        <security><changeowner><user>nobody</user><group>nogroup</group></changeowner></security>
      </icecast>
      """
    try folder.write(Array(text.utf8), to: "icecast.xml")
    // As root it gives up its rights, and reads its configuration again.
    try #require(chmod(folder.path, 0o755) == 0 && chmod(folder.file("icecast.xml"), 0o644) == 0)
    let server = try #require(SpawnedProgram(["icecast2", "-c", folder.file("icecast.xml")]))
    try #require(server.line("server started") != nil, "\(server.lines)")
    return (server, port)
  }

  /// The frequency of a mono sound, from its passages through zero.
  private static func hertz(_ bytes: [UInt8], rate: Double) -> Double {
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
    let rises = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(rises) * rate / Double(max(1, samples.count))
  }

  @Test(
    "Icecast and BirdNET-Go: the tone before the microphones comes out of the reader",
    .enabled(
      if: ChildProcess.has("icecast2") && ChildProcess.has("ffmpeg"), "needs icecast2 and ffmpeg"))
  func stream() throws {
    let tone = "source = [{ tone = 1000.0, azimuth = 0.0, level = -20.0 }]\nduration = 3600.0\n"
    let recorder = try RunningRecorder(scene: tone)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let folder = try TemporaryDirectory()
    let (server, port) = try Self.icecast(folder)
    var sending = try Self.block("Icecast", "sh (needs an Icecast server")
    try #require(sending.first == "stream=icecast://source:hackme@localhost:8000/pinna.ogg")
    sending[0] = "stream=icecast://source:hackme@127.0.0.1:\(port)/pinna.ogg"
    let sender = try Self.shell(sending, recorder: recorder)
    // Its first listener comes when it knows the form of the sound.
    #expect(server.line("seen initial opus header") != nil)
    var reading = try Self.block("BirdNET-Go", "sh (needs an Icecast server")
    try #require(reading.first == "stream=http://localhost:8000/pinna.ogg" && reading.count > 1)
    reading[0] = "stream=http://127.0.0.1:\(port)/pinna.ogg"
    let reader = try Self.shell(reading, recorder: recorder)
    #expect(reader.line("the recipe ends") != nil, "\(reader.lines)")
    let bytes = try recorder.folder.read("birdnet.raw")
    #expect(bytes.count == 5 * 48000 * 2)
    #expect(abs(Self.hertz(bytes, rate: 48000) - 1000) < 5)
    _ = sender.end()
  }

  @Test(
    "rsync: the command in the settings brings every take to its place, once",
    .enabled(if: ChildProcess.has("rsync"), "needs rsync"))
  func copies() throws {
    let lines = try Self.block("rsync", "toml")
    let run = try #require(lines.last { $0.hasPrefix("run = ") })
    for path in ["deploy/field.md", "Sources/Recorder/Settings/pinna.toml"] {
      let text = try #require(SmallFile.text(Self.root + "/" + path))
      #expect(text.contains(run), "\(path)")
    }
    let place = try TemporaryDirectory()
    // No other computer: a folder takes its place, and nothing else is changed.
    let here = run.replacing("nas.local:field/", with: place.path + "/field/")
    #expect(here != run)
    let recorder = try RunningRecorder(more: "[after]\n\(here)\n")
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    let files = try recorder.client().stop(waits: true).files
    let words = ["takes", "after", "--config", recorder.folder.file("pinna.toml"), "--done"]
    for _ in 1...2 {
      let run = try recorder.pinna(words + [place.file("done")])
      #expect(run.status == 0, "\(run.output)")
    }
    #expect(files.count == 1)
    for file in files {
      let name = file.split(separator: "/").last.map(String.init) ?? ""
      #expect(ChildProcess.run(["cmp", file, place.file("field/" + name)])?.status == 0)
    }
  }
}
