// Live stereo on standard output, for another program: stereo-tap BOARD | ffmpeg -f f32le -ar 48000 -ac 2 -i - out.opus
// Left and right in turn, 32-bit floats. What the reader is too slow for is left out and told; nothing waits for it.
import Glibc
import PinnaCapture

guard CommandLine.arguments.count == 2 else {
  tell("stereo-tap BOARD > PIPE; for example: stereo-tap simulated | ffplay -f f32le -ac 2 -\n")
  exit(64)
}
let name = CommandLine.arguments[1]
let scene = SimulatedScene([SimulatedSound(.noise, azimuth: 60, level: -20)])
signal(SIGPIPE, SIG_IGN)
do throws(CaptureError) {
  let session = try CaptureSession(
    board: name == "simulated" ? .simulated("phone", scene) : .named(name))
  try await session.setPreferredPolarPattern(.stereo)
  try await session.activate()
  for await buffer in try await session.stereo(queueSeconds: 2) {
    if buffer.missed > 0 { tell("left out \(buffer.missed) frames\n") }
    let isWritten = buffer.samples.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(1, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    // The reader is gone.
    if !isWritten { break }
  }
  await session.close()
} catch {
  tell("\(error)\n")
  exit(66)
}

/// Writes words to the standard error, because the standard output has the sound.
func tell(_ words: String) { write(2, words, words.utf8.count) }
