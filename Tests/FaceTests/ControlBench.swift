import Synchronization
import TestSupport
import Varlink

@testable import Face

/// A control server whose recorder is the test: orders are looked at, and outcomes are what the test says.
final class ControlBench {
  let server: ControlServer
  let mailbox: ControlMailbox
  let path: String
  var now = 0.0
  let lookUps: LookUpQueue
  /// False while what is asked for about takes is left waiting, as on a slow card.
  var looksUp = true
  private let folder: TemporaryDirectory
  private let arrivals = Arrivals()
  /// The programs that listen.
  var listeners = SoundListeners()

  /// Sockets that were given away.
  private final class Arrivals: Sendable {
    let descriptors = Mutex<[Int32]>([])
  }

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("control")
    let (mine, its) = (try Self.bell(), try Self.bell())
    mailbox = ControlMailbox(socket: mine, recorder: its)
    guard let made = LookUpQueue(NumberedTakes(), mailbox: mailbox) else { throw NoBell() }
    lookUps = made
    server = ControlServer(
      try Listener(path: path, mode: 0o600, group: nil), version: "1.2.3", mailbox: mailbox,
      wakeUp: mine, lookUps: lookUps,
      listen: { [arrivals] descriptor in
        arrivals.descriptors.withLock { $0.append(descriptor) }
      })
  }

  /// Sends sound to all that listen by now.
  func send(_ samples: [Float], missed: Int = 0) {
    let news = arrivals.descriptors.withLock { all in
      defer { all = [] }
      return all
    }
    for descriptor in news { listeners.add(descriptor) }
    listeners.send(samples, rate: 48000, missed: missed)
  }

  private struct NoBell: Error {}

  private static func bell() throws -> WakeUpPipe {
    guard let bell = WakeUpPipe() else { throw NoBell() }
    return bell
  }

  /// Turns until nothing more happens.
  func turn() {
    for _ in 0..<6 {
      server.turn(now, waiting: 0)
      while looksUp, lookUps.answerNext() {}
    }
  }

  /// The state of a recorder whose details say which one it is.
  static func status(_ details: String) -> RecorderStatus {
    var status = RecorderStatus(version: "1.2.3", board: "b", boardName: "B")
    (status.details, status.faultCode) = (details, "storage")
    status.channels = [
      .init(name: "mic", rms: -20.5, peak: -12, held: -6, isClipped: false, isDead: false)
    ]
    status.take = .init(
      name: "20260101_000000_007", number: 7, seconds: 1.5, isConfirmed: true,
      unsyncedSeconds: 0.25, markerCount: 2)
    (status.sides, status.orientation) = (.init(left: "top", right: "bottom"), "portrait")
    (status.freeBytes, status.secondsLeft, status.work) = (5, 1.5, "designing filters")
    (status.preferredOrientation, status.headphonesRate, status.programsRate) = (
      "portrait", 48000, 48000
    )
    status.capture = .init(rate: 48000, channelCount: 1, format: "S32_LE", period: 256)
    status.battery = .init(state: "discharging", percent: 80, isLow: false)
    status.asleepUntil = "2026-01-01 05:29:00"
    status.simulation = .init(
      voiceAzimuth: -45, turnedDegrees: 30, wind: "light", isPluggedIn: true, isCardIn: true,
      isRecordLit: false, isStatusLit: true)
    (status.utcOffsetSeconds, status.clockSource) = (3600, "ntp")
    (status.lowCut, status.inputGain) = (50, 3)
    (status.name, status.serial) = ("oak", "0042")
    status.soundLevel = .init(unweighted: 51.25, aWeighted: 40.5)
    status.mirror = .init(folder: "/media/stick/takes", state: "ready", freeBytes: 5)
    status.dataSources = [.init(name: "Back", patterns: ["stereo"])]
    status.events = [RecorderEvent(.armed, "armed", "", .good)]
    return status
  }
}

extension LookUpQueue {
  /// Does the next piece of work of any kind.
  func answerNext() -> Bool { Work.allCases.contains { answerNext($0) } }
}

/// Thirty takes without files, and a number, -1, that is on a part of the medium that cannot be read.
struct NumberedTakes: TakeCatalogue {
  func takes(before: Int?, limit: Int) throws(TakeProblem) -> RecorderInterface.TakesReply {
    if before == -1 { throw TakeProblem("cannot list them") }
    let numbers = (1...30).filter { $0 < before ?? .max }.sorted(by: >)
    return .init(takes: numbers.prefix(limit).map(Self.take), hasMore: numbers.count > limit)
  }

  func take(_ number: Int, name: String?) throws(TakeProblem) -> TakeRecord? {
    if number == -1 { throw TakeProblem("cannot list them") }
    guard (1...30).contains(number) else { return nil }
    var take = Self.take(number)
    guard name == nil || name == take.name else { return nil }
    take.markers = [.init(frame: 48000, kind: "button", label: "owl", rate: 48000)]
    take.files = [.init(path: "a.wav", content: "rendered", kind: "wav")]
    return take
  }

  func delete(_ number: Int, name: String) throws(TakeProblem) {
    if name != "take \(number)" { throw TakeProblem("another name") }
  }

  func edit(_ edits: RecorderInterface.TakeEdits) throws(TakeProblem) {
    if edits.title == "wrong" { throw TakeProblem("no such title") }
  }

  func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int {
    if isOver() { throw TakeProblem("a take began") }
    guard wish.focus != nil else { throw TakeProblem("no such focus") }
    return 30
  }

  func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int {
    guard cut.from.value < cut.to.value else { throw TakeProblem("nothing is left") }
    return 30
  }

  func drawing(dataSource: String, orientation: String?) -> String? {
    // A walk asks for sources of many names, by which it knows the replies.
    guard dataSource.hasPrefix("Back") else { return nil }
    return "<svg>\(orientation ?? String(dataSource.dropFirst(4)))</svg>"
  }

  private static func take(_ number: Int) -> TakeRecord {
    var take = TakeRecord(number: number, name: "take \(number)")
    (take.date, take.orientation, take.end) = ("2026-01-01 00:00:00", "portrait", "stopped")
    return take
  }
}
