// A level meter in the terminal: level-meter BOARD [SECONDS]; "simulated" is a phone made of numbers.
import PinnaCapture

let arguments = CommandLine.arguments
let name = arguments.count > 1 ? arguments[1] : "simulated"
let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 0 : .infinity
let scene = SimulatedScene([SimulatedSound(.noise, azimuth: 45, level: -20)])
let session = try CaptureSession(
  board: name == "simulated" ? .simulated("phone", scene) : .named(name))
try await session.activate()

var (readings, loudest) = (0, Float(0))
for await levels in session.levels() {
  let bars = levels.stereo.map { level in
    String(repeating: "#", count: Int(30 * level.rms.squareRoot()))
  }
  print(bars.map { $0.padded(to: 30) }.joined(separator: "|"), levels.missed)
  loudest = max(loudest, levels.stereo.map(\.peak).max() ?? 0)
  readings += 1
  if Double(readings) >= 10 * seconds { break }
}
await session.close()
print("\(readings) readings, loudest \(loudest)")

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
