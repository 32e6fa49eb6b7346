import Boards
import Recorder

/// The behaviour of a contact during a watch.
struct ContactReport {
  /// True if the contact was closed when the watch began; `nil` if its line cannot be read.
  var isClosed: Bool?
  /// The number of changes that the contact made, before any debouncing.
  var changes = 0
  /// The reason why the contact's line cannot be read; `nil` if it can.
  var problem: HardwareProblem?

  fileprivate mutating func add(_ change: ContactEvent.Change) {
    switch change {
    case .found(let level): isClosed = isClosed ?? level
    case .moved: changes += 1
    // A line that is lost during the watch is reported once; its changes up to then count.
    case .lost(let problem): self.problem = self.problem ?? problem
    }
  }
}

/// The answers and readings of an accelerometer.
struct MotionReport {
  /// The identity of the chip, and its problem.
  var status: SensorStatus
  /// Readings in g in the device frame, in order of time; empty if the chip is the wrong one or does not answer.
  var readings: [Vector3] = []
}

extension Bench {
  /// The interval, in seconds, between reads of the contacts' edges; the kernel buffers 16 edges.
  private static let lookSeconds = 0.01
  /// The interval between readings of the accelerometer in seconds.
  private static let readingSeconds = 0.05
  /// The time limit, in seconds, for an accelerometer to identify itself; a hanging bus reports an error after one
  /// second.
  private static let answerSeconds = 3.0

  /// Watches the contacts of the board for the given number of seconds.
  ///
  /// - Thread: control; it waits.
  func watchContacts(seconds: Double) -> [Contact: ContactReport] {
    // Opening the contacts again makes them report their present state.
    machine.hands.release()
    defer { machine.hands.release() }
    var reports: [Contact: ContactReport] = [:]
    func look() {
      for event in machine.hands.pollContacts() {
        reports[event.contact, default: ContactReport()].add(event.change)
      }
    }
    look()
    let end = clock.now() + seconds
    while clock.now() < end {
      clock.wait(seconds: min(Self.lookSeconds, end - clock.now()))
      look()
    }
    return reports
  }

  /// Watches the buttons of the board for the given number of seconds.
  ///
  /// - Returns: a report for every button of the board, in the order of ``Boards/ButtonName``.
  /// - Thread: control; it waits.
  func watchButtons(seconds: Double) -> [(button: ButtonName, report: ContactReport)] {
    let names = ButtonName.allCases.filter { board.buttons[$0] != nil }
    guard !names.isEmpty else { return [] }
    let reports = watchContacts(seconds: seconds)
    return names.map { ($0, reports[.button($0)] ?? ContactReport()) }
  }

  /// Lets the accelerometer identify itself, and takes readings 20 times a second.
  ///
  /// - Thread: control; it waits.
  func watchMotion(readings count: Int) -> MotionReport {
    let hands = machine.hands
    defer { hands.release() }
    // The first request starts the chip.
    let answerEnd = clock.now() + Self.answerSeconds
    while hands.sensorStatus() == nil, clock.now() < answerEnd {
      _ = hands.motion()
      clock.wait(seconds: Self.readingSeconds)
    }
    var report = MotionReport(status: hands.sensorStatus() ?? SensorStatus(.silent))
    guard case .expected = report.status.identity else { return report }
    let end = clock.now() + 2 * Double(count) * Self.readingSeconds
    var last: Double?
    while report.readings.count < count, clock.now() < end, report.status.problem == nil {
      clock.wait(seconds: Self.readingSeconds)
      if let reading = hands.motion(), reading.time != last {
        report.readings.append(reading.acceleration)
        last = reading.time
      }
      report.status = hands.sensorStatus() ?? report.status
    }
    return report
  }
}
