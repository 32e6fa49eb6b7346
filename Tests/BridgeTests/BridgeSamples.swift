@testable import Bridge
@testable import Face

/// Statuses for tests.
enum BridgeSamples {
  /// A recorder of a name that is armed.
  static func status(_ name: String? = "oak", serial: String? = "0042") -> RecorderStatus {
    var status = RecorderStatus(version: "1.2.3", board: "pair", boardName: "Pair")
    (status.name, status.serial, status.state) = (name, serial, .armed)
    (status.time, status.uptimeSeconds, status.stateSeconds) = (1_790_000_000.25, 60, 50)
    (status.dataSource, status.pattern, status.clockSource) = ("Back", "stereo", "ntp")
    status.channels = [
      level("a", -30.5), level("b", -20.25),
      .init(name: nil, rms: -144, peak: -144, held: -144, isClipped: false, isDead: false),
    ]
    (status.freeBytes, status.secondsLeft) = (8_000_000_000, 27_000)
    return status
  }

  /// A status with everything that there can be.
  static var whole: RecorderStatus {
    var status = status("The \"old\"\u{301} oak\\\u{301}\n", serial: "00/42")
    status.state = .recording
    status.take = .init(
      name: "20260101_000000_007", number: 7, seconds: 61.5, isConfirmed: true,
      unsyncedSeconds: 0.25, markerCount: 2)
    status.battery = .init(state: "discharging", percent: 80, isLow: false)
    status.soundLevel = .init(unweighted: 51.25, aWeighted: 40.5)
    status.mirror = .init(folder: "/media/stick", state: "away", freeBytes: 5)
    (status.isClockSet, status.gapCount, status.gapFrames, status.ringFill) = (true, 2, 512, 0.01)
    (status.warnings, status.warningCodes) = (["2 gaps since", "slow"], ["gaps", "storageSlow"])
    return status
  }

  static func level(_ name: String, _ held: Double) -> RecorderStatus.Level {
    .init(name: name, rms: held - 6, peak: held, held: held, isClipped: false, isDead: false)
  }

  /// An event of a time.
  static func event(_ kind: RecorderEvent.Kind, _ time: Double) -> RecorderEvent {
    var event = RecorderEvent(kind, "\(kind)", "", .good, ["file": "20260101_000000_007.wav"])
    event.time = time
    return event
  }
}
