import Face
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// `pinna-bridge` between a running recorder and the broker of Debian.
@Suite(
  "A recorder over MQTT",
  .enabled(
    if: Broker.isPossible, "needs mosquitto, mosquitto-clients, a C compiler and the built program")
)
struct BrokerTests {
  @Test("a take is told from its first event to its record, and orders are done and answered")
  func take() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    // An order that was kept would start a take with every connection.
    try broker.publish("pinna/oak/command", "start", ["-r"])
    let heard = try broker.listener()
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker) + ["--commands"])
    #expect(bridge.line("publishing pinna/oak to the broker 127.0.0.1:\(broker.port)") != nil)
    #expect(heard.line("homeassistant/sensor/pinna_0042/state/config 0", #""name":"State""#) != nil)
    #expect(heard.line("homeassistant/switch/pinna_0042/record/config", "payload_on") != nil)
    #expect(heard.line("pinna/oak/bridge 0 online") != nil)
    #expect(heard.line("pinna/oak/recorder 0 online") != nil)
    #expect(heard.line("pinna/oak/state 0", #""state":"armed""#) != nil)
    try broker.publish("pinna/oak/command", "begin")
    #expect(heard.line("pinna/oak/reply 0", #""done":false"#, "commands are start, stop") != nil)
    try broker.publish("pinna/oak/command", "stop")
    #expect(heard.line("pinna/oak/reply 0", #""command":"stop","done":false"#) != nil)
    #expect(try recorder.client().status().take == nil)
    // Every order is answered with its own text.
    let long = "mark \(String(repeating: "x", count: 200))"
    try broker.publish("pinna/oak/command", long)
    #expect(heard.line("pinna/oak/reply 0", "\"command\":\"\(long)\",\"done\":false") != nil)
    try broker.publish("pinna/oak/command", String(repeating: long, count: 10))
    #expect(heard.line("pinna/oak/reply 0", #""done":false"#, "at most 1000 bytes") != nil)
    try broker.publish("pinna/oak/command", "")
    #expect(heard.line("pinna/oak/reply 0", #"{"command":"","done":false"#) != nil)
    try broker.publish("pinna/oak/command", "start")
    #expect(heard.line("pinna/oak/reply 0", #"{"command":"start","done":true}"#) != nil)
    _ = try recorder.state { $0.take?.isConfirmed == true }
    try broker.publish("pinna/oak/command", "mark owl by the pond")
    #expect(heard.line("pinna/oak/reply 0", #""done":true"#) != nil)
    #expect(heard.line("pinna/oak/event 0", "owl by the pond") != nil)
    try broker.publish("pinna/oak/command", "stop")
    #expect(heard.line("pinna/oak/event 0", #""type":"takeFinished""#) != nil)
    let record = heard.line("pinna/oak/take 0", #""state":"finished""#)
    #expect(record?.contains(#""label":"owl by the pond""#) == true, "\(record ?? "")")
    #expect(heard.lines.contains { $0.contains(#""type":"takeStarted""#) })
    #expect(heard.lines.contains { $0.contains(" 0 ") && $0.contains(#""state":"recording""#) })
    // Who comes later hears what is kept.
    let late = try broker.listener()
    #expect(late.sees("pinna/oak/bridge 1 online"))
    #expect(late.sees("pinna/oak/take 1", "owl by the pond"))
    #expect(bridge.end() == 0)
    #expect(heard.line("pinna/oak/bridge 0 offline") != nil)
  }

  @Test("without --commands nothing is done, and the switch of an earlier time is taken back")
  func noOrders() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    let broker = try Broker()
    try broker.publish("homeassistant/switch/pinna_0042/record/config", "{}", ["-r"])
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker))
    #expect(bridge.line("publishing pinna/oak") != nil)
    let heard = try broker.listener()
    #expect(heard.line("pinna/oak/state 1") != nil)
    try broker.publish("pinna/oak/command", "start")
    // The next figures come seconds later: an order would have been done by then.
    #expect(heard.line("pinna/oak/state 0") != nil)
    #expect(try recorder.client().status().take == nil)
    let late = try broker.listener(["-t", "homeassistant/switch/#", "-t", "pinna/oak/bridge"])
    #expect(late.line("pinna/oak/bridge 1 online") != nil)
    #expect(!late.lines.contains { $0.contains("homeassistant") })
  }

  @Test("the recorder goes and comes: both are told, and takes of the new one are news")
  func recorderRestarts() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    let heard = try broker.listener()
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker))
    #expect(heard.line("pinna/oak/recorder 0 online") != nil)
    // The end of the recorder ends a take, too.
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    #expect(recorder.end() == 0)
    #expect(heard.line("pinna/oak/recorder 0 offline") != nil)
    #expect(bridge.line("the recorder is unavailable", "trying again") != nil)
    try recorder.restart()
    #expect(heard.line("pinna/oak/recorder 0 online") != nil)
    #expect(bridge.line("the recorder answers") != nil)
    #expect(heard.line("pinna/oak/event 0", #""type":"armed""#) != nil)
    #expect(heard.line("pinna/oak/state 0", #""state":"armed""#) != nil)
    #expect(heard.sees("pinna/oak/take 0", #""state":"finished""#))
  }

  @Test("a recorder that comes back with another name leaves nothing under the old one")
  func renamed() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker))
    #expect(bridge.line("publishing pinna/oak") != nil)
    let heard = try broker.listener()
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    try recorder.client().stop(waits: true)
    #expect(heard.line("pinna/oak/take 0", #""state":"finished""#) != nil)
    #expect(recorder.end() == 0)
    let settings = recorder.folder.file("pinna.toml")
    try #require(ChildProcess.run(["sed", "-i", "s/\"oak\"/\"birch\"/", settings])?.status == 0)
    try recorder.restart()
    #expect(heard.line("pinna/birch/take 0", #""state":"finished""#) != nil)
    let late = try broker.listener(["-t", "pinna/#"])
    // The retained messages come first.
    #expect(late.line("pinna/birch/state 0") != nil)
    #expect(late.lines.contains { $0.hasPrefix("pinna/birch/take 1") })
    #expect(!late.lines.contains { $0.hasPrefix("pinna/oak/") }, "\(late.lines)")
  }

  @Test("the broker goes and comes: what it has forgotten is told again, with what it missed")
  func brokerRestarts() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker))
    #expect(bridge.line("publishing pinna/oak") != nil)
    broker.end()
    #expect(bridge.line("127.0.0.1:\(broker.port)", "trying again") != nil)
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    try recorder.client().stop(waits: true)
    try broker.restart()
    let heard = try broker.listener()
    #expect(bridge.line("publishing pinna/oak") != nil)
    #expect(heard.sees("pinna/oak/state", #""state":"armed""#))
    #expect(heard.sees("pinna/oak/take", #""state":"finished""#))
    #expect(heard.sees("pinna/oak/event 0", #""type":"takeStarted""#))
    #expect(heard.sees("pinna/oak/event 0", #""type":"takeFinished""#))
  }

  @Test("events that a hanging broker did not confirm before it died are told to the next one")
  func brokerHangs() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    let broker = try Broker()
    let link = try BridgeLink(control: recorder.path)
    let figures = link.folder.file("pinna.prom")
    let bridge = try link.start(link.at(broker) + ["--prometheus", figures])
    #expect(bridge.line("publishing pinna/oak") != nil)
    broker.hang()
    try recorder.client().start()
    _ = try recorder.state { $0.take?.isConfirmed == true }
    try recorder.client().stop(waits: true)
    // The bridge has published the events at the moment when the figures have the take.
    _ = try recorder.state { _ in
      ChildProcess.run(["grep", "-q", "^pinna_takes_finished_total.* 1$", figures])?.status == 0
    }
    broker.end()
    // After the second attempt, the bridge waits long enough for the listener to be there first.
    #expect(bridge.line("no broker listens at 127.0.0.1:\(broker.port)", "trying again") != nil)
    try broker.restart()
    let heard = try broker.listener()
    #expect(heard.line("pinna/oak/event 0", #""type":"takeStarted""#) != nil)
    #expect(heard.line("pinna/oak/event 0", #""type":"takeFinished""#) != nil)
  }

  @Test("a bridge that is killed leaves its last will")
  func will() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    let broker = try Broker()
    let heard = try broker.listener(["-t", "pinna/oak/bridge"])
    let link = try BridgeLink(control: recorder.path)
    let bridge = try link.start(link.at(broker))
    #expect(heard.line("online") != nil)
    #expect(bridge.end(SIGKILL) == -SIGKILL)
    #expect(heard.line("pinna/oak/bridge 0 offline") != nil)
  }

  @Test("a wrong password is told, and once its file is mended the bridge goes on by itself")
  func password() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    let folder = try TemporaryDirectory()
    let made = ChildProcess.run(
      ["mosquitto_passwd", "-b", "-c", folder.file("users"), "oak", "right"])
    try #require(made?.status == 0 && chmod(folder.file("users"), 0o644) == 0)
    // mosquitto gives up its rights as root.
    try #require(chmod(folder.path, 0o755) == 0)
    let broker = try Broker("allow_anonymous false\npassword_file \(folder.file("users"))")
    let link = try BridgeLink(control: recorder.path)
    let nobody = try link.start(link.at(broker))
    #expect(nobody.line("requires a password: use --user NAME") != nil)
    try folder.write(Array("wrong\n".utf8), to: "password")
    let words = ["--user", "oak", "--password-file", folder.file("password")]
    let bridge = try link.start(link.at(broker) + words)
    let refusal = bridge.line("refuses the user 'oak'", "trying again")
    #expect(refusal?.contains(folder.file("password")) == true)
    try folder.write(Array("right\n".utf8), to: "password")
    #expect(bridge.line("publishing pinna/oak") != nil)
  }

  @Test("TLS: a broker of a known authority is used, and another one is not")
  func encryption() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    let folder = try TemporaryDirectory()
    for name in ["broker", "other"] {
      let made = ChildProcess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-keyout", folder.file(name + ".key"), "-out",
        folder.file(name + ".pem"),
      ])
      try #require(made?.status == 0 && chmod(folder.file(name + ".key"), 0o644) == 0)
    }
    try #require(chmod(folder.path, 0o755) == 0)
    let broker = try Broker(
      "allow_anonymous true\ncertfile \(folder.file("broker.pem"))\nkeyfile \(folder.file("broker.key"))"
    )
    let link = try BridgeLink(control: recorder.path)
    let place = ["--host", "localhost", "--port", "\(broker.port)", "--ca"]
    let stranger = try link.start(place + [folder.file("other.pem")])
    #expect(stranger.line("TLS with the broker localhost", "trying again") != nil)
    let bridge = try link.start(place + [folder.file("broker.pem")])
    #expect(bridge.line("publishing pinna/oak to the broker localhost:\(broker.port)") != nil)
  }

  @Test("what cannot be reached is told in words, and tried again")
  func unreachable() throws {
    let recorder = try RunningRecorder(more: RunningRecorder.unit)
    let link = try BridgeLink(control: recorder.path)
    let port = try #require(SpawnedProgram.freePort())
    let silent = try link.start(["--host", "127.0.0.1", "--port", "\(port)"])
    #expect(silent.line("no broker listens at 127.0.0.1:\(port)", "trying again") != nil)
    let unknown = try link.start(["--host", "no-such-host.invalid"])
    #expect(unknown.line("the name no-such-host.invalid is unknown", "trying again") != nil)
  }

  @Test("while no recorder answers, the file of figures is written again and again")
  func fresh() throws {
    let link = try BridgeLink(control: "/nowhere")
    let figures = link.folder.file("pinna.prom")
    let bridge = try link.start(["--prometheus", figures, "--interval", "1"])
    #expect(bridge.line("the recorder is unavailable") != nil)
    #expect(bridge.line("writing figures to \(figures)") != nil)
    for _ in 1...2 {
      try #require(unlink(figures) == 0)
      let words = ["timeout", "\(TestForm.patienceSeconds)", "sh", "-c"]
      let run = ChildProcess.run(words + ["until [ -e \(figures) ]; do :; done; cat \(figures)"])
      #expect(run?.output.contains("pinna_up{unit=\"\",serial=\"\"} 0") == true)
    }
  }

  @Test("files that cannot be used end it, with the code of their kind")
  func files() throws {
    let link = try BridgeLink(control: "/nowhere")
    try link.folder.write([], to: "empty")
    let cases: [([String], Int32, String)] = [
      (["--user", "a", "--password-file", "/nowhere"], EX_NOINPUT, "--password-file needs a file"),
      (["--user", "a", "--password-file", link.folder.file("empty")], EX_CONFIG, "is empty"),
      (["--ca", "/nowhere"], EX_NOINPUT, "--ca needs a file"),
      (["--prometheus", "/nowhere/pinna.prom"], EX_CANTCREAT, "cannot be written"),
      (["--prot"], EX_USAGE, "not an option"),
    ]
    for (words, code, text) in cases {
      let run = try link.run(["--host", "127.0.0.1"] + words)
      #expect(run.status == code && run.output.contains(text), "\(words): \(run)")
    }
  }
}
