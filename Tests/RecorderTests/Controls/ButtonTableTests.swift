import Boards
import Recorder
import Testing

/// The state of the recorder before a button was pressed.
enum PressedState: Sendable, CaseIterable {
  case armed, recording, paused
}

/// The effect of the press.
enum PressResult: Sendable, Equatable {
  case started, stopped, paused, resumed, marked, nextSource, nextPattern, locked, nothing
}

/// A cell of the table of the buttons.
struct ButtonRow: Sendable, CustomTestStringConvertible {
  var button: ButtonName
  var seconds: Double
  var state: PressedState
  var result: PressResult

  init(_ button: ButtonName, _ seconds: Double, _ state: PressedState, _ result: PressResult) {
    (self.button, self.seconds, self.state, self.result) = (button, seconds, state, result)
  }

  var testDescription: String { "\(button.rawValue) for \(seconds) s, \(state): \(result)" }

  /// The table.
  static let all = [
    ButtonRow(.record, 0.1, .armed, .started),
    ButtonRow(.record, 0.1, .recording, .stopped),
    ButtonRow(.record, 0.1, .paused, .stopped),
    ButtonRow(.record, 1.6, .armed, .locked),
    ButtonRow(.record, 1.6, .recording, .locked),
    ButtonRow(.record, 1.6, .paused, .locked),
    ButtonRow(.source, 0.1, .armed, .nextSource),
    ButtonRow(.source, 0.1, .recording, .marked),
    ButtonRow(.source, 1.6, .armed, .nextPattern),
    ButtonRow(.source, 1.6, .recording, .paused),
    ButtonRow(.source, 1.6, .paused, .resumed),
    // Copies takes where another medium is configured; here none is.
    ButtonRow(.source, 3.2, .armed, .nothing),
    ButtonRow(.marker, 0.1, .recording, .marked),
  ]
}

@Suite("The table of the buttons")
struct ButtonTableTests {
  @Test("every cell does what it says, and nothing else", arguments: ButtonRow.all)
  func table(row: ButtonRow) throws {
    let recorder = try recorder(in: row.state)
    let before = Facts(recorder)
    recorder.press(row.button, for: row.seconds)
    recorder.wait(0.2)
    #expect(Facts(recorder) == before.after(row.result))
  }

  @Test("locked buttons do nothing and say so, a take goes on, and the same hold frees them")
  func locked() throws {
    let recorder = try recorder(in: .recording)
    recorder.press(.record, for: 1.6)
    for button in [ButtonName.record, .source, .marker] {
      let before = Facts(recorder)
      let told = recorder.events.count { $0 == .pressWhileLocked }
      recorder.press(button)
      #expect(recorder.events.count { $0 == .pressWhileLocked } == told + 1)
      #expect(Facts(recorder) == before)
    }
    recorder.press(.record, for: 1.6)
    recorder.press(.record)
    recorder.wait(0.1)
    #expect(Facts(recorder).take == nil)
  }

  @Test("the lock switch locks while it is closed, and a take goes on")
  func lockSwitch() throws {
    let recorder = try recorder(in: .recording)
    recorder.hands.move(.lock, isPressed: true, at: recorder.now)
    recorder.wait(0.1)
    recorder.press(.record)
    #expect(Facts(recorder).take == .recording)
    recorder.hands.move(.lock, isPressed: false, at: recorder.now)
    recorder.wait(0.1)
    recorder.press(.record)
    #expect(Facts(recorder).take == nil)
  }

  @Test("a marker without a take is refused, and nothing changes")
  func markerWithoutTake() throws {
    let recorder = try recorder(in: .armed)
    let before = Facts(recorder)
    recorder.press(.marker)
    #expect(Facts(recorder) == before)
    #expect(recorder.events.contains(.refused(.notRecording)))
  }

  private func recorder(in state: PressedState) throws -> HeldRecorder {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.5)
    if state != .armed { recorder.press(.record) }
    if state == .paused { recorder.press(.source, for: 1.6) }
    return recorder
  }
}

/// The facts that buttons can change.
private struct Facts: Equatable {
  var take: PressedState?
  var source: String
  var pattern: String
  var markers: Int
  var isLocked: Bool

  init(_ recorder: HeldRecorder) {
    take =
      switch recorder.session.state {
      case .recording: .recording
      case .paused: .paused
      default: nil
      }
    source = recorder.session.actual.dataSource
    pattern = recorder.session.actual.pattern.rawValue
    markers = recorder.markers
    isLocked =
      recorder.events.last { if case .locked = $0 { true } else { false } } == .locked(true)
  }

  /// The facts after a result.
  func after(_ result: PressResult) -> Facts {
    var facts = self
    switch result {
    case .started, .resumed: facts.take = .recording
    case .stopped: facts.take = nil
    case .paused: facts.take = .paused
    case .marked: facts.markers += 1
    case .nextSource: facts.source = source == "Back" ? "Front" : "Back"
    case .nextPattern: facts.pattern = pattern == "omni" ? "cardioid" : "omni"
    case .locked: facts.isLocked = true
    case .nothing: break
    }
    return facts
  }
}
