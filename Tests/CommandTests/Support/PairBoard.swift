import Boards

/// Two microphones, one data source: what most commands can be tried with.
let pairBoard = Board(
  id: "pair", name: "Pair", source: "made for tests",
  capture: Capture(device: "hw:CARD=none", channels: 2),
  microphones: [
    Microphone(name: "a", channel: 0, position: Vector3(-0.07, 0, 0)),
    Microphone(name: "b", channel: 1, position: Vector3(0.07, 0, 0)),
  ],
  dataSources: [
    DataSource(
      name: "Back", orientation: .back, forward: Vector3(0, 0, -1), patterns: [.stereo, .omni],
      microphones: [0, 1])
  ])

/// Texts of board files with two microphones.
enum PairBoardFile {
  /// A board whose device no machine has.
  static let attached = """
    schema = 1
    name = "Pair"
    source = "made for tests"
    [capture]
    device = "hw:CARD=pinnatest,DEV=0"
    channels = 2
    format = "S32_LE"
    rate = 48000
    [[microphone]]
    name = "a"
    channel = 0
    position = [-70.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [70.0, 0.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["stereo", "omni"]
    """

  /// A board of files alone.
  static let bare = """
    schema = 1
    name = "Pair"
    source = "made for tests"
    [capture]
    device = "none"
    channels = 2
    [[microphone]]
    name = "a"
    channel = 0
    position = [-70.0, 0.0, 0.0]
    [[microphone]]
    name = "b"
    channel = 1
    position = [70.0, 0.0, 0.0]
    [[data-source]]
    name = "Back"
    orientation = "back"
    forward = [0.0, 0.0, -1.0]
    patterns = ["omni", "stereo"]
    """
}
