// A level meter in the terminal: level-meter BOARD [SECONDS]; "simulated" is a phone made of numbers.
import Glibc
import PinnaCapture

let arguments = CommandLine.arguments
let name = arguments.count > 1 ? arguments[1] : "simulated"
let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 0 : .infinity
let scene = SimulatedScene([SimulatedSound(.noise, azimuth: 45, level: -20)])

do throws(CaptureError) {
  let session = try CaptureSession(
    board: name == "simulated" ? .simulated("phone", scene) : .named(name))
  try await session.activate()
  var (readings, loudest) = (0, Float(0))
  for await levels in session.levels() {
    let bars = levels.stereo.map { bar($0.rms) }
    print(bars.joined(separator: "|"), levels.missed)
    loudest = max(loudest, levels.stereo.map(\.peak).max() ?? 0)
    readings += 1
    if Double(readings) >= 10 * seconds { break }
  }
  await session.close()
  print("\(readings) readings, loudest \(loudest)")
} catch {
  print("\(error)")
  exit(66)
}

/// A bar of 30 characters; full scale is all of them, and -20 dB a third.
func bar(_ rms: Float) -> String {
  let length = min(30, Int(30 * rms.squareRoot()))
  return String(repeating: "#", count: length) + String(repeating: " ", count: 30 - length)
}
