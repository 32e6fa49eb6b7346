import Glibc
import Synchronization
import TestSupport

@testable import Companion
@testable import Face

/// A companion on a recorder of the test, with a clock of the test.
final class CompanionBench {
  let folder: TemporaryDirectory
  let recorder = FakeRecorder()
  let companion: Companion
  let maker = FakeMaker()
  let clock = TestClock()
  let log = TestLog()

  init() throws {
    folder = try TemporaryDirectory()
    let (clock, log) = (clock, log)
    companion = Companion(
      recorder,
      .init(
        hosts: HostNames(machine: "field"), folder: folder.file("web"), version: "1.2.3",
        maker: maker, log: { log.add($0) }),
      clock: { clock.now }, time: { 1_700_000_000 + Int(clock.now) })
  }

  /// A request as the page makes it, but for the header lines that are given; `nil` leaves one out.
  func ask(
    _ method: String, _ path: String, _ body: String = "{}", _ lines: [String: String?] = [:],
    address: String = "10.0.0.2"
  ) -> WebAnswer {
    var headers = ["host": "field.local"]
    if method == "POST" {
      headers["origin"] = "http://field.local"
      headers["content-type"] = "application/json"
    }
    for (name, value) in lines { headers[name] = value }
    return companion.answer(
      WebRequest(
        method: method, path: path, headers: headers,
        body: method == "POST" ? Array(body.utf8) : [], address: address))
  }

  /// The token of a browser that was let in with a code.
  func token() throws -> String {
    let code = PairingCode(folder: folder.file("web")).make(time: 1_700_000_000 + Int(clock.now))
    let answer = ask("POST", "/api/pair/code", #"{"code":"\#(code ?? "")","name":"phone"}"#)
    return answer.text.split(separator: "\"").map(String.init).first { $0.utf8.count == 64 } ?? ""
  }
}

/// A clock that a test sets.
final class TestClock: Sendable {
  private let seconds = Mutex(1000.0)

  var now: Double {
    get { seconds.withLock { $0 } }
    set { seconds.withLock { $0 = newValue } }
  }
}

/// The lines of a log.
final class TestLog: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

/// A recorder without sound, which keeps what it is asked for.
final class FakeRecorder: RecorderPort {
  struct State {
    var orders: [String] = []
    var deleted: [String] = []
    /// The seconds within which the last call wanted its reply.
    var seconds = 0.0
    var status = RecorderStatus(version: "1", board: "b", boardName: "B")
    var takes: [Int: TakeRecord] = [:]
    var problem: RecorderProblem?
    var announced: [String] = []
  }

  let state = Mutex(State())

  private func answer<Value>(
    _ body: (inout State) -> Value
  ) throws(RecorderProblem) -> Value {
    let (value, problem) = state.withLock { state in (body(&state), state.problem) }
    if let problem { throw problem }
    return value
  }

  func call<Parameters, Reply>(
    _ method: RecorderMethod<Parameters, Reply>, _ parameters: Parameters, within seconds: Double
  ) throws(RecorderProblem) -> Reply {
    let found = try answer { state in
      state.seconds = seconds
      return Self.reply(parameters, to: method.name, &state)
    }
    guard let found = found as? Reply else {
      throw .refused(reason: "NoSuchTake", message: "there is no such take")
    }
    return found
  }

  /// The record of a take whose files lie in a folder.
  private static func placed(_ take: TakeRecord, in folder: String) -> TakeRecord {
    var take = take
    for index in take.files.indices {
      take.files[index].path = folder + "/" + take.files[index].path
    }
    return take
  }

  private static func reply(_ parameters: Any, to name: String, _ state: inout State) -> Any? {
    switch parameters {
    case let range as RecorderInterface.TakeRange:
      let all = state.takes.values.filter { $0.number ?? 0 < range.before?.value ?? .max }
        .sorted { $0.number ?? 0 > $1.number ?? 0 }
      let limit = range.limit?.value ?? 20
      return RecorderInterface.TakesReply(
        takes: Array(all.prefix(limit)), hasMore: all.count > limit)
    case let number as RecorderInterface.Number:
      let found = state.takes.values.first {
        $0.number == number.value && (number.name == nil || $0.name == number.name)
      }
      return found.map { RecorderInterface.TakeReply(Self.placed($0, in: state.status.folder)) }
    case let key as RecorderInterface.TakeKey: state.deleted.append("\(key.value) \(key.name)")
    case is RecorderInterface.CaseKey: return RecorderInterface.DrawingReply(svg: "<svg/>")
    case let text as RecorderInterface.Text:
      state.orders.append([name, text.text].compactMap { $0 }.joined(separator: " "))
    case let choice as RecorderInterface.Choice:
      state.orders.append(
        [choice.dataSource, choice.pattern].map { $0 ?? "-" }.joined(separator: " "))
    default:
      if name == "GetStatus" { return RecorderInterface.StatusReply(status: state.status) }
      state.orders.append(name)
    }
    switch name {
    case "Start": return RecorderInterface.StartReply(number: 1)
    case "Stop": return RecorderInterface.StopReply(number: 1, name: "one")
    case "Mark": return RecorderInterface.MarkReply(frame: 480)
    default: return NoValues()
    }
  }

  func announce(_ name: String) throws(RecorderProblem) -> any Announcement {
    try answer { $0.announced.append(name) }
    return Shown(self)
  }

  /// The lights while they show that a browser asks.
  private final class Shown: Announcement {
    let recorder: FakeRecorder
    init(_ recorder: FakeRecorder) { self.recorder = recorder }
    deinit { recorder.state.withLock { $0.announced = [] } }
  }

  func sound() throws(RecorderProblem) -> any ListenerSound {
    try answer { _ in }
    return Tone()
  }

  /// A sine of a second.
  private final class Tone: ListenerSound {
    private var left = 10

    func next(within seconds: Double) -> SoundBlock? {
      guard left > 0 else { return nil }
      left -= 1
      let samples = (0..<4800).flatMap { n -> [Float] in
        let value = 0.5 * Float(n % 48 - 24) / 24
        return [value, -value]
      }
      return SoundBlock(rate: 48000, missed: 0, samples: samples)
    }
  }
}

extension WebAnswer {
  /// The bytes of the answer as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes of the answer, to the end of a stream.
  var bytes: [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .stream(let stream, _): return stream.all()
    }
  }
}

extension WebStream {
  /// All bytes, in pieces of an odd size.
  func all(room: Int = 777) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: room)
    while true {
      let count = piece.withUnsafeMutableBytes { next(into: $0) }
      if count == 0 { return all }
      all += piece[..<count]
    }
  }
}
