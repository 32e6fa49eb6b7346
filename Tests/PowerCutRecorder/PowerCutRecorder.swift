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
///     PowerCutRecorder BOARD.toml DESIGNS TAKES FORMAT [DEVICE OFFSET]
///
/// Prints one line for each take: frames of the time line before it, frames before the press, frames, then the names of
/// its files.
@main
enum PowerCutRecorder {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 4 || arguments.count == 6 else {
      complain("usage: PowerCutRecorder BOARD.toml DESIGNS TAKES FORMAT [DEVICE OFFSET]")
      exit(64)
    }
    var marks: CaptureMarks?
    if arguments.count == 6 {
      marks = Int(arguments[5]).flatMap { CaptureMarks(device: arguments[4], offset: $0) }
      guard marks != nil else {
        complain("PowerCutRecorder: \(arguments[4]) cannot be opened for marks (errno \(errno))")
        exit(1)
      }
    }
    do {
      let recording = try Recording(
        boardFile: arguments[0], designs: arguments[1], directory: arguments[2],
        format: arguments[3])
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
