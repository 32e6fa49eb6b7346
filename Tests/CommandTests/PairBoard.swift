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
