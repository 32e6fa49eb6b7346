import LinuxBoard
import Varlink

extension FixTracker {
  /// The maximum depth of the objects and lists in a message from gpsd.
  private static let levels = 8

  /// Reads a line from gpsd, and ignores it if it is not a message; returns true if the fix has changed.
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
