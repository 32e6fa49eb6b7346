import Face
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Varlink

@testable import CommandSupport
@testable import pinna

@Suite(
  "A running recorder and those who talk to it",
  .enabled(if: LiveProgram.hasDevice, "needs a C compiler (cc) and the built pinna program"))
struct RunControlTests {
  @Test("a take is started, marked, paused, resumed, stopped and found, as hands would do it")
  func take() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil && !$0.channels.isEmpty }
    let begun = try client.start()
    #expect(begun.number == 1 && begun.name?.hasSuffix("_001") == true)
    #expect(begun.path == begun.name.map { recorder.folder.file("takes/\($0).wav") })
    let started = try #require(
      try recorder.state { $0.state == .recording && $0.take?.isConfirmed == true })
    #expect(started.take?.number == 1)
    #expect(started.channels.map(\.name) == ["a", "b"])
    let frames = [try client.mark("owl,\n far left").frame, try client.mark(nil).frame]
    try client.pause()
    try client.pause()
    let paused = try #require(try recorder.state { $0.state == .paused })
    #expect(paused.take?.markerCount == 2 && paused.isTakeLatched)
    try client.resume()
    _ = try recorder.state { $0.state == .recording && $0.take?.seconds ?? 0 > 0.5 }
    let ended = try client.stop(waits: true)
    #expect(ended.number == 1 && ended.name == begun.name && ended.end == "stopped")
    #expect(ended.files == begun.path.map { [$0] } && ended.seconds ?? 0 > 0.5)
    let state = try #require(try recorder.state { $0.state == .armed && $0.take == nil })
    #expect(
      state.events.map(\.kind).contains(.takeFinished) && state.events.contains { $0.time > 0 })
    let takes = try client.takes(limit: 5)
    #expect(takes.takes.map(\.number) == [1] && takes.takes[0].markerCount >= 2)
    #expect(takes.takes[0].markers.isEmpty && takes.takes[0].files.isEmpty)
    let take = try client.take(1)
    let marks = take.markers.filter { $0.kind == "button" }
    #expect(marks.map(\.label) == ["owl, far left", "marker 2"])
    #expect(marks.map(\.frame) == frames)
    #expect(take.files.map(\.path) == ended.files)
    #expect(take.state == .finished && take.end == "stopped")
    // Without the folder there is no list, but still a status.
    let (place, aside) = (recorder.folder.file("takes"), recorder.folder.file("aside"))
    #expect(rename(place, aside) == 0)
    #expect(throws: VarlinkClient.Failure.self) { try client.takes(limit: 5) }
    #expect(try recorder.pinna(["status"]).status == 0)
    #expect(rename(aside, place) == 0)
    #expect(recorder.end() == 0)
    #expect(access(recorder.path, F_OK) != 0)
  }

  @Test("orders print their outcome as JSON, and levels are the same beside a recorder and alone")
  func facts() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil && !$0.channels.isEmpty }
    let start = try recorder.pinna(["start", "--json"])
    #expect(start.output.contains("\"number\" : 1") && start.output.contains("\"path\" :"))
    #expect(start.output.contains("\"state\" : \"recording\""))
    let mark = try recorder.pinna(["mark", "--json"])
    #expect(mark.output.contains("\"frame\" :"), "\(mark.output)")
    let stop = try recorder.pinna(["stop", "--wait", "--json"])
    #expect(stop.output.contains("\"end\" : \"stopped\"") && stop.output.contains(".wav"))
    let select = try recorder.pinna(["select", "--pattern", "omni", "--json"])
    #expect(select.output.contains("\"pattern\" : \"omni\""), "\(select.output)")
    let refusals: [([String], Int32, String)] = [
      (["select", "--pattern", "mono"], 64, "unsupportedPattern"), (["stop"], 75, "notRecording"),
    ]
    for (words, code, reason) in refusals {
      let refused = try recorder.pinna(words + ["--json"])
      #expect(refused.status == code)
      #expect(refused.output.contains("\"reason\" : \"\(reason)\""), "\(refused.output)")
      #expect(refused.output.contains("\"message\" : "))
    }
    let beside = try recorder.pinna(["monitor", "--duration", "2.5", "--json"])
    #expect(recorder.end() == 0)
    let alone = try recorder.pinna([
      "monitor", "--config", recorder.folder.file("pinna.toml"), "--control", "none", "--duration",
      "2.5", "--json",
    ])
    for levels in [beside, alone] {
      #expect(levels.output.contains("\"state\":\"armed\""), "\(levels.output)")
      #expect(levels.output.contains("\"isClipped\":false"), "\(levels.output)")
    }
    #expect(try Self.keys(beside.output) == Self.keys(alone.output))
  }

  /// The keys of the first line of JSON.
  private static func keys(_ text: String) throws -> Set<String> {
    struct Ignored: Decodable { init(from decoder: any Decoder) throws {} }
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("{") })
    return Set(
      try JSONDecoder().decode([String: Ignored].self, from: Data(line.utf8)).keys)
  }

  @Test("what hands cannot do now is refused in the same words, and nothing has changed")
  func refusals() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    func refusal(_ body: () throws(VarlinkClient.Failure) -> Void) -> [String]? {
      do throws(VarlinkClient.Failure) { try body() } catch {
        guard case .error(let error) = error else { return nil }
        return [error.parameters["reason"] ?? "", error.parameters["message"] ?? ""]
      }
      return nil
    }
    let none = ["notRecording", "no take is in progress"]
    #expect(refusal { () throws(VarlinkClient.Failure) in try client.stop() } == none)
    #expect(refusal { () throws(VarlinkClient.Failure) in try client.pause() } == none)
    #expect(refusal { () throws(VarlinkClient.Failure) in try client.mark("x") } == none)
    #expect(
      refusal { () throws(VarlinkClient.Failure) in try client.select(source: "Up") }
        == ["noSuchDataSource", "there is no data source Up; this board has Back"])
    try client.select(pattern: "stereo")
    try client.start()
    #expect(
      refusal { () throws(VarlinkClient.Failure) in try client.select(pattern: "omni") }
        == ["duringTake", "the polar pattern cannot change during a take; stop the take first"])
    #expect(
      refusal { () throws(VarlinkClient.Failure) in _ = try client.hold(by: "check") }?.first
        == "duringTake")
    let other = try recorder.client()
    #expect(try other.status().pattern == "stereo")
    try other.stop()
  }

  @Test("a device that is borrowed is lent to one, comes back when its connection is lost")
  func hold() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    var borrower: ControlClient? = try recorder.client()
    #expect(try borrower?.hold(by: "check") == "labelled")
    let lent = try client.status()
    #expect(lent.state == .lent && lent.details == "check is using the capture device")
    #expect(throws: VarlinkClient.Failure.self) { try client.start() }
    #expect(throws: VarlinkClient.Failure.self) { _ = try recorder.client().hold(by: "other") }
    borrower = nil
    _ = try recorder.state { $0.state == .armed }
    try client.start()
    try client.stop()
    _ = borrower
  }

  @Test("record borrows the device of a recorder, and gives it back with its take")
  func record() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let run = try recorder.pinna([
      "record", "--config", recorder.folder.file("pinna.toml"), "--out",
      recorder.folder.file("other"), "--duration", "0.3", "--quiet",
    ])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("the recorder lends labelled"))
    _ = try recorder.state { $0.state == .armed }
    let events = try recorder.client().status().events.map(\.title)
    #expect(events.contains("lent"))
    #expect(try recorder.client().takes(limit: 5).takes.isEmpty)
  }

  @Test(
    "a socket that systemd hands over is the control socket, and stays when the recorder ends",
    .enabled(if: ChildProcess.has("python3"), "needs python3, which hands over a socket here"))
  func handedOver() throws {
    let script = """
      import os, socket, sys
      handed = socket.socket(socket.AF_UNIX)
      handed.bind(sys.argv[1])
      handed.listen(8)
      os.dup2(handed.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
      os.execvp(sys.argv[2], sys.argv[2:])
      """
    let recorder = try RunningRecorder()
    #expect(recorder.end() == 0)
    let path = recorder.folder.file("handed")
    try recorder.restart(starter: ["/usr/bin/env", "python3", "-c", script, path])
    #expect(try ControlClient(path: path).status().board == "pair")
    #expect(throws: (any Error).self) { try recorder.client() }
    #expect(recorder.end() == 0)
    #expect(try recorder.folder.names.contains("handed"))
  }

  @Test("commands show and change the recorder, each with a line of its state")
  func commands() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let status = try recorder.pinna(["status"])
    #expect(status.status == 0)
    #expect(status.output.contains("armed  since") && status.output.contains("Source"))
    let bySettings = try recorder.pinna(
      ["status", "--config", recorder.folder.file("pinna.toml")], isTold: false)
    #expect(bySettings.status == 0 && bySettings.output.contains("armed  since"))
    #expect(try recorder.pinna(["start"]).output.contains("recording"))
    #expect(try recorder.pinna(["mark", "owl"]).status == 0)
    #expect(try recorder.pinna(["pause"]).output.contains("paused"))
    #expect(try recorder.pinna(["select", "--pattern", "omni"]).status == 75)
    #expect(try recorder.pinna(["resume"]).output.contains("recording"))
    #expect(try recorder.pinna(["stop"]).status == 0)
    let again = try recorder.pinna(["stop"])
    #expect(again.status == 75 && again.output.contains("no take is in progress"))
    #expect(try recorder.pinna(["select"]).output.contains("* Back: stereo, [omni]"))
    #expect(try recorder.pinna(["select", "--pattern", "nope"]).status == 64)
    let facts = try recorder.pinna(["status", "--json"])
    #expect(facts.output.contains("\"boardName\""))
    let levels = try recorder.pinna(["monitor", "--duration", "0.2", "--json"])
    #expect(levels.status == 0 && levels.output.contains("\"channels\""), "\(levels.output)")
    #expect(try recorder.client().status().state != .lent)
  }

  @Test("whoever watches gets a last state, with the take that the end of the recorder ended")
  func lastState() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    let watcher = try recorder.client()
    // The last state does not wait for this interval.
    try watcher.watch(interval: 60)
    let patience = Double(TestForm.patienceSeconds)
    #expect(try watcher.nextStatus(within: patience)?.state == .recording)
    #expect(recorder.end() == 0)
    let last = try watcher.nextStatus(within: patience)
    let kinds = last?.events.map(\.kind) ?? []
    #expect(kinds.contains(.takeFinished), "\(kinds)")
  }

  @Test("monitor shows a running recorder with the drawing of its board, and selects with keys")
  func monitor() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let session = try #require(
      TerminalSession(
        [program, "monitor", "--config", recorder.folder.file("pinna.toml")],
        variables: ["TERM": "xterm", "LANG": "C.UTF-8", "HOME": recorder.folder.path]))
    session.resize(columns: 120, rows: 60)
    #expect(session.waits(for: "armed"))
    #expect(session.waits(for: " <--") && session.waits(for: "--> "), "\(session.screen)")
    #expect(session.screen.contains("UP: "))
    session.press("o")
    #expect(try recorder.state { $0.preferredPattern == "stereo" }?.state == .armed)
    session.press("q")
    #expect(session.end() == 0)
  }

  @Test(
    "a view that is watched goes on when the recorder is started again", arguments: [true, false])
  func restart(isMonitor: Bool) throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let program = (ChildProcess.builtPrograms ?? ".") + "/pinna"
    let words = isMonitor ? ["monitor"] : ["status", "--watch"]
    let session = try #require(
      TerminalSession(
        [program] + words + ["--config", recorder.folder.file("pinna.toml")],
        variables: ["TERM": "xterm", "LANG": "C.UTF-8", "HOME": recorder.folder.path]))
    session.resize(columns: 120, rows: 60)
    #expect(session.waits(for: "armed"))
    #expect(recorder.end() == 0)
    #expect(session.waits(for: "has not answered since"), "\(session.screen)")
    try recorder.restart()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try recorder.client().start()
    #expect(session.waits(for: "recording"), "\(session.screen)")
    try recorder.client().stop()
    session.press("q")
    #expect(session.end() == 0)
  }

  @Test("presses are waited for with a warning that names who asks, until the connection ends")
  func presses() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    var asker: ControlClient? = try recorder.client()
    try asker?.awaitPresses(by: "'phone' at 10.0.0.2")
    #expect(
      try recorder.client().status().warnings.first == "'phone' at 10.0.0.2 asks to be let in")
    asker = nil
    _ = try #require(
      try recorder.state { !$0.warnings.contains { $0.hasSuffix("asks to be let in") } })
    let client = try recorder.client()
    try client.start()
    #expect(throws: VarlinkClient.Failure.self) { try recorder.client().awaitPresses(by: "x") }
    try client.stop()
    _ = asker
  }

  @Test("of a selection of which a part cannot be, nothing changes; a take that runs is said so")
  func select() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    for words in [
      ["--source", "Up", "--pattern", "stereo"], ["--source", "Back", "--pattern", "cardioid"],
    ] {
      let run = try recorder.pinna(["select"] + words)
      #expect(run.status == 64, "\(run.output)")
      #expect(try recorder.client().status().preferredPattern == "omni")
    }
    #expect(try recorder.pinna(["select", "--pattern", "stereo", "--source", "Back"]).status == 0)
    #expect(try recorder.pinna(["start"]).status == 0)
    let again = try recorder.pinna(["start"])
    #expect(again.status == 75 && again.output.contains("a take is already in progress"))
    let long = String(repeating: "x", count: 130)
    #expect(try recorder.pinna(["mark", long]).output.contains("first 120 characters"))
    #expect(try recorder.pinna(["stop"]).output.contains("ended take 1"))
  }

  @Test("status shows left and right of an armed recorder that nobody watched")
  func ears() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try recorder.client().select(pattern: "stereo")
    let output = try recorder.pinna(["status"]).output
    #expect(output.contains("\nL ") && output.contains("\nR "), "\(output)")
  }

  @Test("its live sound goes to other programs as WAV and as samples, while a take is made of it")
  func sound() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    // The omnidirectional microphone of this device is almost still.
    try client.select(pattern: "stereo")
    try client.start()
    let wave = recorder.folder.file("live.wav")
    let made = try recorder.shell("monitor --output - --duration 0.5", "> \(wave)")
    #expect(made.status == 0 && made.output == "wav, s16, 2 channels, 48000 Hz\n", "\(made.output)")
    let bytes = try recorder.folder.read("live.wav")
    #expect(bytes.count == 44 + 24_000 * 4)
    #expect(bytes.starts(with: Array("RIFF".utf8)) && bytes[24] == 0x80 && bytes[25] == 0xBB)
    let words = stride(from: 44, to: bytes.count, by: 4).map { bytes[$0..<($0 + 4)] }
    #expect(words.contains { $0.contains { $0 != 0 } })
    let raw = recorder.folder.file("live.raw")
    let options = "monitor --output - --format raw --samples f32 --duration 0.25"
    #expect(try recorder.shell(options, "> \(raw)").status == 0)
    #expect(try recorder.folder.read("live.raw").count == 12_000 * 8)
    let still = try recorder.stillReader()
    defer { close(still.descriptor) }
    let stuck = try recorder.shell(options, "> \(still.path)")
    #expect(stuck.status == 0 && stuck.output.contains("frames were missing in total"))
    let status = try client.status()
    #expect(status.state == .recording && status.gapCount == 0)
    try client.stop()
  }

  @Test("sound for another program goes on when the recorder was started anew, and says so")
  func reconnect() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let (raw, words) = (recorder.folder.file("live.raw"), recorder.folder.file("words"))
    let made = try recorder.shell(
      "monitor --output - --format raw --samples s16 --duration 2 --reconnect",
      "> \(raw) 2> \(words) < /dev/null &")
    #expect(made.status == 0)
    func wait(until isSo: () -> Bool) {
      while !isSo() { letOthersRun() }
    }
    func bytes(_ name: String) -> [UInt8] { (try? recorder.folder.read(name)) ?? [] }
    wait { !bytes("live.raw").isEmpty }
    #expect(recorder.end() == 0)
    wait { String(decoding: bytes("words"), as: UTF8.self).contains("does not answer") }
    try recorder.restart()
    wait { bytes("live.raw").count == 96_000 * 4 }
    #expect(String(decoding: bytes("words"), as: UTF8.self).contains("answers again, after"))
  }

  @Test("a finished take is deleted by number and name; one that is made or has another name stays")
  func deletion() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try client.start()
    let name = try #require(try recorder.state { $0.take?.isConfirmed == true }?.take?.name)
    #expect(throws: VarlinkClient.Failure.self) { try client.deleteTake(1, name: name) }
    try client.stop()
    _ = try recorder.state { $0.state == .armed && $0.take == nil }
    #expect(throws: VarlinkClient.Failure.self) { try client.deleteTake(1, name: "other") }
    #expect(throws: VarlinkClient.Failure.self) { try client.deleteTake(2, name: name) }
    #expect(try client.takes(limit: 5).takes.map(\.name) == [name])
    try client.deleteTake(1, name: name)
    #expect(try client.takes(limit: 5).takes.isEmpty)
    let status = try client.status()
    #expect(status.folder == recorder.folder.file("takes") && status.sourcePresses == 0)
    let svg = try client.drawing(
      dataSource: status.dataSource.uppercased(), orientation: status.orientation)
    #expect(svg.contains("<svg") && svg.contains("LEFT"))
  }

  @Test("without a recorder it is that of the board, and a reader that stands still is no trouble")
  func ownSound() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    #expect(recorder.end() == 0)
    let words = "monitor --config \(recorder.folder.file("pinna.toml")) --output - --format raw"
    let made = try recorder.shell(
      words + " --samples s24 --duration 0.5", "> \(recorder.folder.file("live.raw"))")
    #expect(made.status == 0 && made.output.contains("raw, s24, 2 channels, 48000 Hz"))
    let count = try recorder.folder.read("live.raw").count
    #expect(count > 0 && count % 6 == 0 && count <= 24_000 * 6)
    // A running recorder has no sound of this command's own to wait for.
    let never = try recorder.shell(words + " --reconnect --low-cut 80", "> /dev/null")
    #expect(never.status == 64 && never.output.contains("leave out --low-cut"))
    // A reader that takes a little and goes is no error; one that takes nothing does not keep it from ending.
    #expect(try recorder.shell(words, "| head -c 1000 | wc -c").output.contains("1000"))
    let still = try recorder.stillReader()
    defer { close(still.descriptor) }
    let stuck = try recorder.shell(words + " --samples f32 --duration 3", "> \(still.path)")
    #expect(stuck.status == 0 && stuck.output.contains("frames were missing in total"))
  }

  @Test("a program that listens and does not read misses frames, and the take has no gap")
  func slowSound() throws {
    let recorder = try RunningRecorder()
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try client.start()
    let deaf = try recorder.client()
    try deaf.listen(by: "test")
    // 2 s of sound; the kernel and the feed keep about a second of them.
    _ = try recorder.state { $0.state == .recording && $0.take?.seconds ?? 0 > 3 }
    var missed = 0
    var frames = 0
    while missed == 0, let block = try deaf.nextSound(within: Double(TestForm.patienceSeconds)) {
      frames += block.frames
      missed = block.missed
    }
    #expect(missed > 4800 && frames > 4800)
    #expect(try client.status().gapCount == 0)
    try client.stop()
  }

  @Test("no more than so many listen, and who goes makes room")
  func manyListeners() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    var all: [ControlClient] = []
    for _ in 0..<RecorderInterface.mostListeners {
      let one = try recorder.client()
      try one.listen(by: "test")
      _ = try one.nextSound(within: Double(TestForm.patienceSeconds))
      all.append(one)
    }
    #expect(throws: VarlinkClient.Failure.self) { try recorder.client().listen(by: "test") }
    all = []
    // With the next turn of the feed.
    _ = try recorder.state { _ in (try? recorder.client().listen(by: "test")) != nil }
  }

  @Test("without a recorder every command says so and what to do")
  func noRecorder() {
    for words in [
      ["status"], ["start"], ["stop"], ["pause"], ["resume"], ["mark", "x"], ["select"],
    ] {
      let run = CommandRun.pinna(words + ["--control", "/nonexistent/control"])
      #expect(run.code == .unavailable)
      #expect(run.diagnostics.contains("no recorder is running here"))
      #expect(run.diagnostics.contains("systemctl start pinna"))
    }
    #expect(CommandRun.pinna(["status", "--control", "none"]).code == .usage)
  }

  @Test("a thousand connections and random bytes leave no gap in a take")
  func crowd() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try recorder.client().start()
    var crowd: [VarlinkClient] = []
    for number in 0..<1000 {
      // A client for whom there is no place is turned away; that is no failure here.
      guard let one = try? VarlinkClient(path: recorder.path) else { continue }
      if number % 3 == 0 { try? one.watch("org.pinna.Recorder.Watch", ["interval": 0.05]) }
      if number % 3 == 1 { try? one.watch("org.pinna.Recorder.Nothing", [String: Int]()) }
      crowd.append(one)
    }
    crowd = []
    let status = try #require(
      try recorder.state { $0.state == .recording && $0.take?.seconds ?? 0 > 1 })
    #expect(status.gapCount == 0)
    // A connection that was idle for 5 s in the crowd would have been closed.
    try recorder.client().stop()
  }
}
