import LinuxBoard
import Varlink

extension FixTracker {
  /// Levels of a message of gpsd.
  private static let levels = 8

  /// Takes in a line; one that is no message is left aside.
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
