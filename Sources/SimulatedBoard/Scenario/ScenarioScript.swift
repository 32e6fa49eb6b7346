import Boards
import Glibc

/// The hands and faults of a scenario that are still to come.
struct ScenarioScript {
  private var hands: ArraySlice<(time: Double, event: HandScript.Event)>
  private var faults: ArraySlice<(time: Double, event: FaultEvent)>
  private var sensorIsSilent = false
  /// The time, in seconds, from the start to the first stall of a card with occasional stalls.
  private static let firstStall = 5.0
  /// The number of frames lost when the stream restarts.
  private static let restartFrames = 480

  private enum FaultEvent {
    case overrun(frames: Int, rotation: Int)
    case stall(Bool)
    case refuse(errno: Int32)
    case comeBack
    case limit(bytes: Int)
    case failAtClose
    case sensorSilent
    case power(isFailing: Bool)
    case plugged(Bool)
  }

  init(_ scenario: Scenario) {
    hands = HandScript(scenario).events[...]
    var timed: [(time: Double, event: FaultEvent)] = []
    for fault in scenario.faults {
      switch fault.event {
      case .overrun(let frames): timed.append((fault.at, .overrun(frames: frames, rotation: 0)))
      case .channelsRotated(let places):
        timed.append((fault.at, .overrun(frames: Self.restartFrames, rotation: places)))
      case .storageStall(let seconds):
        timed.append((fault.at, .stall(true)))
        timed.append((fault.at + seconds, .stall(false)))
      case .storageFull: timed.append((fault.at, .refuse(errno: ENOSPC)))
      case .storageGone(let seconds):
        timed.append((fault.at, .refuse(errno: ENODEV)))
        if let seconds { timed.append((fault.at + seconds, .comeBack)) }
      case .storageFree(let bytes): timed.append((fault.at, .limit(bytes: bytes)))
      case .storageCloseFails: timed.append((fault.at, .failAtClose))
      case .sensorSilent: timed.append((fault.at, .sensorSilent))
      case .powerFails(let seconds):
        timed.append((fault.at, .power(isFailing: true)))
        if let seconds { timed.append((fault.at + seconds, .power(isFailing: false))) }
      case .unplug(let seconds):
        timed.append((fault.at, .plugged(false)))
        timed.append((fault.at + seconds, .plugged(true)))
      // Dead microphones belong to the scene, and bouncing contacts belong to the hands.
      case .microphoneDead, .bounce: break
      }
    }
    if let seconds = scenario.hardware?.storage?.stallSeconds {
      for at in stride(from: Self.firstStall, to: scenario.duration, by: CardDefect.stallEvery) {
        timed.append((at, .stall(true)))
        timed.append((at + seconds, .stall(false)))
      }
    }
    faults =
      timed.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)[...]
  }

  func hasStorageFault(until now: Double) -> Bool {
    faults.contains { fault in
      switch fault.event {
      case .stall, .refuse, .limit, .failAtClose: fault.time <= now + 1e-9
      default: false
      }
    }
  }

  /// The time of the next event in seconds; `nil` if there is none.
  var next: Double? {
    [hands.first?.time, faults.first?.time].compactMap { $0 }.min()
  }

  /// Applies all events that are due at a time.
  ///
  /// - Parameters:
  ///   - frame: the frame that the capture device has reached at that time.
  ///   - select: called with the name of each data source that hands select.
  mutating func apply(
    until now: Double, frame: (Double) -> Int, capture: SimulatedCapture,
    hands port: SimulatedHands, storage: SimulatedStorage?, select: (String) -> Void
  ) {
    port.pass(until: now)
    while let (time, event) = faults.first, time <= now + 1e-9 {
      faults.removeFirst()
      switch event {
      case .overrun(let frames, let rotation):
        capture.gate.scheduleOverrun(at: frame(time), frames: frames, rotation: rotation)
      case .stall(let isStalled): storage?.setStalled(isStalled)
      case .refuse(let errno): storage?.refuse(errno: errno)
      case .comeBack: storage?.comeBack()
      case .limit(let bytes): storage?.limit(bytes: bytes)
      case .failAtClose: storage?.failAtClose()
      case .sensorSilent:
        sensorIsSilent = true
        port.hold(nil)
      case .power(let isFailing): port.move(.power, isClosed: isFailing, at: time)
      case .plugged(let isPlugged): capture.gate.setPlugged(isPlugged)
      }
    }
    while let (time, event) = hands.first, time <= now + 1e-9 {
      hands.removeFirst()
      switch event {
      case .acceleration(let acceleration):
        if !sensorIsSilent { port.hold(acceleration) }
      case .contact(let button, let isClosed):
        port.move(.button(button), isClosed: isClosed, at: time)
      case .dataSource(let name): select(name)
      }
    }
  }
}
