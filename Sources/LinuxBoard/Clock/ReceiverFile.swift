import Glibc
import Recorder
import Synchronization
import TakeFiles

/// The file in which a program publishes the data from a GPS receiver.
package final class ReceiverFile: Sendable {
  private let receiver: Settings.Receiver
  private let known = Mutex(Known())

  /// The contents of the file at the last reading.
  private struct Known {
    var fix = ReceiverFix()
    var lookedAt = -Double.infinity
  }

  /// The interval between readings of the file in seconds.
  private static let interval = 1.0

  /// The file of a receiver, which need not exist yet.
  package init(_ receiver: Settings.Receiver) { self.receiver = receiver }

  /// The time in seconds since the computer started, including time asleep.
  package static func secondsSinceStart() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the receiver's data at a moment, in seconds since the computer started.
  package func word(at now: Double = secondsSinceStart()) -> Machine.ReceiverWord {
    let fix = known.withLock { known in
      if now - known.lookedAt >= Self.interval {
        var fix = SmallFile.text(receiver.file).map { ReceiverFix(text: $0) } ?? ReceiverFix()
        // A reported time stays true when the program that reads the receiver ends and removes the file.
        fix.time = fix.time ?? known.fix.time
        known = Known(fix: fix, lookedAt: now)
      }
      return known.fix
    }
    var place = fix.place(at: now)
    place?.name = receiver.name
    return Machine.ReceiverWord(
      place: place, clock: fix.clock(WallClock.now().epochSeconds, at: now))
  }
}
