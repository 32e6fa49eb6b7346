import Boards
import TakeFiles

/// News of the battery.
package enum BatteryNews: Sendable, Equatable {
  /// Its charge is low.
  case low(BatteryCharge)
  /// It is nearly empty: takes are closed.
  case empty(BatteryCharge)
  /// It is charging, or its charge is sufficient again.
  case good(BatteryCharge)
  /// Its gauge no longer answers.
  case silent
}

/// The alarm of a battery: readings in, low and empty out.
///
/// A pure state machine of (state, reading). A single reading ends no take: a gauge may misread its bus. A battery
/// whose gauge does not answer raises no alarm, just like a power line that cannot be read.
struct BatteryAlarm: Sendable, Equatable {
  /// Seconds between two readings: a gauge's own figures change every few seconds, and a reading takes its time on the
  /// I2C bus.
  static let seconds = 5.0
  /// Consecutive readings that make a battery empty.
  private static let needed = 2
  /// Percent above a level at which the alarm ends, so that a removed load does not end it.
  private static let hysteresis = 2.0

  private let rule: BatteryRule
  /// The last reading; `nil` without a battery.
  private(set) var charge: BatteryCharge?
  /// True while the charge is low.
  private(set) var isLow = false
  /// True while it is nearly empty.
  private(set) var isEmpty = false
  private var emptyReadings = 0
  private var due = -Double.infinity

  /// An alarm without readings.
  init(_ rule: BatteryRule) { self.rule = rule }

  /// True when a reading is due; the next one is due ``seconds`` later.
  mutating func isDue(_ now: Double) -> Bool {
    guard now >= due else { return false }
    due = now + Self.seconds
    return true
  }

  /// Takes a reading, `nil` for none; returns any news.
  mutating func add(_ reading: BatteryCharge?) -> BatteryNews? {
    let (before, wasLow, wasEmpty) = (charge, isLow, isEmpty)
    charge = reading
    guard let reading else {
      (isLow, isEmpty, emptyReadings) = (false, false, 0)
      return before == nil ? nil : .silent
    }
    emptyReadings =
      reading.isAt(rule.closePercent) || (reading.feeds && reading.isCritical)
      ? emptyReadings + 1 : 0
    let margin = Self.hysteresis
    isEmpty =
      emptyReadings >= Self.needed
      || (wasEmpty && reading.isAt(rule.closePercent + margin))
    isLow =
      isEmpty || reading.isAt(rule.warnPercent)
      || (wasLow && reading.isAt(rule.warnPercent + margin))
    if isEmpty { return wasEmpty ? nil : .empty(reading) }
    if isLow { return wasLow && !wasEmpty ? nil : .low(reading) }
    return wasLow ? .good(reading) : nil
  }
}

extension BatteryCharge {
  /// True if it feeds the recorder and has at most this percentage.
  fileprivate func isAt(_ percent: Double) -> Bool {
    feeds && self.percent.map { $0 <= percent } ?? false
  }
}
