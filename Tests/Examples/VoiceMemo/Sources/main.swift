// A voice memo: voice-memo BOARD FOLDER, then keys with Enter: r record or stop, f front or back, p play, q quit.
import Glibc
import PinnaCapture

guard CommandLine.arguments.count == 3 else {
  print("voice-memo BOARD FOLDER; for example: voice-memo simulated memos")
  exit(64)
}
let (name, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
let voices = SimulatedScene([SimulatedSound(.tone(hertz: 440), azimuth: -60, level: -20)])
do throws(CaptureError) {
  let session = try CaptureSession(
    board: name == "simulated" ? .simulated("phone", voices) : .named(name),
    configuration: CaptureConfiguration(takes: TakeSettings(directory: folder, preRollSeconds: 1)))
  try await session.setPreferredPolarPattern(.stereo)
  try await session.setPreferredInputOrientation(.auto)
  try await session.activate()

  let rotations = Task {
    for await change in session.changes() {
      if case .orientation(let orientation) = change.event { print("held \(orientation)") }
    }
  }
  var last: FinishedTake?
  keys: while let line = readLine() {
    do throws(CaptureError) {
      switch line {
      case "r":
        if case .recording = try await session.status.activity {
          last = try await session.stopTake()
          print("kept \(last?.files.first ?? "")")
        } else {
          let take = try await session.startTake()
          print("recording \(take.dataSource) \(take.inputOrientation?.rawValue ?? "")")
        }
      case "f":
        let isFront = try await session.route.preferred.dataSource == "Front"
        try await session.setPreferredDataSource(isFront ? "back" : "front")
      case "p": if let file = last?.files.first, system("aplay -q '\(file)'") != 0 { print("mute") }
      case "q": break keys
      default: print("r, f, p or q")
      }
    } catch {
      print("\(error)")
    }
  }
  await session.close()
  await rotations.value
} catch {
  print("\(error)")
  exit(66)
}
