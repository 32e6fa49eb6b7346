import Boards
import Realtime
import Recorder

@testable import pinna

/// The values that views are given in tests.
enum ViewSamples {
  static let progress = TakeProgress(
    which: Board.Case(dataSource: 0, orientation: .landscapeLeft), pattern: .stereo,
    frames: 83 * 48000 + 20000, isConfirmed: true)

  static let states: [SessionState] = [
    .idle, .armed, .recording(progress), .paused(progress), .finishing,
    .faulted(
      .capture(
        .refused(
          device: "hw:CARD=seeed4micvoicec,DEV=0", asked: "S32_LE, 4 channels, 48000 Hz",
          offered: "S16_LE, 2 channels, 44100 Hz"))),
  ]

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

  static func content(_ state: SessionState, channels: Int) -> ViewContent {
    let route = Route(
      dataSource: "Back", pattern: .stereo, orientation: .landscapeLeft, rate: 48000, period: 256,
      channels: channels)
    var snapshot = SessionSnapshot(
      state: state, preferred: route, actual: route,
      which: Board.Case(dataSource: 0, orientation: .landscapeLeft))
    snapshot.grant = CaptureGrant(
      channels: channels, format: .s32, rate: 48000, period: 256, buffer: 24000)
    snapshot.preRollSeconds = 3.2
    snapshot.preRollWanted = 5
    snapshot.ringSeconds = 35
    snapshot.ringFill = 0.1
    snapshot.storage = StorageStatus(freeBytes: 32_000_000_000, secondsLeft: 51_640)
    var content = ViewContent(snapshot: snapshot)
    // Softer from channel to channel; the second one clipped between two looks.
    content.snapshot.channels = (0..<channels).map { reading(0.5 / Float($0 + 1)) }
    content.snapshot.ears = [reading(0.25), reading(0.05)]
    content.marks.update(content.snapshot, at: 0)
    content.snapshot.channels[1] = reading(0.25, clipped: 3)
    content.marks.update(content.snapshot, at: 0.1)
    content.events = [
      ViewContent.Event(
        time: "12:03:20", title: "armed", details: "Back, stereo; 4 channels", style: .green),
      ViewContent.Event(
        time: "12:03:22", title: "turned", details: "landscapeLeft", style: .bold),
    ]
    content.keys = [
      ViewContent.Key(name: "q", meaning: "quit"), ViewContent.Key(name: "s", meaning: "source"),
    ]
    return content
  }

  /// A tone with this peak.
  static func reading(_ peak: Float, clipped: UInt32 = 0) -> MeterReading {
    MeterReading(peak: peak, meanSquare: peak * peak / 2, clippedSamples: clipped)
  }
}
