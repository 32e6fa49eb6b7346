import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// The recorder whose power is cut: the product's own session, threads and writers on a simulated board.
///
/// On a machine it runs as fast as it can and gives the takes as they should be. On the virtual board it runs in real
/// time and marks on the disk how far it is. Both give the same bytes.
///
///     PowerCutRecorder BOARD.toml DESIGNS TAKES FORMAT [DEVICE OFFSET [MIRROR DEVICE]]
///
/// With a mirror, every take is written to a second medium too, and both disks have the same marks at one time.
///
/// Prints one line for each take: frames of the time line before it, frames before the press, frames, then the names of
/// its files.
@main
enum PowerCutRecorder {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard [4, 6, 8].contains(arguments.count) else {
      complain(
        "usage: PowerCutRecorder BOARD.toml DESIGNS TAKES FORMAT [DEVICE OFFSET [MIRROR DEVICE]]")
      exit(64)
    }
    let mirror = arguments.count == 8 ? arguments[6] : nil
    let devices = [4, 7].filter { $0 < arguments.count }.map { arguments[$0] }
    let marks = devices.map { device in
      guard let marks = Int(arguments[5]).flatMap({ CaptureMarks(device: device, offset: $0) })
      else {
        complain("PowerCutRecorder: \(device) cannot be opened for marks (errno \(errno))")
        exit(1)
      }
      return marks
    }
    do {
      let recording = try Recording(
        boardFile: arguments[0], designs: arguments[1], directory: arguments[2],
        format: arguments[3], mirror: mirror)
      try recording.run(marks: marks)
    } catch {
      complain("PowerCutRecorder: \(error)")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }
}
