import LinuxBoard
import Varlink

extension FixTracker {
  /// The most levels of a message from gpsd.
  private static let levels = 8

  /// Takes in a line; ignores it if it is not a message.
  mutating func hear(_ line: [UInt8]) -> Bool {
    do {
      let report = try WireMessage(line, levels: Self.levels).decoded(GPSDReport.self)
      return add(
        report, boot: ReceiverFile.secondsSinceStart(), clock: WallClock.now().epochSeconds)
    } catch {
      return false
    }
  }
}
