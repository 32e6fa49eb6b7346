import Boards

@testable import Face
@testable import pinna

/// The values that views are given in tests.
enum ViewSamples {
  /// A board in the hand with so many microphones on a ring.
  static func board(_ microphones: Int) -> Board {
    Board(
      id: "ring", name: "Ring of microphones", source: "made for tests",
      capture: Capture(device: "hw:CARD=ring,DEV=0", channels: microphones),
      microphones: (0..<microphones).map { index in
        Microphone(
          name: "mic\(index + 1)", channel: index,
          position: Vector3(-0.03 + 0.002 * Double(index), index % 2 == 0 ? 0.03 : -0.03, 0))
      },
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: Vector3(0, 0, -1),
          patterns: [.stereo, .omni], microphones: Array(0..<microphones))
      ])
  }

  /// A recorder of that board in a state, with so many channels: softer from one to the next, the second one clipped.
  static func content(_ state: RecorderStatus.State, channels: Int) -> ViewContent {
    var status = RecorderStatus(version: "1.2.3", board: "ring", boardName: "Ring of microphones")
    status.state = state
    (status.time, status.utcOffsetSeconds, status.stateSeconds) = (43_403, 0, 60)
    status.device = "hw:CARD=ring,DEV=0"
    (status.dataSource, status.pattern, status.preferredPattern) = ("Back", "stereo", "stereo")
    status.orientation = "landscapeLeft"
    status.sides = .init(left: "bottom", right: "top")
    status.dataSources = [.init(name: "Back", patterns: ["stereo", "omni"])]
    status.folder = "/takes"
    if status.isTaking {
      status.take = .init(
        name: "n", number: 7, seconds: 83.42, isConfirmed: true, unsyncedSeconds: 0.5,
        markerCount: 2)
    }
    if state == .faulted {
      status.details =
        "hw:CARD=ring,DEV=0: gives S16_LE, 2 channels, 44100 Hz and not what the board needs"
    }
    status.rate = 48000
    status.capture = .init(rate: 48000, channelCount: channels, format: "S32_LE", period: 256)
    (status.preRollSeconds, status.preRollSecondsWanted) = (3.2, 5)
    (status.ringSeconds, status.ringSecondsWanted, status.ringFill) = (35, 35, 0.1)
    (status.freeBytes, status.secondsLeft) = (32_000_000_000, 51_640)
    status.ears = [level("L", -12.04), level("R", -26.02)]
    status.channels = (0..<channels).map {
      level("mic\($0 + 1)", $0 == 1 ? -12.04 : -6.02 * Double($0 + 1))
    }
    status.channels[1].isClipped = true
    var armed = RecorderEvent(.armed, "armed", "Back, stereo; 4 channels", .good)
    armed.time = 43_400
    var turned = RecorderEvent(.turned, "turned", "landscapeLeft", .notable)
    turned.time = 43_402
    status.events = [armed, turned]
    var content = ViewContent(status: status)
    content.clips.add(status)
    content.status.channels[1].isClipped = false
    content.keys = [
      ViewContent.Key(name: "q", meaning: "quit"), ViewContent.Key(name: "s", meaning: "source"),
    ]
    return content
  }

  /// A tone with this peak.
  static func level(_ name: String?, _ peak: Double) -> RecorderStatus.Level {
    .init(name: name, rms: peak - 3, peak: peak, held: peak, isClipped: false, isDead: false)
  }
}
